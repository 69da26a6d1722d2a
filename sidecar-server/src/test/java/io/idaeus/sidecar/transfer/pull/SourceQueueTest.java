/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.sidecar.fetch.Bundles;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.transfer.source.FetchTerms;
import io.idaeus.sidecar.transfer.source.SstableSource;
import io.idaeus.sidecar.transfer.waiting.Backoff;
import io.idaeus.sidecar.transfer.waiting.SourcePatience;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SourceQueueTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final SourceQueue queue = queue(false);

    @BeforeEach
    void fill() {
        for (int i = 0; i < 3; i++) {
            queue.add(new SourceQueue.Work(
                    i, new ManifestComponent("Data.db", 1, "00000000", ChecksumOrigin.CASSANDRA, null), null));
        }
    }

    @Test
    void twiceAsManyAsThereAreConnectionsAreOpenAtOnce() {
        for (int i = 3; i < 5; i++) {
            queue.add(new SourceQueue.Work(
                    i, new ManifestComponent("Data.db", 1, "00000000", ChecksumOrigin.CASSANDRA, null), null));
        }
        assertThat(queue.take(NOW)).isNotNull();
        assertThat(queue.take(NOW)).isNotNull();
        assertThat(queue.take(NOW)).isNotNull();
        assertThat(queue.take(NOW)).isNotNull();
        assertThat(queue.take(NOW)).isNull();
        queue.ended();
        assertThat(queue.take(NOW)).isNotNull();
    }

    @Test
    void aSourceThatFailedIsRetriedAfterAPause() {
        fail(null);

        assertThat(queue.take(NOW.plusMillis(99))).isNull();
        assertThat(queue.take(NOW.plusMillis(200))).isNotNull();
        assertThat(queue.take(NOW.plusMillis(200))).as("one at a time").isNull();
    }

    @Test
    void aSourceIsNotRetriedBeforeTheTimeThatItAskedFor() {
        fail(Duration.ofSeconds(7));

        assertThat(queue.take(NOW.plusMillis(6999))).isNull();
        assertThat(queue.take(NOW.plusSeconds(7))).isNotNull();
    }

    @Test
    void theLongestOfSeveralPausesCounts() {
        queue.take(NOW);
        queue.take(NOW);
        queue.ended();
        queue.patience().failed(NOW, Duration.ofSeconds(7));
        queue.ended();
        queue.patience().failed(NOW, Duration.ofSeconds(1));

        assertThat(queue.take(NOW.plusMillis(6999))).isNull();
        assertThat(queue.take(NOW.plusSeconds(7))).isNotNull();
    }

    @Test
    void aSuccessEndsThePause() {
        fail(Duration.ofMinutes(5));

        assertThat(queue.patience().recovered()).isTrue();
        assertThat(queue.take(NOW)).isNotNull();
        assertThat(queue.patience().recovered()).isFalse();
    }

    @Test
    void smallOnesAreTakenTogetherUpToALimit() {
        SourceQueue many = queue(true);
        for (int i = 0; i < 300; i++) {
            many.add(work(i, 1));
        }
        many.add(work(300, Bundles.MAX_FILE_BYTES + 1));
        many.addAlone(work(301, 1));

        assertThat(many.take(NOW)).isEqualTo(work(300, Bundles.MAX_FILE_BYTES + 1));
        assertThat(many.take(NOW)).isEqualTo(work(301, 1));
        assertThat(many.take(NOW)).isNull();
        assertThat(many.takeBundle(NOW)).hasSize(256);
        assertThat(many.takeBundle(NOW)).hasSize(44);
        assertThat(many.takeBundle(NOW)).isEmpty();
        assertThat(many.isUnfinished()).isTrue();
    }

    @Test
    void aBundleHasSoManyBytesAtMost() {
        SourceQueue many = queue(true);
        for (int i = 0; i < 20; i++) {
            many.add(work(i, Bundles.MAX_FILE_BYTES));
        }

        assertThat(many.takeBundle(NOW)).hasSize(16);
        assertThat(many.takeBundle(NOW)).hasSize(4);
    }

    @Test
    void twiceAsManyBundlesAsConnectionsAreInFlight() {
        SourceQueue many = queue(true);
        for (int i = 0; i < 5 * 16; i++) {
            many.add(work(i, Bundles.MAX_FILE_BYTES));
        }

        for (int i = 0; i < 4; i++) {
            assertThat(many.takeBundle(NOW)).isNotEmpty();
        }
        assertThat(many.takeBundle(NOW)).isEmpty();
        many.ended();
        many.patience().failed(NOW, Duration.ofSeconds(1));
        assertThat(many.takeBundle(NOW)).isEmpty();
    }

    @Test
    void theOtherComponentsOfACorruptSstableAreForgotten() {
        SourceQueue many = queue(true);
        many.add(work(0, 1));
        many.add(work(1, 1));
        many.drop(0);

        assertThat(many.takeBundle(NOW)).containsExactly(work(1, 1));
    }

    @Test
    void theComponentsOfManySstablesAreLaidOutAsTheyAreTaken() {
        SourceQueue many = queue(true);
        AtomicInteger looked = new AtomicInteger();
        for (int i = 0; i < 50_000; i++) {
            many.add(i, countedComponents(looked));
        }

        List<SourceQueue.Work> first = many.takeBundle(NOW);

        assertThat(first).hasSize(256).first().isEqualTo(work(0, 1));
        assertThat(looked).hasValueLessThan(2000);
        int taken = first.size();
        many.ended();
        for (List<SourceQueue.Work> more = many.takeBundle(NOW); !more.isEmpty(); more = many.takeBundle(NOW)) {
            taken += more.size();
            many.ended();
        }
        assertThat(taken).isEqualTo(100_000);
        assertThat(many.isUnfinished()).isFalse();
    }

    @Test
    void whatIsNotLaidOutYetIsForgottenWithItsSstableToo() {
        SourceQueue many = queue(true);
        many.add(0, List.of(work(0, 1).component()));
        many.add(
                1,
                List.of(
                        work(1, 1).component(),
                        work(1, Bundles.MAX_FILE_BYTES + 1).component()));
        many.drop(0);

        assertThat(many.take(NOW)).isEqualTo(work(1, Bundles.MAX_FILE_BYTES + 1));
        assertThat(many.takeBundle(NOW)).containsExactly(work(1, 1));
        assertThat(many.isUnfinished()).as("under way").isTrue();
    }

    private static List<ManifestComponent> countedComponents(AtomicInteger looked) {
        return new AbstractList<>() {
            @Override
            public ManifestComponent get(int index) {
                looked.incrementAndGet();
                return work(0, 1).component();
            }

            @Override
            public int size() {
                return 2;
            }
        };
    }

    @Test
    void aSourceWithoutBundlesIsAskedForOneComponentAtATime() {
        assertThat(queue.takeBundle(NOW)).isEmpty();
    }

    private static SourceQueue.Work work(int sstable, long bytes) {
        return new SourceQueue.Work(
                sstable, new ManifestComponent("Data.db", bytes, "00000000", ChecksumOrigin.CASSANDRA, null), null);
    }

    private static SourceQueue queue(boolean bundles) {
        SstableSource source = new FakeSource(
                request -> CompletableFuture.failedFuture(fetched(request)),
                bundles ? requests -> CompletableFuture.failedFuture(fetched(requests)) : null);
        FetchTerms terms = new FetchTerms("t1", null, ThrottleChain.unlimited(), null, (wire, plain) -> {});
        return new SourceQueue(
                new PullTask.PulledSource(source, "tag"),
                source.fetcher(terms),
                new SourcePatience(Duration.ofHours(1), new Backoff(new Random(1))));
    }

    private static AssertionError fetched(Object request) {
        throw new AssertionError("nothing is fetched: " + request);
    }

    private void fail(Duration asked) {
        queue.take(NOW);
        queue.ended();
        queue.patience().failed(NOW, asked);
    }
}
