/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.fetch.FetchMetrics;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeerConnectionTest {
    private static final Duration AT_ONCE = Duration.ofNanos(1);
    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void aNewConnectionWaitsForItsFirstExchangeLongerThanTheKeepAliveTime() {
        EmbeddedChannel channel = connection(AT_ONCE, LONG);
        letTimePass(channel);
        assertThat(channel.isOpen()).isTrue();
        channel.finishAndReleaseAll();
    }

    @Test
    void aNewConnectionThatNobodyUsesIsClosed() {
        EmbeddedChannel channel = connection(AT_ONCE, AT_ONCE);
        letTimePass(channel);
        assertThat(channel.isOpen()).isFalse();
    }

    private static EmbeddedChannel connection(Duration keepAlive, Duration connectTimeout) {
        return new EmbeddedChannel(new PeerConnection(
                new ConnectionSettings(1, 1, 1 << 20, connectTimeout, LONG, keepAlive, null), new FetchMetrics()));
    }

    /** Several checks of an unused connection. */
    private static void letTimePass(EmbeddedChannel channel) {
        for (int i = 0; i < 5; i++) {
            channel.advanceTimeBy(20, TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
        }
    }
}
