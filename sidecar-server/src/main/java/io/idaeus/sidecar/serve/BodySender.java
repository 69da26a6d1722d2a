/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.serve.file.FileSegment;
import io.idaeus.sidecar.serve.page.BodyPages;
import io.idaeus.sidecar.serve.page.ReadAhead;
import io.idaeus.sidecar.throttle.Throttle;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Sends one response body as fast as throttle, disk and peer allow, with at most {@value #MAX_UNFLUSHED} segments
 * unflushed. Closes its source at the end. Lives on the channel's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
final class BodySender implements Watchdog.Progress {
    // More files in one turn would make other connections of the event loop wait.
    static final int FILES_PER_TURN = 64;

    private static final int MAX_UNFLUSHED = 2;

    private final ChannelHandlerContext context;
    private final BodySource source;
    private final int turnBytes;
    private final boolean tls;
    private final ServeMetrics metrics;
    private final SendThrottle throttle;
    private final NextTurn nextTurn;
    private final BodyPages pages;
    private final ChannelPromise done;
    private long written;
    private long flushed;
    private int unflushed;
    private int turnBytesLeft;
    private int turnFilesLeft;
    private boolean filling;
    private boolean ending;

    // Why the source has no further segment. Earlier segments are flushed first, so that the peer can resume after
    // them.
    private @Nullable IOException failure;

    BodySender(
            ChannelHandlerContext context,
            BodySource source,
            Throttle.Flow flow,
            @Nullable ReadAhead readAhead,
            ServeSettings settings,
            ServeMetrics metrics) {
        this.context = context;
        this.source = source;
        this.turnBytes = settings.turnBytes();
        this.tls = settings.tls() != null;
        this.metrics = metrics;
        this.throttle = new SendThrottle(flow, context.executor(), this::fill);
        this.nextTurn = new NextTurn(context.executor(), this::beginTurn);
        this.pages = readAhead == null ? BodyPages.NONE : source.readAhead(readAhead, context.executor(), this::fill);
        this.done = context.newPromise();
    }

    /** Completes when the last byte is flushed, or fails. */
    Future<Void> start() {
        done.addListener(ended -> {
            throttle.end();
            pages.end();
            source.close();
        });
        beginTurn();
        return done;
    }

    @Override
    public long throttledNanos() {
        return throttle.waitedNanos();
    }

    /** An estimate: counts bytes that the kernel still holds. */
    @Override
    public long bytesTaken() {
        ChannelOutboundBuffer pending = context.channel().unsafe().outboundBuffer();
        if (pending == null) {
            return flushed;
        }
        if (tls) {
            return written - pending.totalPendingWriteBytes();
        }
        return pending.current() instanceof FileSegment current ? flushed + current.transferred() : flushed;
    }

    private void beginTurn() {
        turnBytesLeft = turnBytes;
        turnFilesLeft = FILES_PER_TURN;
        fill();
    }

    private void fill() {
        // A segment that is flushed at once comes back here while the loop below runs.
        if (filling || nextTurn.isScheduled()) {
            return;
        }
        filling = true;
        try {
            writeSegments();
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

    // A fast peer must not keep the event loop to itself. A turn outlasts this call: Netty continues a flush by
    // tasks that run before sockets and timers, and each segment that such a task sends brings the next one here.
    private void writeSegments() throws IOException {
        while (hasNext() && unflushed < MAX_UNFLUSHED) {
            if (turnFilesLeft <= 0 || turnBytesLeft <= 0) {
                nextTurn.schedule();
                return;
            }
            int next = source.nextBytes(throttle.limit());
            // The throttle last: a permission must be used. After a wait it permits the next segment, whatever its
            // size.
            if (!pages.permits(written + next) || !throttle.permits(next)) {
                return;
            }
            turnFilesLeft -= source.nextFiles();
            write(source.next(context.alloc()));
            turnBytesLeft -= next;
        }
    }

    private boolean hasNext() {
        return failure == null && !done.isDone() && source.hasNext();
    }

    private void write(Object segment) {
        boolean sendfile = segment instanceof FileSegment;
        int bytes = sendfile ? (int) ((FileSegment) segment).count() : ((ByteBuf) segment).readableBytes();
        written += bytes;
        unflushed++;
        context.writeAndFlush(segment).addListener(sent -> {
            unflushed--;
            if (sent.isSuccess()) {
                flushed(bytes, sendfile);
            } else {
                done.tryFailure(sent.cause());
            }
        });
    }

    private void flushed(int bytes, boolean sendfile) {
        flushed += bytes;
        if (sendfile || tls) {
            metrics.addSent(bytes, tls);
        } else {
            // Without TLS only a bundle's small files and trailers come in buffers.
            metrics.addCopied(bytes);
        }
        pages.flushed(flushed);
        fill();
    }

    private void end() {
        if (failure != null) {
            done.tryFailure(failure);
        } else if (!ending && !done.isDone() && !source.hasNext()) {
            ending = true;
            context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT, done);
        }
    }
}
