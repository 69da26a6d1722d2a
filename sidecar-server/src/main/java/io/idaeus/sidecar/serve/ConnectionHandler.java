/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.admission.ConnectionBudget;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.serve.request.BundleRequest;
import io.idaeus.sidecar.wire.MinRate;
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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: a request, its response, the next request. Reads nothing while it responds. Refuses once, then
 * closes, a connection above a limit or of a caller that is not allowed. It has authenticated with an allowed
 * certificate or, without TLS, with its first request head. Lives on the channel's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

    /** The user event that closes the connection after the response in flight. */
    static final Object DRAIN = new Object();

    private enum State {
        READING,
        RESPONDING,
        // Between a response and the next read.
        RESTING,
        // Drops what arrives.
        CLOSING
    }

    private enum AfterResponse {
        NEXT,
        CLOSE,
        LINGER
    }

    // How long a peer may take to read the last response and close.
    private static final long LINGER_SECONDS = 2;

    private final ServeContext shared;
    private final ServeSettings settings;
    private final ServeMetrics metrics;

    private final ConnectionBudget.Guest guest;
    private Readers.Reader reader;

    // The response to every request; null where requests are served.
    private @Nullable ProblemException refusal;

    private @Nullable HttpRequest head;

    private @Nullable BundleRequest bundle;

    private @Nullable Watchdog watchdog;
    private State state = State.READING;
    private boolean draining;
    private boolean authenticated;

    ConnectionHandler(ServeContext shared, ServeMetrics metrics, ConnectionBudget.Guest guest) {
        this.shared = shared;
        this.settings = shared.settings();
        this.metrics = metrics;
        this.guest = guest;
        this.reader = settings.readers().anybody();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        watchdog = new Watchdog(context, settings, metrics);
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
                linger(context);
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
            if (message instanceof HttpRequest request) {
                begin(context, request);
            } else if (message instanceof HttpContent content && head != null) {
                if (bundle != null) {
                    bundle.add(content.content());
                }
                if (content instanceof LastHttpContent) {
                    respond(context, head);
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
            LOG.debug("{}: connection failed", context.channel(), cause);
        } else {
            LOG.warn("{}: closing the connection after an unexpected error", context.channel(), cause);
        }
        context.close();
    }

    private void authorize(ChannelHandlerContext context) {
        try {
            reader = settings.readers().connected(certificate(context));
        } catch (ProblemException notAllowed) {
            LOG.info("{}: caller refused: {}", context.channel().remoteAddress(), notAllowed.getMessage());
            refusal = notAllowed;
            return;
        }
        admit();
    }

    private void admit() {
        authenticated = true;
        try {
            guest.authenticate();
        } catch (ProblemException tooMany) {
            refusal = tooMany;
        }
    }

    private static @Nullable X509Certificate certificate(ChannelHandlerContext context) {
        SslHandler tls = context.pipeline().get(SslHandler.class);
        if (tls == null) {
            return null;
        }
        try {
            return (X509Certificate) tls.engine().getSession().getPeerCertificates()[0];
        } catch (SSLPeerUnverifiedException none) {
            return null;
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        if (!guest.serve()) {
            // Its connection makes room for another one.
            state = State.CLOSING;
            context.close();
            return;
        }
        head = request;
        if (request.decoderResult().isFailure()) {
            respond(context, request);
            return;
        }
        if (!authenticated && settings.tls() == null) {
            // Without TLS a peer has no more to show than a request.
            admit();
        }
        try {
            bundle = BundleRequest.of(request);
        } catch (ProblemException invalid) {
            respond(context, request, shared.responder().refusal(request, refusal == null ? invalid : refusal));
        }
    }

    private void respond(ChannelHandlerContext context, HttpRequest request) {
        respond(context, request, response(request));
    }

    private DataResponse response(HttpRequest request) {
        if (refusal != null) {
            return shared.responder().refusal(request, refusal);
        }
        return bundle == null
                ? shared.responder().respond(request, reader)
                : shared.responder().respond(request, bundle, reader);
    }

    private void respond(ChannelHandlerContext context, HttpRequest request, DataResponse response) {
        state = State.RESPONDING;
        head = null;
        bundle = null;
        boolean refused = response instanceof DataResponse.Complete complete && complete.close();
        ProblemType why = response instanceof DataResponse.Complete complete ? complete.refusal() : null;
        if (why != null) {
            InetAddress from = ((InetSocketAddress) context.channel().remoteAddress()).getAddress();
            settings.readers().refused(from, certificate(context), request.uri(), why);
        }
        AfterResponse after = finish(response.head(), request, refused);
        send(context, request, response).addListener(ended -> responded(context, request, after, ended.cause()));
    }

    private Future<?> send(ChannelHandlerContext context, HttpRequest request, DataResponse response) {
        if (response instanceof DataResponse.FileBytes file) {
            context.write(file.head());
            FileSource source = new FileSource(file.file(), file.first(), file.length(), settings);
            return sendBody(context, request, source, file.snapshot());
        }
        if (response instanceof DataResponse.CompressedBytes compressed && shared.compression() != null) {
            context.write(compressed.head());
            return sendCompressed(context, request, compressed, shared.compression());
        }
        if (response instanceof DataResponse.FileBundle files) {
            // Flushed at once: where the first file cannot be read, nothing follows.
            context.writeAndFlush(files.head());
            return sendBody(context, request, new BundleSource(files.parts(), settings), files.snapshot());
        }
        if (response instanceof DataResponse.PieceChecksums checksums) {
            context.write(checksums.head());
            return sendChecksums(context, checksums);
        }
        watchdog().watch(Watchdog.Progress.SHORT_RESPONSE);
        return context.writeAndFlush(response.head());
    }

    private Future<?> sendBody(ChannelHandlerContext context, HttpRequest request, BodySource source, String snapshot) {
        BodySender sender =
                new BodySender(context, source, shared.flows().enter(snapshot), shared.readAhead(), settings, metrics);
        watchdog().watch(sender, RequiredReadRate.of(settings, request.headers().get(MinRate.HEADER)));
        return sender.start().addListener(ended -> shared.flows().leave(snapshot));
    }

    private Future<?> sendCompressed(
            ChannelHandlerContext context,
            HttpRequest request,
            DataResponse.CompressedBytes response,
            CompressionWorkers workers) {
        String snapshot = response.snapshot();
        CompressedBody body = new CompressedBody(
                context, response, shared, workers, shared.flows().enter(snapshot), metrics);
        watchdog().watch(body, RequiredReadRate.of(settings, request.headers().get(MinRate.HEADER)));
        return body.start().addListener(ended -> shared.flows().leave(snapshot));
    }

    private Future<?> sendChecksums(ChannelHandlerContext context, DataResponse.PieceChecksums checksums) {
        String snapshot = checksums.snapshot();
        ChecksumBody body =
                new ChecksumBody(context, checksums, shared, shared.flows().enter(snapshot));
        watchdog().watch(body);
        return body.start().addListener(ended -> shared.flows().leave(snapshot));
    }

    private AfterResponse finish(HttpResponse responseHead, HttpRequest request, boolean refused) {
        boolean keepAlive = !refused && !draining && HttpUtil.isKeepAlive(request);
        HttpUtil.setKeepAlive(responseHead.headers(), request.protocolVersion(), keepAlive);
        responseHead
                .headers()
                .set(
                        HttpHeaderNames.DATE,
                        DateFormatter.format(Date.from(shared.clock().instant())));
        metrics.responded(responseHead.status().code());
        return keepAlive ? AfterResponse.NEXT : refused || draining ? AfterResponse.LINGER : AfterResponse.CLOSE;
    }

    private void responded(
            ChannelHandlerContext context, HttpRequest request, AfterResponse after, @Nullable Throwable failure) {
        if (failure != null) {
            LOG.debug("{} {}: response aborted", context.channel(), request.uri(), failure);
            metrics.aborted();
            context.close();
        } else if (after == AfterResponse.LINGER || draining) {
            linger(context);
        } else if (after == AfterResponse.CLOSE) {
            context.close();
        } else {
            state = State.RESTING;
            guest.rest();
            watchdog().awaitRequest();
            // Not directly: many pipelined requests would recurse deeply.
            context.executor().execute(() -> readNext(context));
        }
    }

    private void readNext(ChannelHandlerContext context) {
        if (state == State.RESTING) {
            state = State.READING;
            context.read();
        }
    }

    // Reads and drops what the peer still sends, a request ahead perhaps: closing now would reset the connection before
    // the peer has the response.
    private void linger(ChannelHandlerContext context) {
        state = State.CLOSING;
        if (!(context.channel() instanceof DuplexChannel duplex)) {
            context.close();
            return;
        }
        watchdog().awaitRequest();
        context.executor().schedule(() -> context.close(), LINGER_SECONDS, TimeUnit.SECONDS);
        SslHandler tls = context.pipeline().get(SslHandler.class);
        if (tls == null) {
            endOutput(context, duplex);
        } else {
            tls.closeOutbound().addListener(notified -> endOutput(context, duplex));
        }
    }

    private static void endOutput(ChannelHandlerContext context, DuplexChannel channel) {
        channel.shutdownOutput().addListener(done -> {
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
