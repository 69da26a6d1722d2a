/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a peer's data plane: one exchange after the other. Reads at will, because what is read is checked and
 * written before the next read: nothing queues. Closes itself when the peer is silent for too long while an exchange runs,
 * and when no exchange runs for too long.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline of what fails
final class PeerConnection extends ChannelInboundHandlerAdapter {
    private final FetchSettings settings;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Exchange exchange;
    private @Nullable Outcome outcome;
    private @Nullable Future<?> clock;
    private @Nullable Throwable failure;
    private long lastByte = System.nanoTime();
    private int exchanges;

    PeerConnection(FetchSettings settings) {
        this.settings = settings;
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
        ChannelHandlerContext channel = context();
        channel.writeAndFlush(next.head()).addListener(written -> {
            if (!written.isSuccess()) {
                fail(next.lost(written.cause()));
            }
        });
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        long period = Math.max(
                10,
                Math.min(settings.idleTimeout().toMillis(), settings.keepAlive().toMillis()) / 4);
        clock = active.executor().scheduleAtFixedRate(this::look, period, period, TimeUnit.MILLISECONDS);
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

    @Override
    public void channelRead(ChannelHandlerContext channel, Object message) {
        try {
            if (exchange == null) {
                // Nothing was asked for: whatever this is, the connection is of no use.
                channel.close();
            } else {
                receive(exchange, message);
            }
        } catch (FetchException e) {
            fail(e);
        } finally {
            ReferenceCountUtil.release(message);
        }
        lastByte = System.nanoTime();
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
        }
        if (message instanceof HttpContent content && running.onContent(content)) {
            boolean keep = running.keepsConnection();
            Outcome told = end();
            if (!keep) {
                context().close();
            }
            told.received();
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
        if (told == null) {
            throw new IllegalStateException("no exchange is running");
        }
        return told;
    }

    private void look() {
        long silence = System.nanoTime() - lastByte;
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

    private ChannelHandlerContext context() {
        if (context == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return context;
    }
}
