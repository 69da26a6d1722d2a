/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

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
 * Writes a piece past the page cache: bytes arrive in an aligned buffer while a writer thread writes another one. A sink
 * always has one of its own, and takes a second from the pool where that has enough. While all of its buffers are being written
 * the sink is full, and queues at most one read. The rest of a block at the file's end goes through the page cache.
 *
 * <p>All state belongs to the event loop.
 */
final class DirectPieceSink implements PieceSink {
    private static final int MOST_BUFFERS = 2;

    private final PieceFile.Direct direct;
    private final PieceRange range;
    private final AlignedBufferPool buffers;
    private final Executor writers;
    private final WriteCounters counters;
    private final LongConsumer progress;
    private final Deque<ByteBuf> queued = new ArrayDeque<>(0);
    private final CRC32 crc = new CRC32();
    private Executor loop = Runnable::run;
    private Runnable resume = () -> {};
    // Receives. Null while none is free, and once all bytes are handed over.
    private @Nullable ByteBuf current;
    private int filled;
    private int writing;
    // Includes queued bytes.
    private long received;
    // Includes bytes in the buffers.
    private long buffered;

    private long written;
    private @Nullable ByteBuf lent;
    private @Nullable Throwable failure;
    private @Nullable Settled settling;

    /**
     * @param first taken from the pool
     * @param buffers where the first comes from, and any further one
     */
    DirectPieceSink(
            PieceFile.Direct direct,
            PieceRange range,
            ByteBuf first,
            AlignedBufferPool buffers,
            Executor writers,
            WriteCounters counters,
            LongConsumer progress) {
        this.direct = direct;
        this.range = range;
        this.received = range.first();
        this.buffered = range.first();
        this.current = first;
        this.buffers = buffers;
        this.writers = writers;
        this.counters = counters;
        this.progress = progress;
    }

    @Override
    public long first() {
        return range.first();
    }

    @Override
    public long position() {
        return received;
    }

    @Override
    public long end() {
        return range.end();
    }

    @Override
    public void attach(Executor exchangeLoop, Runnable whenRoom) {
        loop = exchangeLoop;
        resume = whenRoom;
    }

    @Override
    public boolean lends() {
        return true;
    }

    @Override
    public boolean isFull() {
        return current == null && needsBuffer();
    }

    @Override
    public @Nullable ByteBuf lend(int most) {
        ByteBuf receiving = current;
        if (receiving == null) {
            return null;
        }
        lent = receiving.retainedSlice(filled, Math.min(room(), most)).writerIndex(0);
        return lent;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // it is the very buffer that was lent, or it is not
    public void append(ByteBuf bytes) throws IOException {
        RangeWriter.checkRoom(bytes.readableBytes(), received, range.end());
        if (failure != null) {
            throw new IOException("an earlier write failed", failure);
        }
        received += bytes.readableBytes();
        if (bytes == lent && current != null) {
            take(current, bytes.readableBytes());
        } else {
            copy(bytes);
            if (bytes.isReadable()) {
                queued.add(bytes.readRetainedSlice(bytes.readableBytes()));
            }
        }
    }

    @Override
    public void restart() {
        throw new IllegalStateException("a piece is requested as a range, and a range never restarts");
    }

    @Override
    public void settle(Settled listener) {
        lent = null;
        settling = listener;
        reportSettled();
    }

    @Override
    public int crc32() {
        return (int) crc.getValue();
    }

    @Override
    public long reported() {
        return written;
    }

    @Override
    public void close() {
        discardQueued();
        if (current != null) {
            buffers.giveBack(current);
            current = null;
        }
    }

    private int room() {
        return (int) Math.min(AlignedBufferPool.BYTES - filled, range.end() - buffered);
    }

    private void copy(ByteBuf bytes) {
        for (ByteBuf to = current; to != null && bytes.isReadable(); to = current) {
            int count = Math.min(bytes.readableBytes(), room());
            to.setBytes(filled, bytes, bytes.readerIndex(), count);
            bytes.skipBytes(count);
            take(to, count);
        }
    }

    // The next bytes are in the buffer, which is the current one.
    private void take(ByteBuf buffer, int count) {
        long start = System.nanoTime();
        crc.update(buffer.nioBuffer(filled, count));
        counters.received(count, System.nanoTime() - start, 0);
        filled += count;
        buffered += count;
        if (filled == AlignedBufferPool.BYTES || buffered == range.end()) {
            handOver(buffer);
        }
    }

    private void handOver(ByteBuf full) {
        int count = filled;
        long at = buffered - filled;
        Executor home = loop;
        filled = 0;
        writing++;
        current = writing < MOST_BUFFERS && needsBuffer() ? buffers.takeAnother() : null;
        try {
            writers.execute(() -> {
                Throwable outcome = write(full, count, at);
                home.execute(() -> written(full, count, outcome));
            });
        } catch (RuntimeException | Error rejected) {
            home.execute(() -> written(full, count, rejected));
        }
    }

    private boolean needsBuffer() {
        return buffered < range.end();
    }

    // Returns any failure: one that got lost would leave the sink full for ever.
    private @Nullable Throwable write(ByteBuf full, int count, long at) {
        try {
            ByteBuffer bytes = full.nioBuffer(0, count);
            long start = System.nanoTime();
            int blocks = direct.write(bytes, at);
            counters.wroteDirectly(blocks, System.nanoTime() - start);
            return null;
        } catch (IOException | RuntimeException | Error e) {
            return e;
        }
    }

    private void written(ByteBuf buffer, int count, @Nullable Throwable problem) {
        boolean wasFull = isFull();
        writing--;
        if (wasFull) {
            current = buffer;
        } else {
            buffers.giveBack(buffer);
        }
        Throwable outcome = problem == null ? proceed(count) : problem;
        if (outcome != null) {
            failure = failure == null ? outcome : failure;
            discardQueued();
        }
        if (settling != null) {
            reportSettled();
        } else if (wasFull && !isFull()) {
            resume.run();
        }
    }

    private @Nullable Throwable proceed(int count) {
        try {
            written += count;
            progress.accept(count);
            copyQueued();
            return null;
        } catch (RuntimeException | Error defect) {
            return defect;
        }
    }

    private void copyQueued() {
        while (!queued.isEmpty() && !isFull()) {
            ByteBuf next = queued.element();
            copy(next);
            if (!next.isReadable()) {
                queued.remove().release();
            }
        }
    }

    private void discardQueued() {
        queued.forEach(ByteBuf::release);
        queued.clear();
    }

    private void reportSettled() {
        Settled listener = settling;
        if (listener != null && writing == 0 && queued.isEmpty()) {
            settling = null;
            listener.settled(failure);
        }
    }
}
