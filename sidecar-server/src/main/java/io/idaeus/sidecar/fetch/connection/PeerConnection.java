/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.idaeus.sidecar.fetch.request.CallFailure;
import io.idaeus.sidecar.fetch.request.PeerCallException;
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
 * A connection to a peer, for one exchange after another, on its event loop. Shortly before the end of a body it takes the
 * next request, so that no round trip is lost between two exchanges. Closes itself after the idle timeout during an
 * exchange, otherwise after the keep-alive time.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
final class PeerConnection extends ChannelInboundHandlerAdapter {
    private static final int CHECKS_PER_TIMEOUT = 4;
    private static final long MIN_CHECK_NANOS = 10_000_000;

    // The first or second check brings in bytes that the kernel holds back below the low watermark.
    private static final long MAX_CHECK_NANOS = 500_000_000;

    private final ConnectionSettings settings;
    private final ReceiveThrottle throttle;
    private final long checkNanos;
    private @Nullable ChannelHandlerContext context;
    private @Nullable ReceiveLowWatermark lowWatermark;
    private final RequestLead lead = new RequestLead();
    private @Nullable Exchange exchange;
    private @Nullable Outcome outcome;

    // Its request is sent, its response follows the one of the exchange.
    private @Nullable Exchange next;
    private @Nullable Outcome nextOutcome;
    private boolean closesAfterExchange;
    private @Nullable Future<?> checks;
    private @Nullable Throwable failure;
    private long addedAt;
    private long lastByteAt = System.nanoTime();
    private int exchangesStarted;

    PeerConnection(ConnectionSettings settings, ConnectionCounters counters) {
        this.settings = settings;
        this.throttle = new ReceiveThrottle(counters);
        long timeout =
                Math.min(settings.idleTimeout().toNanos(), settings.keepAlive().toNanos());
        this.checkNanos = Math.max(MIN_CHECK_NANOS, Math.min(MAX_CHECK_NANOS, timeout / CHECKS_PER_TIMEOUT));
    }

    /** Once per exchange, on the event loop. */
    interface Outcome {
        void received();

        /** The connection can take the next exchange: the rest of the body arrives within about two round trips. */
        void nearlyReceived();

        /** @param stale whether the peer had merely closed this kept connection, or an earlier exchange failed on it */
        void failed(Throwable failure, boolean stale);
    }

    /** On the event loop, between exchanges or after {@link Outcome#nearlyReceived}. */
    void start(Exchange started, Outcome listener) {
        HttpRequest head;
        try {
            head = started.request().message();
            ReceiveThrottle.announceRate(head, started.pace(), settings.maxConnections());
        } catch (RuntimeException | Error defect) {
            // Nothing was sent: an exchange before this one goes on.
            listener.failed(defect, false);
            return;
        }
        exchangesStarted++;
        if (exchange != null) {
            next = started;
            nextOutcome = listener;
        } else {
            exchange = started;
            outcome = listener;
            try {
                begin(started);
                lead.requested(lastByteAt);
            } catch (RuntimeException | Error defect) {
                fail(defect);
                return;
            }
        }
        send(started, head);
    }

    /** On the event loop. An exchange before this one goes on. */
    void cancel(Exchange cancelled) {
        if (cancelled != next) {
            context().close();
            return;
        }
        Outcome listener = nextOutcome;
        next = null;
        nextOutcome = null;
        closesAfterExchange = true;
        if (listener != null) {
            listener.failed(cancelled.connectionLost(null), false);
        }
    }

    private void begin(Exchange started) {
        ChannelHandlerContext channel = context();
        lastByteAt = System.nanoTime();
        lowWatermark().begin(lastByteAt);
        started.sink().attach(channel.executor(), () -> proceed(started));
        throttle.begin(started.pace(), channel.executor(), () -> proceed(started));
    }

    private void send(Exchange started, HttpRequest head) {
        context().writeAndFlush(head).addListener(written -> {
            if (!written.isSuccess() && (started == exchange || started == next)) {
                fail(started.connectionLost(written.cause()));
            }
        });
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        addedAt = System.nanoTime();
        lowWatermark = new ReceiveLowWatermark(added.channel());
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        lead.roundTrip(System.nanoTime() - addedAt);
        checks =
                active.executor().scheduleAtFixedRate(this::checkSilence, checkNanos, checkNanos, TimeUnit.NANOSECONDS);
        active.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        if (checks != null) {
            checks.cancel(false);
        }
        if (exchange != null) {
            fail(exchange.connectionLost(failure));
        }
        failNext(failure);
        inactive.fireChannelInactive();
    }

    // Heads and refusals; bodies bypass the decoder.
    @Override
    public void channelRead(ChannelHandlerContext channel, Object message) {
        try {
            if (exchange != null) {
                receive(exchange, message);
            }
        } catch (PeerCallException | IOException e) {
            fail(e);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    void sawBytes() {
        lastByteAt = System.nanoTime();
    }

    boolean awaitsHead() {
        return exchange != null && !exchange.hasBegun();
    }

    boolean awaitsBody() {
        return exchange != null && exchange.bodyLeft() > 0;
    }

    boolean isRefused() {
        return exchange != null && exchange.isRefused();
    }

    /** Null for any buffer. */
    @Nullable
    ByteBuf lend(int most) {
        Exchange running = exchange;
        if (!awaitsBody() || running == null) {
            return null;
        }
        // Not beyond the response: what follows belongs to another one, whose sink may keep the buffer.
        long left = running.certainlyLeft();
        return running.sink().lend(left > 0 ? (int) Math.min(most, left) : most);
    }

    int mayRead() {
        return throttle.mayRead();
    }

    // A head is due, and should arrive with as little of the body as possible.
    boolean awaitsHeadAlone() {
        return awaitsHead() && exchange != null && (exchange.sink().lends() || throttle.isLimited());
    }

    /** The caller releases the bytes. */
    void onBody(ByteBuf bytes) {
        Exchange running = exchange;
        if (running == null) {
            return;
        }
        try {
            int readable = bytes.readableBytes();
            boolean allBody = running.onBody(bytes);
            if (allBody) {
                // Also where the sink kept the buffer: what is left belongs to the next response.
                bytes.skipBytes(bytes.readableBytes());
            }
            int count = readable - bytes.readableBytes();
            throttle.received(count);
            lead.received(count);
            if (running.bodyLeft() == 0) {
                finish(running, allBody || next != null);
            } else {
                // Under a limit it is this side that pauses: every byte has to be seen at once.
                lowWatermark().received(count, throttle.isLimited() ? 0 : running.certainlyLeft(), System.nanoTime());
                proceed(running);
                announceEnd(running);
            }
        } catch (PeerCallException | IOException e) {
            fail(e);
        }
        // A slow write is not the peer's silence.
        sawBytes();
    }

    private void announceEnd(Exchange running) {
        // Under a rate limit the next exchange would wait long for this one.
        if (running == exchange
                && outcome != null
                && !throttle.isLimited()
                && running.isKeptAlive()
                && running.certainlyLeft() > 0
                && lead.isReached(running.bodyLeft(), System.nanoTime())) {
            outcome.nearlyReceived();
        }
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

    private static PeerCallException describe(Exchange running, Throwable cause) {
        PeerCallException lost = running.connectionLost(cause);
        Throwable root = cause.getCause() == null ? cause : cause.getCause();
        if (cause instanceof SSLException || root instanceof SSLException) {
            return new PeerCallException(CallFailure.UNREACHABLE, lost.getMessage() + ": TLS failed, " + root, cause);
        }
        return cause instanceof IOException
                ? lost
                : new PeerCallException(CallFailure.PROTOCOL, lost.getMessage() + ": " + cause, cause);
    }

    private void receive(Exchange running, Object message) throws PeerCallException, IOException {
        if (message instanceof HttpResponse response) {
            running.onHead(response);
            lead.begun(System.nanoTime());
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

    // clean: no byte arrived beyond the response
    private void finish(Exchange running, boolean clean) throws PeerCallException {
        boolean keep = running.end() && clean && !closesAfterExchange;
        Outcome listener = end();
        if (!keep) {
            context().close();
        }
        listener.received();
        if (keep) {
            beginNext();
        }
    }

    private void beginNext() {
        Exchange following = next;
        if (following != null && exchange == null) {
            exchange = following;
            outcome = nextOutcome;
            next = null;
            nextOutcome = null;
            begin(following);
        }
    }

    private void proceed(Exchange running) {
        if (exchange != running) {
            return;
        }
        ChannelConfig config = context().channel().config();
        boolean reads = !running.sink().isFull() && throttle.permits(running.bodyLeft());
        if (reads != config.isAutoRead()) {
            sawBytes();
            config.setAutoRead(reads);
        }
    }

    private void fail(Throwable cause) {
        Exchange running = exchange;
        if (running == null) {
            return;
        }
        boolean stale = exchangesStarted > 1 && !running.hasBegun() && isConnectionLost(cause);
        Outcome listener = end();
        // The rest of the body would be taken for the next response.
        context().close();
        listener.failed(cause, stale);
        failNext(cause);
    }

    private void failNext(@Nullable Throwable cause) {
        Exchange following = next;
        Outcome listener = nextOutcome;
        next = null;
        nextOutcome = null;
        if (following != null && listener != null) {
            listener.failed(following.connectionLost(cause), true);
        }
    }

    private static boolean isConnectionLost(Throwable cause) {
        return cause instanceof PeerCallException failure && failure.reason() == CallFailure.CONNECTION_LOST;
    }

    private Outcome end() {
        Outcome listener = outcome;
        exchange = null;
        outcome = null;
        throttle.end();
        context().channel().config().setAutoRead(true);
        if (listener == null) {
            throw new IllegalStateException("no exchange is running");
        }
        return listener;
    }

    private void checkSilence() {
        if (!context().channel().config().isAutoRead()) {
            // This side is not reading.
            sawBytes();
        }
        long silence = System.nanoTime() - lastByteAt;
        if (silence >= checkNanos && lowWatermark().silent()) {
            // Bytes that the kernel held back arrive before the next check.
            return;
        }
        if (exchange == null) {
            if (silence >= unusedFor()) {
                context().close();
            }
        } else if (silence >= settings.idleTimeout().toNanos()) {
            PeerCallException lost = exchange.connectionLost(null);
            fail(new PeerCallException(
                    CallFailure.TIMED_OUT,
                    lost.getMessage() + ": no byte for "
                            + settings.idleTimeout().toSeconds() + " s",
                    null));
        }
    }

    private long unusedFor() {
        long keepAlive = settings.keepAlive().toNanos();
        // The caller that opened a new connection uses it soon: nobody retries a first exchange that finds it closed.
        return exchangesStarted == 0
                ? Math.max(keepAlive, settings.connectTimeout().toNanos())
                : keepAlive;
    }

    private ReceiveLowWatermark lowWatermark() {
        if (lowWatermark == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return lowWatermark;
    }

    private ChannelHandlerContext context() {
        if (context == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return context;
    }
}
