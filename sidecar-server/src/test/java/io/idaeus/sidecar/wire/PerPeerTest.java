/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PerPeerTest {
    private final PerPeer<LongAdder> counters = new PerPeer<>(LongAdder::new);

    @Test
    void eachPeerHasItsOwnCounters() {
        counters.of("10.0.0.1").increment();
        counters.of("10.0.0.1").increment();
        counters.of("10.0.0.2").increment();

        assertThat(counters.all()).hasSize(2);
        assertThat(counters.of("10.0.0.1").sum()).isEqualTo(2);
        assertThat(counters.of("10.0.0.2").sum()).isEqualTo(1);
    }

    @Test
    void peersAboveTheLimitShareCounters() {
        for (int i = 0; i < 1000; i++) {
            counters.of("peer-" + i).increment();
        }

        assertThat(counters.all()).hasSize(PerPeer.MAX_PEERS + 1);
        assertThat(counters.of("peer-0").sum()).isEqualTo(1);
        assertThat(counters.all().get(PerPeer.OTHER).sum()).isEqualTo(1000 - PerPeer.MAX_PEERS);
    }

    @Test
    void theLimitHoldsUnderConcurrency() {
        CompletableFuture<?>[] comers = IntStream.range(0, 8)
                .mapToObj(thread -> CompletableFuture.runAsync(
                        () -> IntStream.range(0, 1000).forEach(i -> counters.of("peer-" + (i * 8 + thread) % 500)
                                .increment())))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(comers).join();

        assertThat(counters.all()).hasSize(PerPeer.MAX_PEERS + 1);
        assertThat(counters.all().values().stream().mapToLong(LongAdder::sum).sum())
                .isEqualTo(8000);
    }
}
