/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Writes a piece past the page cache. The socket is read into one of two aligned buffers, the CRC32 is taken while the bytes
 * are in the CPU's cache, and a full buffer is written by another thread while the other fills. When both are being written
 * it is full, and nothing is read. What is left of a block at the end of the file goes through the page cache.
 *
 * <p>With TLS the bytes cannot land where they are written from: they are decrypted into buffers of their own, and copied.
 * What was read already when both buffers are being written waits; that is at most one read.
 *
 * <p>All state belongs to the event loop of the exchange; writers see one buffer each, and report back to it.
 */
final class DirectPieceSink implements PieceSink {
    private final PieceFile.Direct direct;
    private final long first;
    private final long end;
    private final AlignedBufferPool buffers;
    private final AlignedBufferPool.Pair pair;
    private final Executor writers;
    private final FetchMetrics meters;
    private final LongConsumer progress;
    private final boolean lends;
    private final Deque<ByteBuf> early = new ArrayDeque<>(0);
    private final CRC32 crc = new CRC32();
    private final boolean[] busy = new boolean[2];
    private Executor loop = Runnable::run;
    private Runnable resume = () -> {};
    private int current;
    private int filled;
    private long came;
    private long position;
    private long written;
    private @Nullable ByteBuf lent;
    private @Nullable IOException failure;
    private @Nullable Settled settling;

    /**
     * @param pair of these buffers, and given back to them
     * @param lends whether the socket can be read into them
     */
    DirectPieceSink(
            PieceFile.Direct direct,
            long first,
            long end,
            AlignedBufferPool buffers,
            AlignedBufferPool.Pair pair,
            Executor writers,
            FetchMetrics meters,
            LongConsumer progress,
            boolean lends) {
        this.direct = direct;
        this.first = first;
        this.end = end;
        this.came = first;
        this.position = first;
        this.lends = lends;
        this.buffers = buffers;
        this.pair = pair;
        this.writers = writers;
        this.meters = meters;
        this.progress = progress;
    }

    @Override
    public long first() {
        return first;
    }

    @Override
    public long position() {
        return came;
    }

    @Override
    public long end() {
        return end;
    }

    @Override
    public void attach(Executor exchangeLoop, Runnable whenRoom) {
        loop = exchangeLoop;
        resume = whenRoom;
    }

    @Override
    public boolean lends() {
        return lends;
    }

    @Override
    public boolean isFull() {
        return busy[current];
    }

    @Override
    public @Nullable ByteBuf lend(int most) {
        if (!lends || isFull()) {
            return null;
        }
        lent = pair.get(current).retainedSlice(filled, Math.min(room(), most)).writerIndex(0);
        return lent;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // it is the very buffer that was lent, or it is not
    public void append(ByteBuf bytes) throws IOException {
        RangeWriter.checkRoom(bytes.readableBytes(), came, end);
        if (failure != null) {
            throw failure;
        }
        came += bytes.readableBytes();
        if (bytes == lent) {
            took(bytes.readableBytes());
        } else {
            copy(bytes);
            if (bytes.isReadable()) {
                early.add(bytes.readRetainedSlice(bytes.readableBytes()));
            }
        }
    }

    @Override
    public void restart() {
        throw new IllegalStateException("a piece is asked for as a range");
    }

    @Override
    public void settle(Settled told) {
        lent = null;
        settling = told;
        settled();
    }

    @Override
    public int crc32() {
        return (int) crc.getValue();
    }

    @Override
    public long told() {
        return written;
    }

    @Override
    public void close() {
        forgetEarly();
        buffers.giveBack(pair);
    }

    private int room() {
        return (int) Math.min(AlignedBufferPool.BYTES - filled, end - position);
    }

    /** As many as there is room for; none where others wait already. */
    private void copy(ByteBuf bytes) {
        while (bytes.isReadable() && !isFull()) {
            int count = Math.min(bytes.readableBytes(), room());
            pair.get(current).setBytes(filled, bytes, bytes.readerIndex(), count);
            bytes.skipBytes(count);
            took(count);
        }
    }

    private void took(int count) {
        long start = System.nanoTime();
        crc.update(pair.get(current).nioBuffer(filled, count));
        meters.received(count, System.nanoTime() - start, 0);
        filled += count;
        position += count;
        if (filled == AlignedBufferPool.BYTES || position == end) {
            handOver();
        }
    }

    private void handOver() {
        int index = current;
        int count = filled;
        long at = position - filled;
        Executor home = loop;
        busy[index] = true;
        current ^= 1;
        filled = 0;
        writers.execute(() -> {
            IOException problem = null;
            try {
                write(pair.get(index).nioBuffer(0, count), at);
            } catch (IOException e) {
                problem = e;
            }
            IOException outcome = problem;
            home.execute(() -> written(index, count, outcome));
        });
    }

    private void write(ByteBuffer bytes, long at) throws IOException {
        long start = System.nanoTime();
        int blocks = direct.write(bytes, at);
        meters.wroteDirectly(blocks, System.nanoTime() - start);
    }

    private void written(int index, int count, @Nullable IOException problem) {
        boolean wasFull = isFull();
        busy[index] = false;
        if (problem == null) {
            written += count;
            progress.accept(count);
        } else {
            failure = problem;
            forgetEarly();
        }
        copyEarly();
        if (settling != null) {
            settled();
        } else if (wasFull && !isFull()) {
            resume.run();
        }
    }

    private void copyEarly() {
        while (!early.isEmpty() && !isFull()) {
            ByteBuf next = early.element();
            copy(next);
            if (!next.isReadable()) {
                early.remove().release();
            }
        }
    }

    private void forgetEarly() {
        early.forEach(ByteBuf::release);
        early.clear();
    }

    private void settled() {
        Settled told = settling;
        if (told != null && !busy[0] && !busy[1] && early.isEmpty()) {
            settling = null;
            told.settled(failure);
        }
    }
}
