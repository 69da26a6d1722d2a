/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.job.Countdown.Stored;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobRegistryTest {
    private static final int ENDED = 20_000;
    // More than cores: one is interrupted at any place.
    private static final int THREADS = 16;

    /** As when the history is pruned while somebody asks, just after a start. */
    @Test
    void oneThatSomebodyElseReadsAtThatMomentIsFound() throws Exception {
        List<String> ids =
                IntStream.range(0, ENDED).mapToObj("t%06d"::formatted).toList();
        JobStore<Stored> store = new Ended(ids);
        JobRegistry<Countdown> jobs =
                new JobRegistry<>(new JobKind("countdown", ProblemType.UNKNOWN_TRANSFER, "GET /v1/countdowns"));
        jobs.load(store, record -> new Countdown(store, record, change -> {}, new Semaphore(0), Clock.systemUTC()));
        CyclicBarrier together = new CyclicBarrier(THREADS);
        List<CompletableFuture<List<String>>> missing = IntStream.range(0, THREADS)
                .mapToObj(thread -> CompletableFuture.supplyAsync(
                        () -> {
                            await(together);
                            return ids.stream()
                                    .filter(id -> jobs.find(id).isEmpty())
                                    .toList();
                        },
                        task -> new Thread(task).start()))
                .toList();

        for (CompletableFuture<List<String>> each : missing) {
            assertThat(each.get(1, TimeUnit.MINUTES)).isEmpty();
        }
        assertThat(jobs.all()).hasSize(ENDED);
        assertThat(jobs.find("unknown")).isEmpty();
    }

    private static void await(CyclicBarrier together) {
        try {
            together.await(1, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new AssertionError("the other thread does not come", e);
        }
    }

    private record Ended(List<String> unread) implements JobStore<Stored> {
        @Override
        public Collection<Stored> load(Consumer<String> unreadable) {
            return List.of();
        }

        @Override
        public Optional<Stored> read(String id) {
            return Optional.of(Stored.from(id, 0));
        }

        @Override
        public void write(Stored record) {}

        @Override
        public void forget(String id) {}

        @Override
        public String file(String id) {
            return id;
        }
    }
}
