/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.idaeus.sidecar.wire.TlsSource;
import io.idaeus.sidecar.wire.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.pool.AbstractChannelPoolHandler;
import io.netty.channel.pool.AbstractChannelPoolMap;
import io.netty.channel.pool.ChannelHealthChecker;
import io.netty.channel.pool.FixedChannelPool;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Kept connections of each peer, the last used first. Calls above the bound wait. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
public final class PeerConnectionPools implements AutoCloseable {
    private final ConnectionSettings settings;
    private final Function<InetSocketAddress, ConnectionCounters> counters;
    private final Bootstrap bootstrap;
    private final EventLoopBuffer buffer;
    private final Pools pools = new Pools();

    // Like the pools, one for each peer that was ever called.
    private final Map<InetSocketAddress, PeerPath> paths = new ConcurrentHashMap<>();

    public PeerConnectionPools(
            ConnectionSettings settings,
            Function<InetSocketAddress, ConnectionCounters> counters,
            Transport transport,
            EventLoopGroup loops) {
        this.settings = settings;
        this.counters = counters;
        this.buffer = new EventLoopBuffer(
                settings.tls() == null
                        ? settings.receiveBufferBytes()
                        : Math.min(TlsReceiveBuffers.READ_BYTES, settings.receiveBufferBytes()));
        this.bootstrap = new Bootstrap()
                .group(loops)
                .channel(transport.channel())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        settings.connectTimeout().toMillis())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT);
    }

    /** The caller must {@link #release} the connection. */
    Future<Channel> acquire(InetSocketAddress peer) {
        return pools.get(peer).acquire();
    }

    void release(InetSocketAddress peer, Channel connection) {
        pools.get(peer).release(connection);
    }

    public PeerPath path(InetSocketAddress peer) {
        return paths.computeIfAbsent(peer, unseen -> new PeerPath());
    }

    @Override
    public void close() {
        pools.close();
    }

    private final class Pools extends AbstractChannelPoolMap<InetSocketAddress, FixedChannelPool> {
        @Override
        protected FixedChannelPool newPool(InetSocketAddress peer) {
            return new FixedChannelPool(
                    bootstrap.clone().remoteAddress(peer),
                    new Pipeline(peer),
                    ChannelHealthChecker.ACTIVE,
                    null,
                    -1,
                    settings.maxConnectionsPerPeer(),
                    Integer.MAX_VALUE,
                    true,
                    true);
        }
    }

    private final class Pipeline extends AbstractChannelPoolHandler {
        private static final int MAX_STATUS_LINE = 1024;
        private static final int MAX_HEADERS = 8192;

        private final InetSocketAddress peer;

        Pipeline(InetSocketAddress peer) {
            this.peer = peer;
        }

        @Override
        public void channelCreated(Channel channel) {
            ConnectionCounters ofPeer = counters.apply(peer);
            ofPeer.connectionOpened();
            channel.closeFuture().addListener(closed -> ofPeer.connectionClosed());
            path(peer).opened(channel);
            PeerConnection connection = new PeerConnection(settings, ofPeer);
            if (settings.tls() == null) {
                channel.config().setRecvByteBufAllocator(new ReceiveBuffers(buffer, connection));
            } else {
                addTls(channel, settings.tls(), connection);
            }
            channel.pipeline()
                    .addLast(new BodySplitter(connection))
                    .addLast(new ResponseHeadDecoder(new HttpDecoderConfig()
                            .setMaxInitialLineLength(MAX_STATUS_LINE)
                            .setMaxHeaderSize(MAX_HEADERS)))
                    .addLast(new HttpRequestEncoder())
                    .addLast(connection);
        }

        private void addTls(Channel channel, TlsSource source, PeerConnection connection) {
            SslHandler tls = source.get().newHandler(channel.alloc(), peer.getHostString(), peer.getPort());
            tls.setHandshakeTimeoutMillis(settings.connectTimeout().toMillis());
            TlsReceiveBuffers buffers = new TlsReceiveBuffers(buffer, connection, tls.engine(), channel.alloc());
            channel.config().setRecvByteBufAllocator(buffers).setAllocator(buffers.allocator());
            channel.pipeline().addLast(tls);
            source.connected(channel);
        }
    }
}
