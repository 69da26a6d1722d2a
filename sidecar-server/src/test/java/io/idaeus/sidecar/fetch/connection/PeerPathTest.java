/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.wire.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(120)
class PeerPathTest {
    private static final long RTT = 80_000;

    private final PeerPath path = new PeerPath();

    @Test
    void packetsOutOfOrderOnAnEmptyPathAreLosses() {
        path.saw(null, info(RTT, 10));
        path.saw(info(RTT, 10), info(RTT, 11));
        path.saw(info(RTT, 11), info(RTT, 500));

        assertThat(path.read()).isEqualTo(new PeerPath.Reading(Duration.ofMillis(80), 2));
    }

    @Test
    void packetsInOrderAreNone() {
        path.saw(info(RTT, 10), info(RTT, 10));

        assertThat(path.read().losses()).isZero();
    }

    @Test
    void lossesBehindAQueueMeanThatThePathIsFull() {
        path.saw(info(RTT, 10), info(RTT + 20_000, 20));
        path.saw(info(RTT + 20_000, 20), info(RTT + 20_000, 30));
        path.saw(info(RTT + 20_000, 30), info(RTT, 40));

        assertThat(path.read().losses()).isZero();
    }

    @Test
    void whatAConnectionSawBeforeItsFirstReadingDoesNotCount() {
        path.saw(null, info(RTT, 100));

        assertThat(path.read().losses()).isZero();
    }

    @Test
    void theFieldsAreWhereLinuxHasThem() {
        ByteBuffer struct = ByteBuffer.allocate(232).order(ByteOrder.nativeOrder());
        struct.putInt(92, 1).putInt(148, 2).putInt(224, 3);

        assertThat(TcpInfo.parse(struct)).isEqualTo(new TcpInfo(1, 2, 3));
    }

    @Test
    void anOldKernelCountsNoPackets() {
        ByteBuffer struct = ByteBuffer.allocate(192).order(ByteOrder.nativeOrder());
        struct.putInt(92, 1).putInt(148, 2);

        assertThat(TcpInfo.parse(struct)).isEqualTo(new TcpInfo(1, 2, 0));
    }

    @Test
    void withoutARoundTripNothingIsKnown() {
        ByteBuffer struct = ByteBuffer.allocate(232).order(ByteOrder.nativeOrder());
        assertThat(TcpInfo.parse(struct)).isNull();
        struct.putInt(148, -1);
        assertThat(TcpInfo.parse(struct)).isNull();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theKernelTellsTheRoundTripOfAConnection() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            EventLoopGroup loops = Transport.EPOLL.eventLoops(1, "test");
            try {
                path.opened(connect(loops, Transport.EPOLL, server));
                Duration roundTrip =
                        Await.first("a round trip", () -> path.read().roundTrip(), Objects::nonNull);

                assertThat(roundTrip).isBetween(Duration.ofNanos(1000), Duration.ofSeconds(5));
            } finally {
                Future<?> unused = loops.shutdownGracefully();
            }
        }
    }

    @Test
    void withoutEpollNothingIsKnown() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            EventLoopGroup loops = Transport.NIO.eventLoops(1, "test");
            try {
                Channel connection = connect(loops, Transport.NIO, server);
                path.opened(connection);
                path.read();
                connection.eventLoop().submit(() -> {}).sync();

                assertThat(path.read()).isEqualTo(new PeerPath.Reading(null, 0));
            } finally {
                Future<?> unused = loops.shutdownGracefully();
            }
        }
    }

    private static Channel connect(EventLoopGroup loops, Transport transport, ServerSocket server) throws Exception {
        return new Bootstrap()
                .group(loops)
                .channel(transport.channel())
                .handler(new ChannelInboundHandlerAdapter())
                .connect(server.getLocalSocketAddress())
                .sync()
                .channel();
    }

    private static TcpInfo info(long receiveRtt, long outOfOrder) {
        return new TcpInfo(receiveRtt, RTT, outOfOrder);
    }
}
