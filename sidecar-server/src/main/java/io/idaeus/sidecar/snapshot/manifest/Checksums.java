/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.manifest;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.disk.RegularFile;
import io.idaeus.sidecar.sstable.name.FileStamp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;

/**
 * Computes CRC32s of files. Remembers those of large files, for the {@code capacity} most recently used stamps.
 * Thread-safe.
 */
public final class Checksums {
    private static final int BUFFER = 1 << 20;

    // A small file is as fast to read as to look up, and there are hundreds of thousands.
    // Bytes; smaller files are not remembered.
    static final int LARGE = 1 << 16;

    private final Map<FileStamp, Crc32> known;

    public Checksums(int capacity) {
        known = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<FileStamp, Crc32> eldest) {
                return size() > capacity;
            }
        };
    }

    Optional<Crc32> known(FileStamp stamp) {
        synchronized (known) {
            return Optional.ofNullable(known.get(stamp));
        }
    }

    /**
     * An interrupt ends it with an exception.
     *
     * @param stamp of the file as listed
     * @param progress receives the bytes of each read
     * @throws IOException also if the file has changed since
     */
    Crc32 compute(Path file, FileStamp stamp, LongConsumer progress) throws IOException {
        CRC32 crc = new CRC32();
        ByteBuffer buffer = buffer(stamp.size());
        try (FileChannel channel = RegularFile.open(file)) {
            while (channel.read(buffer) >= 0) {
                buffer.flip();
                progress.accept(buffer.remaining());
                crc.update(buffer);
                buffer.clear();
            }
        }
        requireUnchanged(file, stamp);
        Crc32 crc32 = Crc32.of(crc);
        if (stamp.size() >= LARGE) {
            synchronized (known) {
                known.put(stamp, crc32);
            }
        }
        return crc32;
    }

    private static ByteBuffer buffer(long size) {
        // Direct memory is freed late: not for each of many small files.
        return size < LARGE
                ? ByteBuffer.allocate((int) Math.max(1, size))
                : ByteBuffer.allocateDirect((int) Math.min(BUFFER, size));
    }

    private static void requireUnchanged(Path file, FileStamp before) throws IOException {
        Optional<FileStamp> now = FileStamp.of(file);
        if (!now.equals(Optional.of(before))) {
            throw new IOException(file.getFileName() + " changed while it was read: from " + before + " to "
                    + now.map(FileStamp::toString).orElse("no file")
                    + " (expected: a snapshot's files do not change)");
        }
    }
}
