/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;

/** Writes bytes to a file as they come, from some place on, and keeps their CRC32. One thread at a time. */
final class RangeWriter {
    private final FileChannel channel;
    private final FetchMetrics meters;
    private final LongConsumer progress;
    private final CRC32 crc = new CRC32();
    private final long first;
    private final long end;
    private long position;

    RangeWriter(FileChannel channel, long first, long end, FetchMetrics meters, LongConsumer progress) {
        this.channel = channel;
        this.first = first;
        this.end = end;
        this.position = first;
        this.meters = meters;
        this.progress = progress;
    }

    long first() {
        return first;
    }

    long position() {
        return position;
    }

    long end() {
        return end;
    }

    /** CRC32 of the bytes so far. */
    int crc32() {
        return (int) crc.getValue();
    }

    /** Appends what is readable; a direct buffer is neither copied for the CRC nor for the write. */
    void append(ByteBuf bytes) throws IOException {
        checkRoom(bytes.readableBytes(), position, end);
        long before = position;
        long start = System.nanoTime();
        for (ByteBuffer buffer : bytes.nioBuffers()) {
            crc.update(buffer);
        }
        long checked = System.nanoTime();
        try {
            for (ByteBuffer buffer : bytes.nioBuffers()) {
                while (buffer.hasRemaining()) {
                    position += channel.write(buffer, position);
                }
            }
        } finally {
            meters.received(position - before, checked - start, System.nanoTime() - checked);
            progress.accept(position - before);
        }
    }

    /** Bytes that are in the file already. */
    void skip(ByteBuffer bytes) {
        position += bytes.remaining();
        crc.update(bytes);
    }

    /** The next byte is the first again. Returns how many were there. */
    long restart() {
        long discarded = position - first;
        position = first;
        crc.reset();
        return discarded;
    }

    static void checkRoom(int count, long position, long end) {
        if (count > end - position) {
            throw new IllegalStateException(
                    "bytes up to " + (position + count) + " came (expected: up to " + end + ')');
        }
    }
}
