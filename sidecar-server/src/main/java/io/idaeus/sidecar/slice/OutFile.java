/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.filemode.FileModes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.zip.CRC32;

/** Writes a file from its beginning to its end. Not thread-safe. */
final class OutFile implements AutoCloseable {
    private static final int BUFFER = 256 << 10;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private final CRC32 crc = new CRC32();
    private long flushed;

    private OutFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Replaces what is there. */
    static OutFile create(Path path) throws IOException {
        return new OutFile(FileModes.open(
                path,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)));
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        crc.update(bytes, offset, length);
        int at = offset;
        int left = length;
        while (left > 0) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int some = Math.min(left, buffer.remaining());
            buffer.put(bytes, at, some);
            at += some;
            left -= some;
        }
    }

    void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            flushed += channel.write(buffer);
        }
        buffer.clear();
    }

    /** Where the next byte goes. */
    long position() {
        return flushed + buffer.position();
    }

    /** CRC32 of all bytes so far, unsigned. */
    long crc() {
        return crc.getValue();
    }

    /** Writes everything to disk. */
    void force() throws IOException {
        flush();
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
