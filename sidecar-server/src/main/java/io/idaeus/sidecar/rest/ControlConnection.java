/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.sidecar.admission.ConnectionBudget;
import io.micronaut.http.server.netty.NettyHttpRequest;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the control plane. Closes it where a request does not arrive whole in time, and after an answer
 * other than 200 to a caller who has not authenticated. Lives on the channel's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
final class ControlConnection extends ChannelDuplexHandler {
    private static final AttributeKey<ControlConnection> KEY =
            AttributeKey.valueOf(ControlConnection.class, "connection");

    private final ConnectionBudget.Guest guest;
    private final Duration requestTimeout;
    private final Runnable dropped;
    private final boolean healthOnly;

    // Runs while a request is expected or arrives.
    private @Nullable Future<?> timer;

    private int unanswered;
    private boolean arriving;
    private boolean messageRead;
    private boolean closing;

    ControlConnection(ConnectionBudget.Guest guest, Duration requestTimeout, Runnable dropped, boolean healthOnly) {
        this.guest = guest;
        this.requestTimeout = requestTimeout;
        this.dropped = dropped;
        this.healthOnly = healthOnly;
    }

    /** The connection that a request came on; null outside of a server. */
    static @Nullable ControlConnection of(io.micronaut.http.HttpRequest<?> request) {
        return request instanceof NettyHttpRequest<?> netty
                ? netty.getChannelHandlerContext().channel().attr(KEY).get()
                : null;
    }

    /** Whether nobody reads the answer any more. */
    static boolean isClosed(io.micronaut.http.HttpRequest<?> request) {
        return request instanceof NettyHttpRequest<?> netty
                && !netty.getChannelHandlerContext().channel().isActive();
    }

    /**
     * Its caller may call.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException TOO_MANY_REQUESTS or OVERLOADED
     */
    void authenticate() {
        guest.authenticate();
    }

    boolean isHealthOnly() {
        return healthOnly;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        context.channel().attr(KEY).set(this);
        startTimer(context);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        stopTimer();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        messageRead = true;
        if (message instanceof HttpRequest) {
            unanswered++;
            arriving = true;
            guest.serve();
            startTimer(context);
        }
        if (message instanceof LastHttpContent) {
            arriving = false;
            stopTimer();
            if (closing && unanswered == 0) {
                context.close();
            }
        }
        context.fireChannelRead(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!messageRead && unanswered == 0) {
            // The codec holds a part of a head.
            startTimer(context);
        }
        messageRead = false;
        context.fireChannelReadComplete();
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof HttpResponse response) {
            if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
                context.write(message, promise);
                return;
            }
            if (!response.status().equals(HttpResponseStatus.OK) && !guest.isAuthenticated()) {
                closing = true;
                HttpUtil.setKeepAlive(response, false);
            }
        }
        if (message instanceof LastHttpContent) {
            context.write(message, promise.unvoid()).addListener(sent -> answered(context));
        } else {
            context.write(message, promise);
        }
    }

    private void answered(ChannelHandlerContext context) {
        unanswered = Math.max(0, unanswered - 1);
        if (closing) {
            // Closed with unread bytes, the peer would be reset before it has read the response.
            if (!arriving && unanswered == 0) {
                context.close();
            }
        } else if (unanswered == 0) {
            guest.rest();
            if (!guest.isAuthenticated()) {
                startTimer(context);
            }
        }
    }

    private void startTimer(ChannelHandlerContext context) {
        if (timer == null) {
            timer = context.executor().schedule(() -> late(context), requestTimeout.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void late(ChannelHandlerContext context) {
        if (!closing) {
            dropped.run();
        }
        context.close();
    }
}
