/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The low-watermarks that a real socket is given. */
@Timeout(120)
class ReceiveLowWatermarkTest {
    private static final long SECOND = 1_000_000_000;
    private static final long START = 5 * SECOND;
    private static final long MUCH = 1L << 30;

    private ScriptedPeer peer;
    private EventLoopGroup loops;
    private Channel channel;
    private ReceiveLowWatermark lowWatermark;

    @BeforeEach
    void connect() throws IOException {
        assumeTrue(Epoll.isAvailable(), "epoll is not here, nor is SO_RCVLOWAT");
        peer = new ScriptedPeer(ScriptedPeer.Connection::awaitClose);
        loops = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        channel = new Bootstrap()
                .group(loops)
                .channel(EpollSocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(peer.address())
                .syncUninterruptibly()
                .channel();
        lowWatermark = new ReceiveLowWatermark(channel);
        lowWatermark.begin(START);
    }

    @AfterEach
    void disconnect() {
        if (loops != null) {
            channel.close().syncUninterruptibly();
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
            peer.close();
        }
    }

    @Test
    void manyBytesWakeWhereTheyComeFast() {
        lowWatermark.received(ReceiveLowWatermark.WINDOW_BYTES - 1, MUCH, START + 1);
        assertThat(lowWaterMark()).isEqualTo(1);

        lowWatermark.received(1, MUCH, START + SECOND / 17);
        assertThat(lowWaterMark()).isEqualTo(ReceiveLowWatermark.MANY);

        lowWatermark.received(8 * ReceiveLowWatermark.WINDOW_BYTES, MUCH, START + SECOND / 17 + SECOND / 2 - 1);
        assertThat(lowWaterMark()).isEqualTo(ReceiveLowWatermark.MANY);
    }

    @Test
    void everyByteWakesWhereTheyComeSlowly() {
        lowWatermark.received(ReceiveLowWatermark.WINDOW_BYTES, MUCH, START + SECOND / 15);
        assertThat(lowWaterMark()).isEqualTo(1);

        lowWatermark.received(ReceiveLowWatermark.WINDOW_BYTES, MUCH, START + SECOND / 15 + 1);
        assertThat(lowWaterMark()).isEqualTo(ReceiveLowWatermark.MANY);

        lowWatermark.received(ReceiveLowWatermark.WINDOW_BYTES, MUCH, START + SECOND);
        assertThat(lowWaterMark()).isEqualTo(1);
    }

    @Test
    void theEndOfABodyIsWaitedForByteByByte() {
        lowWatermark.received(ReceiveLowWatermark.WINDOW_BYTES, ReceiveLowWatermark.WINDOW_BYTES, START + 1);
        assertThat(lowWaterMark()).isEqualTo(ReceiveLowWatermark.MANY);

        lowWatermark.received(1, ReceiveLowWatermark.WINDOW_BYTES - 1, START + 2);
        assertThat(lowWaterMark()).isEqualTo(1);
    }

    @Test
    void whatBeginsIsWaitedForByteByByte() {
        lowWatermark.received(ReceiveLowWatermark.WINDOW_BYTES, MUCH, START + 1);

        lowWatermark.begin(START + 2);
        assertThat(lowWaterMark()).isEqualTo(1);

        lowWatermark.received(ReceiveLowWatermark.WINDOW_BYTES - 1, MUCH, START + 3);
        assertThat(lowWaterMark()).isEqualTo(1);
    }

    @Test
    void whereNothingWasSeenEachByteWakesUntilTheNextExchange() {
        assertThat(lowWatermark.silent()).isFalse();
        lowWatermark.begin(START);
        lowWatermark.received(ReceiveLowWatermark.WINDOW_BYTES, MUCH, START + 1);

        assertThat(lowWatermark.silent()).isTrue();
        assertThat(lowWaterMark()).isEqualTo(1);
        assertThat(lowWatermark.silent()).isFalse();
        lowWatermark.received(ReceiveLowWatermark.WINDOW_BYTES, MUCH, START + 2);
        assertThat(lowWaterMark()).isEqualTo(1);

        lowWatermark.begin(START + 3);
        lowWatermark.received(ReceiveLowWatermark.WINDOW_BYTES, MUCH, START + 4);
        assertThat(lowWaterMark()).isEqualTo(ReceiveLowWatermark.MANY);
    }

    @ParameterizedTest
    @CsvSource({
        "4.18.0-553.el8.x86_64, true",
        "5.10.0, true",
        "6.1, true",
        "10.0.1, true",
        "4.17.19, false",
        "3.10.0-1160.el7.x86_64, false",
        "unknown, false",
        "'', false"
    })
    void olderKernelsAreLeftAlone(String version, boolean since) {
        assertThat(ReceiveLowWatermark.isLinuxSince(4, 18, version)).isEqualTo(since);
    }

    @Test
    void aSocketThatIsClosedIsNoMatter() {
        channel.close().syncUninterruptibly();

        lowWatermark.received(ReceiveLowWatermark.WINDOW_BYTES, MUCH, START + 1);
    }

    private int lowWaterMark() {
        return channel.config().getOption(ReceiveLowWatermark.LOW_WATER_MARK);
    }
}
