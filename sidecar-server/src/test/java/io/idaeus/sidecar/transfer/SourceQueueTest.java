/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.DigestOrigin;
import io.idaeus.api.ManifestComponent;
import io.idaeus.sidecar.throttle.Series;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SourceQueueTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final SourceQueue queue = new SourceQueue(
            new PinnedSource("http://10.0.0.1:9043", "h", "c", "10.0.0.1", 9044, "tag", List.of("0:0"), true, null),
            new InetSocketAddress("10.0.0.1", 9044),
            2,
            Series.unlimited(),
            new Backoff(new Random(1)));

    @BeforeEach
    void fill() {
        for (int i = 0; i < 3; i++) {
            queue.add(new SourceQueue.Work(
                    i, new ManifestComponent("Data.db", 1, "00000000", DigestOrigin.WRITTEN, null)));
        }
    }

    @Test
    void oneMoreThanThereAreConnectionsIsOpenAtOnce() {
        queue.add(new SourceQueue.Work(3, new ManifestComponent("Data.db", 1, "00000000", DigestOrigin.WRITTEN, null)));
        assertThat(queue.take(NOW)).isNotNull();
        assertThat(queue.take(NOW)).isNotNull();
        assertThat(queue.take(NOW)).isNotNull();
        assertThat(queue.take(NOW)).isNull();
        queue.ended();
        assertThat(queue.take(NOW)).isNotNull();
    }

    @Test
    void aSourceThatFailedIsLeftAloneForAWhile() {
        fail(null);

        assertThat(queue.take(NOW.plusMillis(99))).isNull();
        assertThat(queue.take(NOW.plusMillis(200))).isNotNull();
        assertThat(queue.take(NOW.plusMillis(200))).as("one at a time").isNull();
    }

    @Test
    void aSourceIsLeftAloneForAsLongAsItAsked() {
        fail(Duration.ofSeconds(7));

        assertThat(queue.take(NOW.plusMillis(6999))).isNull();
        assertThat(queue.take(NOW.plusSeconds(7))).isNotNull();
    }

    @Test
    void theLongestOfSeveralPausesCounts() {
        queue.take(NOW);
        queue.take(NOW);
        queue.ended();
        queue.failed(NOW, Duration.ofSeconds(7));
        queue.ended();
        queue.failed(NOW, Duration.ofSeconds(1));

        assertThat(queue.take(NOW.plusMillis(6999))).isNull();
        assertThat(queue.take(NOW.plusSeconds(7))).isNotNull();
    }

    @Test
    void aSuccessEndsThePause() {
        fail(Duration.ofMinutes(5));

        assertThat(queue.recovered()).isTrue();
        assertThat(queue.take(NOW)).isNotNull();
        assertThat(queue.recovered()).isFalse();
    }

    private void fail(Duration asked) {
        queue.take(NOW);
        queue.ended();
        queue.failed(NOW, asked);
    }
}
