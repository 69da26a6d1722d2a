/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;

/** Writes a range of a file in order. One thread at a time. */
final class RangeWriter {
    private final FileChannel channel;
    private final WriteCounters counters;
    private final LongConsumer progress;
    private final CRC32 crc = new CRC32();
    private final PieceRange range;
    private long position;

    RangeWriter(FileChannel channel, PieceRange range, WriteCounters counters, LongConsumer progress) {
        this.channel = channel;
        this.range = range;
        this.position = range.first();
        this.counters = counters;
        this.progress = progress;
    }

    PieceRange range() {
        return range;
    }

    long position() {
        return position;
    }

    int crc32() {
        return (int) crc.getValue();
    }

    // A direct buffer is copied neither for the CRC nor for the write.
    void append(ByteBuf bytes) throws IOException {
        checkRoom(bytes.readableBytes(), position, range.end());
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
            counters.received(position - before, checked - start, System.nanoTime() - checked);
            progress.accept(position - before);
        }
    }

    void skip(ByteBuffer bytes) {
        position += bytes.remaining();
        crc.update(bytes);
    }

    /** Returns how many bytes it discards. */
    long restart() {
        long discarded = position - range.first();
        position = range.first();
        crc.reset();
        return discarded;
    }

    static void checkRoom(int count, long position, long end) {
        if (count > end - position) {
            throw new IllegalStateException(
                    "received bytes up to " + (position + count) + " (expected: up to " + end + ')');
        }
    }
}
