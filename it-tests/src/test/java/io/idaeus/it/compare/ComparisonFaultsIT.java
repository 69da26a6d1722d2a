/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.compare;

import static io.idaeus.it.compare.ComparedPair.differences;
import static io.idaeus.it.compare.ComparedPair.tables;
import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.comparison.ComparisonState;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.api.rows.RowVerdict;
import io.idaeus.client.ComparisonsClient;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.NodeJmx;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import io.idaeus.sidecar.ring.TokenRange;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javax.management.Attribute;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Comparisons while clients write, and while sidecars are killed. */
@Tag("faults")
class ComparisonFaultsIT {
    private static final int ROWS = 400;
    private static final int MOST_TOMBSTONES = 100;

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.PLAIN);

    private static ComparedPair pair;

    @BeforeAll
    static void start() {
        pair = ComparedPair.between(nodes.first(), nodes.second());
        pair.createKeyspace("cmp");
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    /** Writers send each write to one cluster, then to the other. */
    @Test
    void nothingIsReportedThatIsOnItsWay() throws Exception {
        pair.fill("cmp.busy", ROWS);
        pair.there("DELETE FROM cmp.busy WHERE id = 7");
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong writes = new AtomicLong(1_000);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                writers.add(threads.submit(() -> {
                    while (!stop.get()) {
                        int id = 100 + ThreadLocalRandom.current().nextInt(ROWS - 100);
                        long at = writes.incrementAndGet();
                        pair.both("INSERT INTO cmp.busy (id, v) VALUES (?, ?) USING TIMESTAMP ?", id, "v" + at, at);
                    }
                }));
            }
            Comparison comparison = pair.compared("cmp.busy");
            stop.set(true);
            for (Future<?> writer : writers) {
                writer.get();
            }

            assertThat(differences(comparison, "busy"))
                    .containsEntry(RowVerdict.MISSING, 1L)
                    .allSatisfy((verdict, count) -> assertThat(verdict).isIn(RowVerdict.MISSING, RowVerdict.CHANGING));
            assertThat(differences(pair.compared("cmp.busy"), "busy")).isEqualTo(Map.of(RowVerdict.MISSING, 1L));
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    @Test
    void whatWasWrittenLaterIsNotJudged() {
        pair.fill("cmp.dated", ROWS);
        String limit = Instant.now().minusSeconds(1).toString();
        pair.there("UPDATE cmp.dated SET v = 'later' WHERE id = 1");
        pair.there("UPDATE cmp.dated USING TIMESTAMP 6 SET v = 'before' WHERE id = 2");

        assertThat(differences(pair.compared("cmp.dated", limit), "dated"))
                .isEqualTo(Map.of(RowVerdict.WRITTEN_SINCE, 1L, RowVerdict.NEWER, 1L));
    }

    @Test
    void aComparisonSurvivesKillsOfBothSidecars() {
        for (int table = 0; table < 6; table++) {
            pair.fill("cmp.killed" + table, ROWS);
            pair.there("DELETE FROM cmp.killed%d WHERE id = 7".formatted(table));
        }
        // So slow that the kills come in its middle.
        String id = pair.begun("cmp.killed?", null, 65_536L);
        for (SidecarProcess killed : List.of(pair.here(), pair.there(), pair.here())) {
            killed.kill9();
            killed.start();
        }

        assertThat(pair.comparisons().get(id).state().isFinal())
                .as("the kills came in its middle")
                .isFalse();
        Comparison comparison = pair.ended(id);

        assertThat(comparison.state()).isEqualTo(ComparisonState.COMPLETED);
        IntStream.range(0, 6).forEach(table -> assertThat(differences(comparison, "killed" + table))
                .isEqualTo(Map.of(RowVerdict.MISSING, 1L)));
        assertThat(tables(comparison)).allSatisfy(table -> {
            assertThat(table.rowsHere()).isEqualTo(ROWS);
            assertThat(table.rowsThere()).isEqualTo(ROWS - 1);
        });
        pair.comparisons().delete(id);
    }

    @Test
    void aTableThatIsAlteredMeanwhileIsNotSaidToBeTheSame() {
        pair.fill("cmp.altered", ROWS);
        // It is read again after the write timeout, so the table is altered before the end.
        pair.there("DELETE FROM cmp.altered WHERE id = 7");
        String id = pair.begun("cmp.altered", null, 65_536L);
        pair.there("ALTER TABLE cmp.altered ADD more text");
        pair.there("UPDATE cmp.altered SET more = 'x' WHERE id = 1");

        Comparison comparison = pair.ended(id);

        // Whether it was noticed at the beginning or at the end.
        assertThat(tables(comparison)).singleElement().satisfies(table -> assertThat(
                        table.definition().isEmpty()
                                ? table.notComparable()
                                : table.definition().get(0))
                .containsAnyOf("its definition was changed while it was compared", "column more is only there"));
        assertThat(comparison.state()).isEqualTo(ComparisonState.COMPLETED);
    }

    /** The range of one partition, which has more tombstones than Cassandra reads at once. */
    @Test
    void aRangeThatCassandraRefusesToReadIsNamedAndTheOthersAreCompared() throws IOException {
        pair.fill(
                "cmp.buried",
                "p int, c int, v text, PRIMARY KEY (p, c)",
                "INSERT INTO %s (p, c, v) VALUES (%2$d, 0, 'v') USING TIMESTAMP 5",
                ROWS);
        for (int c = 1; c <= 2 * MOST_TOMBSTONES; c++) {
            pair.both("DELETE FROM cmp.buried WHERE p = 9 AND c = " + c);
        }
        pair.there("DELETE FROM cmp.buried WHERE p = 7 AND c = 0");
        long buried = pair.token("cmp.buried", 9);

        Comparison refused =
                with(NodeJmx.STORAGE, "TombstoneFailureThreshold", MOST_TOMBSTONES, () -> pair.compared("cmp.buried"));

        assertThat(tables(refused)).singleElement().satisfies(table -> {
            assertThat(table.differences()).isEqualTo(Map.of(RowVerdict.MISSING, 1L));
            assertThat(table.unread()).singleElement().satisfies(unread -> {
                assertThat(TokenRange.parse(unread.range()).contains(buried)).isTrue();
                assertThat(unread.reason()).contains("Cassandra refused");
            });
            assertThat(table.rowsHere()).isEqualTo(ROWS - 1);
        });
        assertThat(refused.result()).isEqualTo(ComparisonResult.DIFFERENT);
        assertThat(tables(pair.compared("cmp.buried")).get(0).unread()).isEmpty();
    }

    /** Meanwhile Cassandra gives up each read of a range after a millisecond, those of its schema too. */
    @Test
    void aClusterThatAnswersNothingInTimeIsWaitedFor() throws IOException {
        IntStream.range(0, 4).forEach(table -> {
            pair.fill("cmp.late" + table, ROWS);
            pair.there("DELETE FROM cmp.late%d WHERE id = 7".formatted(table));
        });
        String id = pair.begun("cmp.late?", null, 65_536L);

        with(NodeJmx.PROXY, "RangeRpcTimeout", 1L, () -> Awaitility.await("the wait for the other cluster")
                .atMost(Duration.ofMinutes(2))
                .until(() -> pair.comparisons().get(id), waits -> waits.waiting() != null));
        Comparison late = pair.ended(id);

        assertThat(late.state()).isEqualTo(ComparisonState.COMPLETED);
        IntStream.range(0, 4).forEach(table -> assertThat(differences(late, "late" + table))
                .isEqualTo(Map.of(RowVerdict.MISSING, 1L)));
        assertThat(tables(late)).allSatisfy(table -> assertThat(table.unread()).isEmpty());
    }

    @Test
    void aLevelForWhichTooFewNodesAreUpIsWaitedForInThoseWords() {
        pair.both("CREATE KEYSPACE few WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 2}");
        pair.fill("few.rows", "id int PRIMARY KEY, v text", "INSERT INTO %s (id, v) VALUES (%d, 'v')", 5);
        // The level is that of the second look at a row that seems to differ.
        pair.there("DELETE FROM few.rows WHERE id = 3");
        ComparisonsClient comparisons = pair.comparisons();
        String id = comparisons
                .create(new ComparisonRequest(
                        pair.there().restUri().toString(), List.of("few.rows"), null, RowLevel.TWO, null, null))
                .id();
        try {
            Comparison waits = Awaitility.await("the wait for replicas")
                    .atMost(Duration.ofMinutes(1))
                    .until(
                            () -> comparisons.get(id),
                            each -> each.waiting() != null || each.state().isFinal());
            assertThat(waits.waiting()).isNotNull();
            assertThat(waits.waiting().detail()).contains("too few replicas are up for the consistency level");
        } finally {
            comparisons.cancel(id);
        }
    }

    /** While an attribute of the second node has another value. */
    private static <T> T with(String bean, String attribute, Object value, Supplier<T> work) throws IOException {
        NodeJmx jmx = pair.second().jmx();
        Object before = jmx.attribute(bean, attribute);
        jmx.set(bean, new Attribute(attribute, value));
        try {
            return work.get();
        } finally {
            jmx.set(bean, new Attribute(attribute, before));
        }
    }
}
