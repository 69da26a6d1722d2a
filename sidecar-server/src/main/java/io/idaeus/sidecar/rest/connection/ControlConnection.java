/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.connection;

import io.idaeus.sidecar.admission.ConnectionBudget;
import io.micronaut.http.server.netty.NettyHttpRequest;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of the control plane: a request, its answer, the next request. Reads no further while a request waits
 * for the answer before it. Closes the connection where a request does not arrive whole in time, and after an answer
 * other than 200 to a caller who has not authenticated. Lives on the channel's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
public final class ControlConnection extends ChannelDuplexHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ControlConnection.class);

    private static final AttributeKey<ControlConnection> KEY =
            AttributeKey.valueOf(ControlConnection.class, "connection");

    private final ConnectionBudget.Guest guest;
    private final Duration requestTimeout;
    private final Runnable dropped;
    private final boolean healthOnly;

    // Runs while a request is expected or arrives.
    private @Nullable Future<?> timer;

    // Messages that arrived after a request that is not answered yet. A caller who pipelines and reads no answers would
    // otherwise fill the heap with them.
    private final Deque<Object> held = new ArrayDeque<>();

    private int unanswered;
    private boolean readHeldBack;
    private boolean arriving;
    private boolean messageRead;
    private boolean closing;
    private boolean dropping;

    ControlConnection(ConnectionBudget.Guest guest, Duration requestTimeout, Runnable dropped, boolean healthOnly) {
        this.guest = guest;
        this.requestTimeout = requestTimeout;
        this.dropped = dropped;
        this.healthOnly = healthOnly;
    }

    /** The connection that a request came on; null outside of a server. */
    public static @Nullable ControlConnection of(io.micronaut.http.HttpRequest<?> request) {
        return request instanceof NettyHttpRequest<?> netty
                ? netty.getChannelHandlerContext().channel().attr(KEY).get()
                : null;
    }

    /** Whether nobody reads the answer any more. */
    public static boolean isClosed(io.micronaut.http.HttpRequest<?> request) {
        return request instanceof NettyHttpRequest<?> netty
                && !netty.getChannelHandlerContext().channel().isActive();
    }

    /**
     * Its caller may call.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException TOO_MANY_REQUESTS or OVERLOADED
     */
    public void authenticate() {
        guest.authenticate();
    }

    public boolean isHealthOnly() {
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
        held.forEach(ReferenceCountUtil::release);
        held.clear();
    }

    @Override
    public void read(ChannelHandlerContext context) {
        if (held.isEmpty()) {
            context.read();
        } else {
            readHeldBack = true;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        messageRead = true;
        if (dropping) {
            ReferenceCountUtil.release(message);
        } else if (!held.isEmpty() || (message instanceof HttpRequest && unanswered > 0)) {
            held.add(message);
        } else {
            pass(context, message);
        }
    }

    private void pass(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            if (!guest.serve()) {
                // It makes room for another one. What is not begun can be repeated.
                dropping = true;
                ReferenceCountUtil.release(message);
                context.close();
                return;
            }
            unanswered++;
            arriving = true;
            startTimer(context);
        }
        if (message instanceof LastHttpContent) {
            arriving = false;
            stopTimer();
            if (unanswered == 0) {
                guest.rest();
            }
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
            // RFC 9112, 2.3: the server's own, whatever the request named.
            response.setProtocolVersion(HttpVersion.HTTP_1_1);
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
        } else if (unanswered == 0 && !held.isEmpty()) {
            // Not directly: many pipelined requests would recurse deeply.
            context.executor().execute(() -> passHeld(context));
        } else if (unanswered == 0) {
            if (!arriving) {
                guest.rest();
            }
            if (!guest.isAuthenticated()) {
                startTimer(context);
            }
        }
    }

    /** The next request, as far as it has arrived. */
    private void passHeld(ChannelHandlerContext context) {
        if (unanswered > 0 || held.isEmpty() || !context.channel().isActive()) {
            return;
        }
        do {
            pass(context, held.remove());
        } while (!held.isEmpty() && !(held.peek() instanceof HttpRequest));
        context.fireChannelReadComplete();
        if (held.isEmpty() && readHeldBack) {
            readHeldBack = false;
            context.read();
        }
    }

    /** Closes the connection where the codec fails, for instance on too many requests in one packet. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof DecoderException) {
            LOG.debug("{}: closed: {}", context.channel(), String.valueOf(cause.getCause()));
            context.close();
        } else {
            context.fireExceptionCaught(cause);
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
