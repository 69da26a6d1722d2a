/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.wire.MinRate;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: a request, its response, the next request. Reads nothing while it responds, so that pipelined requests
 * wait in the kernel and in the flow control before it. A connection above a limit, or of a caller who may not call, gets
 * one refusal. When the connection is to end, what the peer still sends is read and dropped, lest the kernel reset it
 * before the peer has the answer.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline of what fails
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

    /** The user event that ends the connection after the response in flight. */
    static final Object DRAIN = new Object();

    private enum State {
        /** A read is under way for the next part of a request. */
        READING,
        RESPONDING,
        /** Between a response and the next read. */
        RESTING,
        /** What comes is dropped. */
        CLOSING
    }

    /** What follows a response. */
    private enum After {
        NEXT,
        CLOSE,
        LINGER
    }

    /** How long a refused peer may take to read why. */
    private static final long LINGER_SECONDS = 2;

    private final Responder responder;
    private final ChecksumWorkers workers;
    private final Flows flows;
    private final @Nullable ReadAhead readAhead;
    private final ServeSettings settings;
    private final ServeMetrics meters;
    private final Clock clock;
    private @Nullable ProblemException refusal;
    private @Nullable HttpRequest request;

    /** The request, where it is one for many components. */
    private @Nullable BundleRequest bundle;

    private @Nullable Watchdog watchdog;
    private State state = State.READING;
    private boolean draining;

    ConnectionHandler(
            Responder responder,
            ChecksumWorkers workers,
            Flows flows,
            @Nullable ReadAhead readAhead,
            ServeSettings settings,
            ServeMetrics meters,
            Clock clock,
            @Nullable ProblemException refusal) {
        this.responder = responder;
        this.workers = workers;
        this.flows = flows;
        this.readAhead = readAhead;
        this.settings = settings;
        this.meters = meters;
        this.clock = clock;
        this.refusal = refusal;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        watchdog = new Watchdog(context, settings, meters);
        context.read();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        watchdog().stop();
        context.fireChannelInactive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == DRAIN) {
            draining = true;
            if (state == State.READING || state == State.RESTING) {
                context.close();
            }
        } else if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
            authorize(context);
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (state == State.CLOSING) {
                return;
            }
            if (message instanceof HttpRequest head) {
                begin(context, head);
            } else if (message instanceof HttpContent content && request != null) {
                if (bundle != null) {
                    bundle.add(content.content());
                }
                if (content instanceof LastHttpContent) {
                    respond(context, request);
                }
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (state == State.READING || state == State.CLOSING) {
            context.read();
        }
        context.fireChannelReadComplete();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException || cause.getCause() instanceof IOException) {
            LOG.debug("{}: the connection failed", context.channel(), cause);
        } else {
            LOG.warn("{}: the connection is closed after a failure", context.channel(), cause);
        }
        context.close();
    }

    private void authorize(ChannelHandlerContext context) {
        try {
            settings.callers().check(certificate(context));
        } catch (ProblemException notAllowed) {
            LOG.info("{}: refused, {}", context.channel().remoteAddress(), notAllowed.getMessage());
            refusal = notAllowed;
        }
    }

    private static @Nullable X509Certificate certificate(ChannelHandlerContext context) {
        try {
            SslHandler tls = context.pipeline().get(SslHandler.class);
            return (X509Certificate) tls.engine().getSession().getPeerCertificates()[0];
        } catch (SSLPeerUnverifiedException none) {
            return null;
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest head) {
        request = head;
        if (head.decoderResult().isFailure()) {
            respond(context, head);
            return;
        }
        try {
            bundle = BundleRequest.of(head, meters);
        } catch (ProblemException untakable) {
            respond(context, head, responder.refusal(head, refusal == null ? untakable : refusal));
        }
    }

    private void respond(ChannelHandlerContext context, HttpRequest asked) {
        respond(context, asked, answer(asked));
    }

    private Answer answer(HttpRequest asked) {
        if (refusal != null) {
            return responder.refusal(asked, refusal);
        }
        return bundle == null ? responder.answer(asked) : responder.answer(asked, bundle);
    }

    private void respond(ChannelHandlerContext context, HttpRequest asked, Answer answer) {
        state = State.RESPONDING;
        request = null;
        bundle = null;
        Future<Void> sent;
        After after;
        if (answer instanceof Answer.Body body) {
            after = finish(body.head(), asked, false);
            context.write(body.head());
            FileBody sender = new FileBody(
                    context,
                    body.file(),
                    body.first(),
                    body.length(),
                    flows.enter(body.snapshot()),
                    readAhead,
                    settings,
                    meters);
            watchdog()
                    .responding(sender, ReaderRate.of(settings, asked.headers().get(MinRate.HEADER)));
            sent = sender.start();
            sent.addListener(ended -> flows.leave(body.snapshot()));
        } else if (answer instanceof Answer.Bundle many) {
            after = finish(many.head(), asked, false);
            sent = send(context, asked, many);
        } else if (answer instanceof Answer.Checksums checksums) {
            after = finish(checksums.head(), asked, false);
            context.write(checksums.head());
            watchdog().responding(Watchdog.Response.OF_THE_DISK);
            sent = new ChecksumBody(context, checksums, workers).start();
        } else {
            Answer.Complete whole = (Answer.Complete) answer;
            after = finish(whole.response(), asked, whole.close());
            watchdog().responding(Watchdog.Response.SHORT);
            sent = context.writeAndFlush(whole.response());
        }
        sent.addListener(ended -> responded(context, asked, after, ended.cause()));
    }

    private Future<Void> send(ChannelHandlerContext context, HttpRequest asked, Answer.Bundle many) {
        // At once: it may be the only thing that can be sent.
        context.writeAndFlush(many.head());
        BundleBody sender =
                new BundleBody(context, many.parts(), flows.enter(many.snapshot()), readAhead, settings, meters);
        watchdog().responding(sender, ReaderRate.of(settings, asked.headers().get(MinRate.HEADER)));
        return sender.start().addListener(ended -> flows.leave(many.snapshot()));
    }

    /** Completes the head, and says what follows. */
    private After finish(HttpResponse head, HttpRequest asked, boolean refused) {
        boolean keepAlive = !refused && !draining && HttpUtil.isKeepAlive(asked);
        HttpUtil.setKeepAlive(head.headers(), asked.protocolVersion(), keepAlive);
        head.headers().set(HttpHeaderNames.DATE, DateFormatter.format(Date.from(clock.instant())));
        meters.responded(head.status().code());
        return keepAlive ? After.NEXT : refused ? After.LINGER : After.CLOSE;
    }

    private void responded(ChannelHandlerContext context, HttpRequest asked, After after, @Nullable Throwable failure) {
        if (failure != null) {
            LOG.debug("{} {}: the response ended early", context.channel(), asked.uri(), failure);
            meters.aborted();
            context.close();
        } else if (after == After.LINGER) {
            linger(context);
        } else if (after == After.CLOSE || draining) {
            context.close();
        } else {
            state = State.RESTING;
            watchdog().requestDue();
            // Not from here: a queue of pipelined requests would make one deep recursion.
            context.executor().execute(() -> readNext(context));
        }
    }

    private void readNext(ChannelHandlerContext context) {
        if (state == State.RESTING) {
            state = State.READING;
            context.read();
        }
    }

    private void linger(ChannelHandlerContext context) {
        state = State.CLOSING;
        Channel channel = context.channel();
        if (settings.tls() != null || !(channel instanceof DuplexChannel duplex)) {
            context.close();
            return;
        }
        watchdog().requestDue();
        context.executor().schedule(() -> context.close(), LINGER_SECONDS, TimeUnit.SECONDS);
        duplex.shutdownOutput().addListener(done -> {
            if (done.isSuccess()) {
                context.read();
            } else {
                context.close();
            }
        });
    }

    private Watchdog watchdog() {
        if (watchdog == null) {
            throw new IllegalStateException("no watchdog before the channel is active");
        }
        return watchdog;
    }
}
