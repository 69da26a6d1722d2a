/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.sidecar.sstable.FileStamp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;

/**
 * CRC32 of files, each computed once: remembered by device, inode, size and time of modification, so a file that several
 * snapshots hold is read for the first alone. Thread-safe; the most recently used {@code capacity} are remembered.
 */
final class Checksums {
    private static final int BUFFER = 1 << 20;

    private final Map<FileStamp, Integer> known;

    Checksums(int capacity) {
        known = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<FileStamp, Integer> eldest) {
                return size() > capacity;
            }
        };
    }

    /** What is remembered of a file, as an unsigned number. */
    OptionalLong known(FileStamp stamp) {
        synchronized (known) {
            Integer crc32 = known.get(stamp);
            return crc32 == null ? OptionalLong.empty() : OptionalLong.of(Integer.toUnsignedLong(crc32));
        }
    }

    /**
     * Reads the file. A reading thread that is interrupted stops with an exception.
     *
     * @param stamp of the file as it was listed
     * @param progress is told the bytes of each piece
     * @return CRC32 as an unsigned number
     * @throws IOException also where the file is another than the one that was listed
     */
    long compute(Path file, FileStamp stamp, LongConsumer progress) throws IOException {
        CRC32 crc32 = new CRC32();
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.max(1, Math.min(BUFFER, stamp.size())));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            while (channel.read(buffer) >= 0) {
                buffer.flip();
                progress.accept(buffer.remaining());
                crc32.update(buffer);
                buffer.clear();
            }
        }
        requireUnchanged(file, stamp);
        synchronized (known) {
            known.put(stamp, (int) crc32.getValue());
        }
        return crc32.getValue();
    }

    private static void requireUnchanged(Path file, FileStamp before) throws IOException {
        FileStamp now = FileStamp.of(Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        if (!now.equals(before)) {
            throw new IOException(file.getFileName() + " changed while it was read (it was " + before + ", it is " + now
                    + "; expected: a snapshot's files stay as they are)");
        }
    }
}
