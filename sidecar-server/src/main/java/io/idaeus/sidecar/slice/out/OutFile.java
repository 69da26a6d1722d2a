/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.out;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.filemode.FileModes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/** Writes a file from its beginning to its end. Not thread-safe. */
public final class OutFile implements AutoCloseable {
    private static final int BUFFER = 64 << 10;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private final CRC32 crc = new CRC32();
    private long flushed;

    private final Consumer<OutFile> finished;

    private final boolean durable;

    private OutFile(FileChannel channel, boolean durable, Consumer<OutFile> finished) {
        this.durable = durable;
        this.finished = finished;
        this.channel = channel;
    }

    /**
     * Replaces what is there.
     *
     * @param durable whether it is forced to disk in the end
     * @param finished is told once everything is written
     */
    static OutFile create(Path path, boolean durable, Consumer<OutFile> finished) throws IOException {
        return new OutFile(
                FileModes.open(
                        path,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.TRUNCATE_EXISTING,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE)),
                durable,
                finished);
    }

    public void write(byte[] bytes, int offset, int length) throws IOException {
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

    public void write(byte[] bytes) throws IOException {
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
    public long position() {
        return flushed + buffer.position();
    }

    /** The CRC32 of all bytes so far. */
    Crc32 crc32() {
        return Crc32.of(crc);
    }

    /** Nothing follows. */
    public void finish() throws IOException {
        flush();
        if (durable) {
            channel.force(true);
        }
        finished.accept(this);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
