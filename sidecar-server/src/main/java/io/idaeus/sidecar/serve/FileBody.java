/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.throttle.Throttle;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The body of one response, slice by slice as the throttle permits and the disk delivers, at most {@value #MAX_UNFLUSHED} of them unflushed. Plain connections get
 * sendfile regions; with TLS the bytes must pass through this process, so they are read into a buffer. Lives on the
 * channel's event loop; owns its reference to the file.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline of what fails
final class FileBody implements Watchdog.Response {
    private static final int MAX_UNFLUSHED = 2;

    private final ChannelHandlerContext context;
    private final OpenFile file;
    private final int sliceBytes;
    private final int turnBytes;
    private final boolean tls;
    private final ServeMetrics meters;
    private final Pace pace;
    private final NextTurn nextTurn;
    private final @Nullable SourcePages pages;
    private final ChannelPromise done;
    private final long first;
    private final long end;
    private long position;
    private long flushed;
    private int unflushed;
    private boolean filling;
    private boolean ending;

    FileBody(
            ChannelHandlerContext context,
            OpenFile file,
            long first,
            long length,
            Throttle.Flow flow,
            @Nullable ReadAhead readAhead,
            ServeSettings settings,
            ServeMetrics meters) {
        this.context = context;
        this.file = file;
        this.first = first;
        this.position = first;
        this.end = first + length;
        this.sliceBytes = settings.sliceBytes();
        this.turnBytes = settings.turnBytes();
        this.tls = settings.tls() != null;
        this.meters = meters;
        this.pace = new Pace(flow, context.executor(), this::fill);
        this.nextTurn = new NextTurn(context.executor(), this::fill);
        this.pages = readAhead == null ? null : readAhead.pages(file, first, end, context.executor(), this::fill);
        this.done = context.newPromise();
    }

    /** Sends it; the future ends when the last byte is flushed, or fails when one cannot be. */
    Future<Void> start() {
        done.addListener(ended -> {
            pace.end();
            if (pages != null) {
                pages.end();
            }
            file.release();
        });
        fill();
        return done;
    }

    @Override
    public long heldBackNanos() {
        return pace.waitedNanos();
    }

    /** More or less: what the kernel still holds counts as taken. */
    @Override
    public long bytesTaken() {
        ChannelOutboundBuffer pending = context.channel().unsafe().outboundBuffer();
        if (pending == null) {
            return flushed;
        }
        if (tls) {
            return position - pending.totalPendingWriteBytes();
        }
        return pending.current() instanceof FileSlice current ? flushed + current.transferred() : flushed;
    }

    /**
     * Fills up what may be unflushed. A slice that is flushed at once comes back here: one loop, no recursion. While the
     * reader keeps up that could go on to the end of the file, so it ends after a turn, and others have theirs.
     */
    private void fill() {
        if (filling || nextTurn.isDue()) {
            return;
        }
        filling = true;
        long turnEnds = position + turnBytes;
        try {
            while (position < end && unflushed < MAX_UNFLUSHED && !done.isDone()) {
                if (position >= turnEnds) {
                    nextTurn.ask();
                    return;
                }
                if (!mayGo(nextSlice())) {
                    return;
                }
                writeSlice();
            }
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            done.tryFailure(e);
        } finally {
            filling = false;
        }
        if (position == end && unflushed == 0 && !done.isDone() && !ending) {
            ending = true;
            context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT, done);
        }
    }

    /** In this order: what the throttle has granted must go. */
    private boolean mayGo(int bytes) {
        return (pages == null || pages.permits(position + bytes)) && pace.permits(bytes);
    }

    private void writeSlice() throws IOException {
        int count = nextSlice();
        Object slice = tls ? read(position, count) : new FileSlice(file, position, count);
        position += count;
        unflushed++;
        context.writeAndFlush(slice).addListener(written -> {
            unflushed--;
            if (written.isSuccess()) {
                flushed += count;
                meters.addSent(count, tls);
                if (pages != null) {
                    pages.flushed(first + flushed);
                }
                fill();
            } else {
                done.tryFailure(written.cause());
            }
        });
    }

    private int nextSlice() {
        return (int) Math.min(pace.slice(sliceBytes), end - position);
    }

    private ByteBuf read(long from, int count) throws IOException {
        ByteBuf buffer = context.alloc().directBuffer(count, count);
        boolean handedOver = false;
        try {
            while (buffer.isWritable()) {
                int read = buffer.writeBytes(file.channel(), from + buffer.writerIndex(), buffer.writableBytes());
                if (read < 0) {
                    throw new EOFException("the file ends at " + (from + buffer.writerIndex()) + ": it was truncated");
                }
            }
            handedOver = true;
            return buffer;
        } finally {
            if (!handedOver) {
                buffer.release();
            }
        }
    }
}
