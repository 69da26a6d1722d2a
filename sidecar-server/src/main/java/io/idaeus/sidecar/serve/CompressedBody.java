/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.compression.Compressor;
import io.idaeus.sidecar.serve.file.OpenFile;
import io.idaeus.sidecar.serve.page.BodyPages;
import io.idaeus.sidecar.serve.page.SentRange;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.wire.CompressedBlock;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Sends a byte range as blocks: a worker thread reads and compresses the next one while earlier ones are sent, and a block
 * that does not shrink is sent as it is in the file. After such a block the next ones are not tried: first one, then
 * twice as many each time. At most {@value #MAX_UNFLUSHED} blocks are unflushed, and one is ready.
 *
 * <p>Owns its reference to the file. Lives on the channel's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
final class CompressedBody implements Watchdog.Progress {
    private static final int MAX_UNFLUSHED = 2;
    private static final int MAX_UNTRIED = 64;

    // Under a low rate limit blocks are small, so that they need not wait long, but not so small that none shrinks.
    private static final int MIN_BLOCK_BYTES = 64 * 1024;

    // A peer that reads what shrinks a thousandfold takes few bytes, however fast it is.
    private static final int MAX_CREDITED_RATIO = 16;

    // encoded: null where it is stored. wireBytes: known before it is sent, for the socket moves the buffer's index.
    private record Prepared(
            long start, int plainBytes, @Nullable ByteBuf encoded, int wireBytes) {
        static Prepared of(long start, int plainBytes, @Nullable ByteBuf encoded) {
            int wireBytes = encoded == null ? CompressedBlock.HEADER_BYTES + plainBytes : encoded.readableBytes();
            return new Prepared(start, plainBytes, encoded, wireBytes);
        }

        int credit() {
            return Math.max(wireBytes(), plainBytes / MAX_CREDITED_RATIO);
        }
    }

    private final ChannelHandlerContext context;
    private final OpenFile file;
    private final long first;
    private final long end;
    private final int level;
    private final CompressionWorkers workers;
    private final SegmentEncoding storing;
    private final int segmentBytes;
    private final int turnBytes;
    private final boolean tls;
    private final ServeMetrics metrics;
    private final SendThrottle throttle;
    private final NextTurn nextTurn;
    private final BodyPages pages;
    private final ChannelPromise done;

    // Offsets in the file: of the next block to prepare, and up to where blocks are flushed.
    private long position;
    private long flushed;

    private @Nullable Prepared ready;
    private boolean compressing;
    private boolean hasWorker;
    private int untried;
    private int untriedNext = 1;
    private long credit;
    private int asked;
    private int unflushed;
    private int turnBytesLeft;
    private long written;
    private long taken;
    private boolean filling;
    private boolean ending;
    private long starvingSince;
    private long starvedNanos;
    private @Nullable IOException failure;

    CompressedBody(
            ChannelHandlerContext context,
            DataResponse.CompressedBytes response,
            ServeContext shared,
            CompressionWorkers workers,
            Throttle.Flow flow,
            ServeMetrics metrics) {
        this.context = context;
        this.file = response.file();
        this.first = response.first();
        this.end = first + response.length();
        this.level = response.level();
        this.workers = workers;
        this.storing = SegmentEncoding.of(shared.settings());
        this.segmentBytes = shared.settings().segmentBytes();
        this.turnBytes = shared.settings().turnBytes();
        this.tls = shared.settings().tls() != null;
        this.metrics = metrics;
        this.position = first;
        this.flushed = first;
        this.throttle = new SendThrottle(flow, context.executor(), this::fill);
        this.nextTurn = new NextTurn(context.executor(), this::beginTurn);
        this.pages = shared.readAhead() == null
                ? BodyPages.NONE
                : shared.readAhead()
                        .pages(new SentRange(file.path(), file.size(), first, end), context.executor(), this::fill);
        this.done = context.newPromise();
    }

    /** Completes when the last byte is flushed, or fails. */
    Future<Void> start() {
        done.addListener(ended -> {
            throttle.end();
            pages.end();
            discardReady();
            if (hasWorker) {
                workers.release();
            }
            file.release();
        });
        beginTurn();
        return done;
    }

    /** Time in which only this side was waited for. */
    @Override
    public long throttledNanos() {
        return throttle.waitedNanos() + starvedNanos + (starvingSince == 0 ? 0 : System.nanoTime() - starvingSince);
    }

    /** An estimate: counts bytes that the kernel still holds. */
    @Override
    public long bytesTaken() {
        ChannelOutboundBuffer pending = context.channel().unsafe().outboundBuffer();
        if (pending == null) {
            return taken;
        }
        return tls
                ? Math.max(taken, written - pending.totalPendingWriteBytes())
                : taken + Math.max(0, pending.currentProgress());
    }

    private void beginTurn() {
        turnBytesLeft = turnBytes;
        fill();
    }

    private void fill() {
        if (filling || nextTurn.isScheduled()) {
            return;
        }
        filling = true;
        try {
            writeBlocks();
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException | OutOfMemoryError e) {
            done.tryFailure(e);
        } finally {
            filling = false;
        }
        if (unflushed == 0) {
            end();
        }
    }

    // A turn outlasts this call, as in BodySender.
    private void writeBlocks() throws IOException {
        prepare();
        while (ready != null && failure == null && !done.isDone() && unflushed < MAX_UNFLUSHED) {
            if (turnBytesLeft <= 0) {
                nextTurn.schedule();
                return;
            }
            Prepared next = ready;
            if (!permits(next.wireBytes())) {
                return;
            }
            ready = null;
            write(next);
            turnBytesLeft -= next.wireBytes();
            prepare();
        }
    }

    // Asks for as much at a time as an uncompressed response does: those who share a limit take turns, and a
    // turn must be worth the same to all.
    private boolean permits(int bytes) {
        long limit = throttle.limit();
        if (credit < bytes) {
            if (asked == 0) {
                asked = limit == Throttle.UNLIMITED ? bytes : (int) Math.max(bytes - credit, portion(limit, bytes));
            }
            if (!throttle.permits(asked)) {
                return false;
            }
            credit += asked;
            asked = 0;
        }
        credit -= bytes;
        return true;
    }

    // No more than what is left will probably take.
    private long portion(long limit, int bytes) {
        long plain = position - first;
        double share = plain == 0 ? 1 : Math.min(1, (double) written / plain);
        return Math.min(Throttle.portion(limit, segmentBytes), bytes + (long) (share * (end - position)));
    }

    private void prepare() {
        if (ready != null || compressing || position == end || failure != null || done.isDone()) {
            return;
        }
        int count = (int) Math.min(blockBytes(), end - position);
        if (!pages.permits(position + count - first)) {
            return;
        }
        if (untried == 0 && acquireWorker()) {
            compress(position, count);
        } else {
            untried = Math.max(0, untried - 1);
            ready = Prepared.of(position, count, null);
        }
        position += count;
    }

    private int blockBytes() {
        int portion = Throttle.portion(throttle.limit(), CompressedBlock.MAX_PLAIN_BYTES);
        return Math.max(MIN_BLOCK_BYTES, portion);
    }

    private boolean acquireWorker() {
        hasWorker = hasWorker || workers.tryAcquire();
        return hasWorker;
    }

    private void compress(long start, int count) {
        compressing = true;
        if (unflushed == 0) {
            starvingSince = System.nanoTime();
        }
        // When the connection fails, done releases the file while a worker still reads it.
        file.retain();
        try {
            workers.run(compressor -> compress(compressor, start, count), problem -> {
                file.release();
                compressed(start, count, null, problem);
            });
        } catch (RejectedExecutionException closing) {
            file.release();
            done.tryFailure(closing);
        }
    }

    // On a worker thread.
    private void compress(Compressor compressor, long start, int count) {
        ByteBuf block = null;
        Throwable problem = null;
        try {
            read(compressor.plain(count), start);
            block = compressor.block(level, context.alloc());
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            problem = e;
        } finally {
            file.release();
        }
        compressed(start, count, block, problem);
    }

    // On a worker thread.
    private void compressed(long start, int count, @Nullable ByteBuf block, @Nullable Throwable problem) {
        try {
            context.executor().execute(() -> compressed(Prepared.of(start, count, block), problem));
        } catch (RejectedExecutionException shutDown) {
            if (block != null) {
                block.release();
            }
        }
    }

    private void read(ByteBuffer to, long start) throws IOException {
        while (to.hasRemaining()) {
            if (file.channel().read(to, start + to.position()) < 0) {
                throw new EOFException("the file was truncated: it ends at byte " + (start + to.position())
                        + " (expected: " + file.size() + ")");
            }
        }
        to.flip();
    }

    private void compressed(Prepared block, @Nullable Throwable problem) {
        compressing = false;
        starved();
        if (problem != null) {
            failed(problem);
        } else if (done.isDone()) {
            if (block.encoded() != null) {
                block.encoded().release();
            }
        } else {
            ready = block;
            untried = block.encoded() == null ? untriedNext : 0;
            untriedNext = block.encoded() == null ? Math.min(MAX_UNTRIED, 2 * untriedNext) : 1;
        }
        fill();
    }

    private void starved() {
        if (starvingSince != 0) {
            starvedNanos += System.nanoTime() - starvingSince;
            starvingSince = 0;
        }
    }

    // Earlier blocks are flushed first, so that the peer can resume after them.
    private void failed(Throwable problem) {
        if (problem instanceof IOException unreadable) {
            failure = unreadable;
        } else {
            done.tryFailure(problem);
        }
    }

    private void write(Prepared block) throws IOException {
        Object message;
        if (block.encoded() == null) {
            Object segment = storing.encode(file, block.start(), block.plainBytes(), context.alloc());
            ByteBuf header = context.alloc().directBuffer(CompressedBlock.HEADER_BYTES);
            CompressedBlock.stored(block.plainBytes()).writeTo(header);
            context.write(new DefaultHttpContent(header));
            message = segment instanceof ByteBuf bytes ? new DefaultHttpContent(bytes) : segment;
        } else {
            message = new DefaultHttpContent(block.encoded());
        }
        written += block.credit();
        unflushed++;
        context.writeAndFlush(message).addListener(sent -> {
            unflushed--;
            if (sent.isSuccess()) {
                flushed(block);
            } else {
                done.tryFailure(sent.cause());
            }
        });
    }

    private void flushed(Prepared block) {
        taken += block.credit();
        flushed = block.start() + block.plainBytes();
        if (block.encoded() == null) {
            metrics.addSent(block.wireBytes(), tls);
        } else {
            metrics.addCompressed(block.wireBytes(), block.plainBytes());
        }
        pages.flushed(flushed - first);
        if (unflushed == 0 && compressing) {
            starvingSince = System.nanoTime();
        }
        fill();
    }

    private void end() {
        if (failure != null) {
            done.tryFailure(failure);
        } else if (!ending && !done.isDone() && flushed == end) {
            ending = true;
            context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT, done);
        }
    }

    private void discardReady() {
        Prepared block = ready;
        ready = null;
        if (block != null && block.encoded() != null) {
            block.encoded().release();
        }
    }
}
