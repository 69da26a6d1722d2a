/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The data plane's sockets: epoll on Linux, else NIO. */
// Not io_uring: it measured slower.
public enum Transport {
    EPOLL(EpollServerSocketChannel.class, EpollSocketChannel.class),
    NIO(NioServerSocketChannel.class, NioSocketChannel.class);

    private final Class<? extends ServerSocketChannel> serverChannel;
    private final Class<? extends SocketChannel> channel;

    Transport(Class<? extends ServerSocketChannel> serverChannel, Class<? extends SocketChannel> channel) {
        this.serverChannel = serverChannel;
        this.channel = channel;
    }

    public static Transport available() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    public Class<? extends ServerSocketChannel> serverChannel() {
        return serverChannel;
    }

    public Class<? extends SocketChannel> channel() {
        return channel;
    }

    /** The caller shuts the group down. */
    public EventLoopGroup eventLoops(int threads, String name) {
        EventLoopGroup loops =
                new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), ioHandler());
        // Starts the threads now: a thread inherits the priority of the one that starts it, maybe a disk thread's.
        loops.forEach(loop -> loop.execute(() -> {}));
        return loops;
    }

    private IoHandlerFactory ioHandler() {
        return this == EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }
}
