/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a peer's data plane: one exchange after the other. What is read is taken before the next read, and nothing
 * is read while it cannot be taken: nothing queues. Closes itself when the peer is silent for too long while an exchange
 * runs, and when no exchange runs for too long.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline of what fails
final class PeerConnection extends ChannelInboundHandlerAdapter {
    private static final int LOOKS_WITHIN_TIMEOUT = 4;
    private static final long SHORTEST_LOOK_NANOS = 10_000_000;

    /** Bytes that the kernel holds back are seen after one or two. */
    private static final long LONGEST_LOOK_NANOS = 500_000_000;

    private final FetchSettings settings;
    private final ReceiveThrottle intake;
    private final long lookNanos;
    private @Nullable ChannelHandlerContext context;
    private @Nullable ReceiveLowWatermark wakings;
    private @Nullable Exchange exchange;
    private @Nullable Outcome outcome;
    private @Nullable Future<?> clock;
    private @Nullable Throwable failure;
    private long lastByte = System.nanoTime();
    private int exchanges;

    PeerConnection(FetchSettings settings, FetchMetrics meters) {
        this.settings = settings;
        this.intake = new ReceiveThrottle(meters);
        long timeout =
                Math.min(settings.idleTimeout().toNanos(), settings.keepAlive().toNanos());
        this.lookNanos = Math.max(SHORTEST_LOOK_NANOS, Math.min(LONGEST_LOOK_NANOS, timeout / LOOKS_WITHIN_TIMEOUT));
    }

    /** Told once how an exchange ended, on the event loop. */
    interface Outcome {
        /** The body is whole; the connection is open and free. */
        void received();

        /**
         * It is not whole.
         *
         * @param stale whether it failed for no other reason than that the peer had closed this kept connection
         */
        void failed(FetchException failure, boolean stale);
    }

    /** Runs an exchange; on the event loop, while no other runs. */
    void start(Exchange next, Outcome told) {
        exchange = next;
        outcome = told;
        exchanges++;
        lastByte = System.nanoTime();
        wakings().begin(lastByte);
        ChannelHandlerContext channel = context();
        next.ask().attach(channel.executor(), () -> proceed(next));
        intake.begin(next.pace(), channel.executor(), () -> proceed(next));
        HttpRequest head = next.head();
        intake.tellRate(head, settings.maxConnections());
        channel.writeAndFlush(head).addListener(written -> {
            if (!written.isSuccess()) {
                fail(next.lost(written.cause()));
            }
        });
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        wakings = new ReceiveLowWatermark(added.channel());
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        clock = active.executor().scheduleAtFixedRate(this::look, lookNanos, lookNanos, TimeUnit.NANOSECONDS);
        active.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        if (clock != null) {
            clock.cancel(false);
        }
        if (exchange != null) {
            fail(exchange.lost(failure));
        }
        inactive.fireChannelInactive();
    }

    /** Heads and refusals, decoded. */
    @Override
    public void channelRead(ChannelHandlerContext channel, Object message) {
        try {
            if (exchange != null) {
                receive(exchange, message);
            }
        } catch (FetchException e) {
            fail(e);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    /** Anything came. */
    void cameBytes() {
        lastByte = System.nanoTime();
    }

    boolean awaitsHead() {
        return exchange != null && !exchange.begun();
    }

    boolean awaitsBody() {
        return exchange != null && exchange.bodyLeft() > 0;
    }

    boolean isRefused() {
        return exchange != null && exchange.isRefused();
    }

    /** Where the next read should go; null for anywhere. */
    @Nullable
    ByteBuf lend(int most) {
        return awaitsBody() && exchange != null ? exchange.ask().lend(most) : null;
    }

    /** How many bytes the next read may take. */
    int mayRead() {
        return intake.mayRead();
    }

    /** Whether a head is due, and as little as possible of the body with it. */
    boolean awaitsHeadAlone() {
        return awaitsHead() && exchange != null && (exchange.ask().lends() || intake.isLimited());
    }

    /** Bytes of a body, as the socket gave them; the caller releases them. */
    void onBody(ByteBuf bytes) {
        Exchange running = exchange;
        if (running == null) {
            return;
        }
        try {
            int count = bytes.readableBytes();
            boolean all = count <= running.bodyLeft();
            intake.took(count);
            running.onBody(all ? bytes : bytes.readSlice((int) running.bodyLeft()));
            if (running.bodyLeft() == 0) {
                finish(running, all);
            } else {
                wakings().came(count, intake.isLimited() ? 0 : running.bodyLeft(), System.nanoTime());
                proceed(running);
            }
        } catch (FetchException e) {
            fail(e);
        }
        // Writing it can take long, for which the peer is not to blame.
        cameBytes();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext channel, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
            exceptionCaught(channel, handshake.cause());
        }
        channel.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext channel, Throwable cause) {
        failure = cause;
        if (exchange != null) {
            fail(describe(exchange, cause));
        }
        channel.close();
    }

    private static FetchException describe(Exchange running, Throwable cause) {
        FetchException lost = running.lost(cause);
        Throwable root = cause.getCause() == null ? cause : cause.getCause();
        if (cause instanceof SSLException || root instanceof SSLException) {
            return new FetchException(Reason.UNREACHABLE, lost.getMessage() + ": TLS failed, " + root, cause);
        }
        return cause instanceof IOException
                ? lost
                : new FetchException(Reason.PROTOCOL, lost.getMessage() + ": " + cause, cause);
    }

    private void receive(Exchange running, Object message) throws FetchException {
        if (message instanceof HttpResponse response) {
            running.onHead(response);
            if (!running.isRefused() && running.bodyLeft() == 0) {
                finish(running, true);
            } else if (!running.isRefused()) {
                proceed(running);
            }
        }
        if (message instanceof HttpContent content && running.isRefused()) {
            running.onRefusal(content);
            if (content instanceof LastHttpContent) {
                finish(running, true);
            }
        }
    }

    /** @param clean whether nothing came beyond the response */
    private void finish(Exchange running, boolean clean) throws FetchException {
        boolean keep = running.keepsConnection() && clean;
        Outcome told = end();
        if (!keep) {
            context().close();
        }
        told.received();
    }

    /** Reads on, or does not: while the sink is full, or more bytes may not come yet. */
    private void proceed(Exchange running) {
        if (exchange != running) {
            return;
        }
        ChannelConfig config = context().channel().config();
        boolean reads = !running.ask().isFull() && intake.permits(running.bodyLeft());
        if (reads != config.isAutoRead()) {
            cameBytes();
            config.setAutoRead(reads);
        }
    }

    private void fail(FetchException cause) {
        Exchange running = exchange;
        if (running == null) {
            return;
        }
        boolean stale = exchanges > 1 && !running.begun() && cause.reason() == Reason.CONNECTION_LOST;
        Outcome told = end();
        // The rest of its body, if any, is of no use to anybody.
        context().close();
        told.failed(cause, stale);
    }

    private Outcome end() {
        Outcome told = outcome;
        exchange = null;
        outcome = null;
        intake.end();
        context().channel().config().setAutoRead(true);
        if (told == null) {
            throw new IllegalStateException("no exchange is running");
        }
        return told;
    }

    private void look() {
        if (!context().channel().config().isAutoRead()) {
            // It is this side that does not read.
            cameBytes();
        }
        long silence = System.nanoTime() - lastByte;
        if (silence >= lookNanos && wakings().silent()) {
            // What the kernel held back, if anything, comes before the next look.
            return;
        }
        if (exchange == null) {
            if (silence >= settings.keepAlive().toNanos()) {
                context().close();
            }
        } else if (silence >= settings.idleTimeout().toNanos()) {
            FetchException lost = exchange.lost(null);
            fail(new FetchException(
                    Reason.TIMED_OUT,
                    lost.getMessage() + ": no byte for "
                            + settings.idleTimeout().toSeconds() + " s",
                    null));
        }
    }

    private ReceiveLowWatermark wakings() {
        if (wakings == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return wakings;
    }

    private ChannelHandlerContext context() {
        if (context == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return context;
    }
}
