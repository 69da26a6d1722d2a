/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

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
 * The data plane's server: HTTP/1.1 GET and HEAD of components, as api-spec/data-plane.md describes it. It owns its event
 * loops; {@link #close} gives everything back.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline of what fails
public final class DataPlaneServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataPlaneServer.class);
    private static final int BACKLOG = 1024;
    private static final int RECEIVE_BYTES = 16 * 1024;
    private static final int WRAP_BYTES = 256 * 1024;
    private static final int MAX_REQUEST_LINE = 4096;
    private static final int MAX_HEADERS = 8192;

    /** More requests than one read can hold, so that it is never the codec that bounds them. */
    private static final int MAX_PIPELINED = RECEIVE_BYTES / 16;

    /** Before what is left is a task of the event loop; Netty's 16 are as many slices. */
    private static final int WRITES_IN_A_ROW = 4;

    private final ServeSettings settings;
    private final ServeMetrics meters;
    private final Responder responder;
    private final ConnectionLimits limits;
    private final ChecksumWorkers workers = new ChecksumWorkers();
    private final Flows flows;
    private final @Nullable ReadAhead readAhead;
    private final EventLoopGroup loops;
    private final ChannelGroup connections = new DefaultChannelGroup("data-plane", GlobalEventExecutor.INSTANCE, true);
    private final Channel listener;

    private DataPlaneServer(ServeSettings settings, ServedFiles files, ServeMetrics meters, Throttle throttle) {
        this.settings = settings;
        this.meters = meters;
        this.responder = new Responder(files, workers, meters);
        this.limits = new ConnectionLimits(settings);
        this.flows = new Flows(throttle);
        this.readAhead = ReadAhead.of(settings.pageCache(), meters);
        Transport transport = Transport.available();
        this.loops = transport.eventLoops(settings.eventLoops(), "data-serve");
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_SPIN_COUNT, WRITES_IN_A_ROW)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVE_BYTES))
                .childHandler(new Connections())
                .bind(settings.host(), settings.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw new UncheckedIOException(new IOException(
                    "the data plane cannot listen on " + settings.host() + ':' + settings.port(), bound.cause()));
        }
        this.listener = bound.channel();
        LOG.info(
                "data plane: listening on {} ({}, {})", address(), transport, settings.tls() == null ? "plain" : "TLS");
    }

    /**
     * Binds and serves, as fast as it can.
     *
     * @throws UncheckedIOException when the address cannot be bound
     */
    public static DataPlaneServer start(ServeSettings settings, ServedFiles files, ServeMetrics meters) {
        return start(settings, files, meters, Throttle.unlimited());
    }

    /**
     * Binds and serves, no faster than the throttle permits.
     *
     * @throws UncheckedIOException when the address cannot be bound
     */
    public static DataPlaneServer start(
            ServeSettings settings, ServedFiles files, ServeMetrics meters, Throttle throttle) {
        return new DataPlaneServer(settings, files, meters, throttle);
    }

    /** Where it listens, the real port in place of 0. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Stops accepting, lets responses in flight end within the drain timeout, then closes what is left. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        connections.forEach(connection -> connection.pipeline().fireUserEventTriggered(ConnectionHandler.DRAIN));
        long patience = settings.drainTimeout().toMillis();
        if (!connections.newCloseFuture().awaitUninterruptibly(patience)) {
            LOG.warn("data plane: {} connections did not end within {} ms, closing them", connections.size(), patience);
        }
        connections.close().awaitUninterruptibly();
        workers.close();
        if (readAhead != null) {
            readAhead.close();
        }
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        LOG.info("data plane: closed");
    }

    /** The pipeline of a connection, from the socket up. */
    private final class Connections extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel channel) {
            InetAddress remote = channel.remoteAddress().getAddress();
            ConnectionLimits.Entry entry = limits.enter(remote);
            ServeMetrics ofPeer = meters.of(remote);
            ofPeer.connectionOpened();
            channel.closeFuture().addListener(closed -> {
                limits.leave(remote);
                ofPeer.connectionClosed();
            });
            if (!entry.open() || entry.refusal() != null) {
                ofPeer.connectionRefused();
            }
            if (!entry.open()) {
                channel.close();
                return;
            }
            connections.add(channel);
            if (settings.tls() != null) {
                channel.pipeline().addLast(tlsHandler(settings.tls().get(), channel));
            }
            channel.pipeline()
                    .addLast(new HttpServerCodec(
                            new HttpDecoderConfig()
                                    .setMaxInitialLineLength(MAX_REQUEST_LINE)
                                    .setMaxHeaderSize(MAX_HEADERS),
                            MAX_PIPELINED))
                    .addLast(new FlowControlHandler())
                    .addLast(new ConnectionHandler(
                            responder,
                            workers,
                            flows,
                            readAhead,
                            settings,
                            ofPeer,
                            Clock.systemUTC(),
                            entry.refusal()));
        }

        private SslHandler tlsHandler(SslContext context, SocketChannel channel) {
            SslHandler handler = context.newHandler(channel.alloc());
            if (context instanceof ReferenceCountedOpenSslContext) {
                // Boringssl makes many records of one call; the JDK makes one.
                handler.setWrapDataSize(WRAP_BYTES);
            }
            return handler;
        }
    }
}
