/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.admission.ConnectionBudget;
import io.idaeus.sidecar.serve.file.ServedFiles;
import io.idaeus.sidecar.serve.page.ReadAhead;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.wire.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.ssl.ReferenceCountedOpenSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data plane's server (api-spec/data-plane.md). Owns its event loops and threads until {@link #close}. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
public final class DataPlaneServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataPlaneServer.class);
    private static final int ACCEPT_BACKLOG = 1024;
    private static final int RECEIVE_BUFFER_BYTES = 16 * 1024;
    private static final int TLS_WRAP_BYTES = 64 * 1024;
    private static final int MAX_REQUEST_LINE_BYTES = 4096;
    private static final int MAX_HEADER_BYTES = 8192;

    // More requests than one read can hold: flow control bounds pipelining, not the codec.
    private static final int MAX_PIPELINED = RECEIVE_BUFFER_BYTES / 16;

    // Writes per turn of the event loop. Each may send a whole segment; Netty's default is 16.
    private static final int WRITES_PER_TURN = 4;

    private final ServeSettings settings;
    private final ServeMetrics metrics;
    private final ConnectionBudget budget;
    private final ChecksumWorkers workers = new ChecksumWorkers();
    private final @Nullable CompressionWorkers compression;
    private final @Nullable ReadAhead readAhead;
    private final ServeContext shared;
    private final EventLoopGroup loops;
    private final ChannelGroup connections = new DefaultChannelGroup("data-plane", GlobalEventExecutor.INSTANCE, true);
    private final Channel listener;

    /** @param compression closed with the server; null for none */
    DataPlaneServer(
            ServeSettings settings,
            ServedFiles files,
            ServeMetrics metrics,
            Throttle throttle,
            @Nullable CompressionWorkers compression) {
        this.settings = settings;
        this.compression = compression;
        this.metrics = metrics;
        this.budget = new ConnectionBudget(settings.connections(), metrics.admission());
        this.readAhead = ReadAhead.of(settings.pageCache(), metrics.pages());
        this.shared = new ServeContext(
                settings,
                new Responder(files, workers, compression != null, metrics),
                workers,
                compression,
                new SnapshotFlows(throttle),
                readAhead,
                Clock.systemUTC());
        Transport transport = Transport.available();
        this.loops = transport.eventLoops(settings.eventLoops(), "data-serve");
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, ACCEPT_BACKLOG)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_SPIN_COUNT, WRITES_PER_TURN)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVE_BUFFER_BYTES))
                .childHandler(new Connections())
                .bind(settings.host(), settings.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw cannotListen(settings, bound.cause());
        }
        this.listener = bound.channel();
        LOG.debug(
                "data plane: listening on {} ({}, {})", address(), transport, settings.tls() == null ? "plain" : "TLS");
    }

    private static UncheckedIOException cannotListen(ServeSettings settings, Throwable cause) {
        // Netty puts the name of the system call in front.
        String reason = String.valueOf(cause.getMessage()).replaceFirst("^bind\\(.*\\) failed[^:]*: ", "");
        String message = "The data plane cannot listen on " + settings.host() + ":" + settings.port() + ": " + reason
                + "; set data.host to an address of this machine and data.port to a free port.";
        return new UncheckedIOException(message, new IOException(message, cause));
    }

    /**
     * Serves without a rate limit.
     *
     * @throws UncheckedIOException when the address cannot be bound
     */
    public static DataPlaneServer start(ServeSettings settings, ServedFiles files, ServeMetrics metrics) {
        return start(settings, files, metrics, Throttle.unlimited());
    }

    /** @throws UncheckedIOException when the address cannot be bound */
    public static DataPlaneServer start(
            ServeSettings settings, ServedFiles files, ServeMetrics metrics, Throttle throttle) {
        return new DataPlaneServer(settings, files, metrics, throttle, CompressionWorkers.find());
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Stops accepting, waits for responses in flight up to the drain timeout, closes all connections. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        connections.forEach(connection -> connection.pipeline().fireUserEventTriggered(ConnectionHandler.DRAIN));
        long timeout = settings.drainTimeout().toMillis();
        if (!connections.newCloseFuture().awaitUninterruptibly(timeout)) {
            LOG.warn(
                    "data plane: {} connections are still open after {} ms, closing them", connections.size(), timeout);
        }
        connections.close().awaitUninterruptibly();
        workers.close();
        if (compression != null) {
            compression.close();
        }
        if (readAhead != null) {
            readAhead.close();
        }
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        LOG.debug("data plane: closed");
    }

    private final class Connections extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel channel) {
            InetAddress remote = channel.remoteAddress().getAddress();
            ConnectionBudget.Guest guest = budget.enter(remote, () -> {
                settings.readers().refused(remote, null, "", ProblemType.TOO_MANY_REQUESTS);
                channel.close();
            });
            ServeMetrics peerMetrics = metrics.of(remote);
            peerMetrics.connectionOpened();
            channel.closeFuture().addListener(closed -> {
                guest.leave();
                peerMetrics.connectionClosed();
            });
            connections.add(channel);
            if (settings.tls() != null) {
                channel.pipeline().addLast(tlsHandler(settings.tls().get(), channel));
                settings.tls().connected(channel);
            }
            channel.pipeline()
                    .addLast(new HttpServerCodec(
                            new HttpDecoderConfig()
                                    .setMaxInitialLineLength(MAX_REQUEST_LINE_BYTES)
                                    .setMaxHeaderSize(MAX_HEADER_BYTES),
                            MAX_PIPELINED))
                    .addLast(new FlowControlHandler())
                    .addLast(new ConnectionHandler(shared, peerMetrics, guest));
        }

        private SslHandler tlsHandler(SslContext context, SocketChannel channel) {
            SslHandler handler = context.newHandler(channel.alloc());
            handler.setHandshakeTimeoutMillis(settings.requestTimeout().toMillis());
            if (context instanceof ReferenceCountedOpenSslContext) {
                // BoringSSL makes many records per call; the JDK makes one.
                handler.setWrapDataSize(TLS_WRAP_BYTES);
            }
            return handler;
        }
    }
}
