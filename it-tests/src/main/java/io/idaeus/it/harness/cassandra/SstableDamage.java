/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/**
 * Damages files in place, so every hard link shows it: a snapshot shares its files with the live SSTable. After {@link
 * #detach} only the one name does.
 */
public final class SstableDamage {
    private static final int PAGE = 4096;

    private SstableDamage() {}

    /** Zeroes the middle 4 KiB, or all of a smaller file. */
    public static void zeroPage(Path file) {
        overwriting(file, channel -> {
            long length = Math.min(PAGE, channel.size());
            long start = (channel.size() - length) / 2;
            writeAll(channel, ByteBuffer.allocate((int) length), start);
        });
    }

    /** Zeroes a page of Data.db and updates the digest, as if Cassandra had written it so. */
    public static void zeroPageAsWritten(NodeSstables sstable) {
        Path data = sstable.component("Data.db");
        zeroPage(data);
        try {
            CRC32 crc32 = new CRC32();
            crc32.update(Files.readAllBytes(data));
            Files.writeString(sstable.component("Digest.crc32"), Long.toString(crc32.getValue()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param offset negative counts from the end */
    public static void flipByte(Path file, long offset) {
        overwriting(file, channel -> {
            long at = offset < 0 ? channel.size() + offset : offset;
            ByteBuffer one = ByteBuffer.allocate(1);
            if (channel.read(one, at) != 1) {
                throw new IllegalArgumentException(
                        "offset %d is outside %s (size: %d)".formatted(offset, file, channel.size()));
            }
            one.put(0, (byte) ~one.get(0)).flip();
            writeAll(channel, one, at);
        });
    }

    /** Cuts bytes off the end. */
    public static void cut(Path file, long bytes) {
        overwriting(file, channel -> channel.truncate(Math.max(0, channel.size() - bytes)));
    }

    /** Throws if the file does not exist. */
    public static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces the hard link by a copy. */
    public static void detach(Path file) {
        try {
            Path copy = file.resolveSibling(file.getFileName() + ".copy");
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Damage {
        void on(FileChannel channel) throws IOException;
    }

    private static void overwriting(Path file, Damage damage) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            damage.on(channel);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot damage " + file, e);
        }
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes, long start) throws IOException {
        for (long at = start; bytes.hasRemaining(); ) {
            at += channel.write(bytes, at);
        }
    }
}
