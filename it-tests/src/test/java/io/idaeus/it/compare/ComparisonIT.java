/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ComparedTable;
import io.idaeus.api.Comparison;
import io.idaeus.api.ComparisonRequest;
import io.idaeus.api.ComparisonResult;
import io.idaeus.api.ComparisonState;
import io.idaeus.api.DifferingRow;
import io.idaeus.api.RowLevel;
import io.idaeus.api.RowVerdict;
import io.idaeus.client.ComparisonsClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.CommandResult;
import io.idaeus.it.harness.CqlClient;
import io.idaeus.it.harness.IdaeusCli;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.SidecarProcess;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two clusters with tables of many shapes, compared. */
@Tag("core")
class ComparisonIT {
    private static final int ROWS = 400;
    private static final long BEFORE = 1_000_000;

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.PLAIN);

    private static SidecarProcess here;
    private static SidecarProcess there;

    @BeforeAll
    static void start() {
        here = SidecarProcess.beside(nodes.first())
                .set("cassandra.rows.read", "true")
                .allowPeers(nodes.second().address())
                .build();
        there = SidecarProcess.beside(nodes.second())
                .set("cassandra.rows.read", "true")
                .build();
        SidecarProcess.startTogether(here, there);
        clusters().forEach(cql -> cql.createKeyspace("cmp", 1));
    }

    @AfterAll
    static void stop() {
        here.close();
        there.close();
    }

    private static Stream<CqlClient> clusters() {
        return Stream.of(nodes.first().cql(), nodes.second().cql());
    }

    private static void both(String statement, Object... values) {
        clusters().forEach(cql -> cql.execute(statement, values));
    }

    private static void there(String statement, Object... values) {
        nodes.second().cql().execute(statement, values);
    }

    private static ComparisonsClient comparisons() {
        return SidecarClient.of(here.restUri()).comparisons();
    }

    private static ComparisonRequest request(String tables) {
        return new ComparisonRequest(there.restUri().toString(), List.of(tables), null, RowLevel.LOCAL_ONE, null, null);
    }

    private static Comparison ended(String id) {
        return Awaitility.await("the end of the comparison")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> comparisons().get(id), each -> each.state().isFinal());
    }

    private static Comparison compared(ComparisonRequest request) {
        return ended(comparisons().create(request).id());
    }

    private static Map<RowVerdict, Long> differences(Comparison comparison, String table) {
        return tables(comparison).stream()
                .filter(each -> each.table().equals(table))
                .findFirst()
                .orElseThrow()
                .differences();
    }

    private static List<ComparedTable> tables(Comparison comparison) {
        assertThat(comparison.error()).isNull();
        return comparison.tables();
    }

    private static void fill(String table, String columns, String statement) {
        both("CREATE TABLE cmp.%s (%s)".formatted(table, columns));
        for (int i = 0; i < ROWS; i++) {
            int number = i;
            clusters().forEach(cql -> cql.execute(statement.formatted(table, number)));
        }
    }

    @Test
    void differencesOfEveryVerdictAreFoundInTablesOfEveryShape() {
        String v = " USING TIMESTAMP " + BEFORE;
        both("CREATE TYPE cmp.place (street text, zip int)");
        fill(
                "plain",
                "id int PRIMARY KEY, v text, w int",
                "INSERT INTO cmp.%s (id, v, w) VALUES (%2$d, 'v', %2$d)" + v);
        fill(
                "clustered",
                "p int, c int, v text, PRIMARY KEY (p, c)",
                "INSERT INTO cmp.%s (p, c, v) VALUES (1, %d, 'v')" + v);
        fill("keys", "p int, c int, PRIMARY KEY (p, c)", "INSERT INTO cmp.%s (p, c) VALUES (%2$d, 1)" + v);
        fill(
                "statics",
                "p int, c int, s text STATIC, v text, PRIMARY KEY (p, c)",
                "INSERT INTO cmp.%s (p, c, s, v) VALUES (%2$d, 1, 's', 'v')" + v);
        fill(
                "multi",
                "id int PRIMARY KEY, l list<int>, m map<text, int>, f frozen<place>, u place",
                "INSERT INTO cmp.%s (id, l, m, f, u) VALUES (%2$d, [1, 2], {'a': 1}, {street: 's', zip: 1},"
                        + " {street: 's', zip: 2})" + v);
        fill("counted", "id int PRIMARY KEY, n counter", "UPDATE cmp.%s SET n = n + 5 WHERE id = %2$d");
        fill("expiring", "id int PRIMARY KEY, v text", "INSERT INTO cmp.%s (id, v) VALUES (%2$d, 'v')" + v);

        there("DELETE FROM cmp.plain WHERE id = 1");
        there("INSERT INTO cmp.plain (id, v) VALUES (-1, 'v')");
        there("UPDATE cmp.plain USING TIMESTAMP 2000000 SET v = 'new' WHERE id = 2");
        nodes.first().cql().execute("UPDATE cmp.plain USING TIMESTAMP 3000000 SET v = 'new' WHERE id = 3");
        there("UPDATE cmp.plain USING TIMESTAMP 2000000 SET v = 'v' WHERE id = 4");
        there("DELETE v FROM cmp.plain USING TIMESTAMP 2000000 WHERE id = 5");
        there("DELETE FROM cmp.clustered WHERE p = 1 AND c = 7");
        there("DELETE FROM cmp.keys WHERE p = 9 AND c = 1");
        there("UPDATE cmp.statics USING TIMESTAMP 2000000 SET s = 'new' WHERE p = 9");
        there("DELETE FROM cmp.statics WHERE p = 10 AND c = 1");
        there("UPDATE cmp.multi SET l = l + [3] WHERE id = 3");
        there("UPDATE cmp.multi SET u.zip = 9 WHERE id = 4");
        there("UPDATE cmp.multi SET f = {street: 's', zip: 3} WHERE id = 5");
        there("UPDATE cmp.counted SET n = n + 1 WHERE id = 3");
        there("INSERT INTO cmp.expiring (id, v) VALUES (3, 'v') USING TIMESTAMP 1000000 AND TTL 100000");

        Comparison comparison = compared(request("cmp.*"));

        assertThat(comparison.result()).isEqualTo(ComparisonResult.DIFFERENT);
        assertThat(differences(comparison, "plain"))
                .isEqualTo(Map.of(
                        RowVerdict.MISSING, 1L,
                        RowVerdict.EXTRA, 1L,
                        RowVerdict.NEWER, 2L,
                        RowVerdict.OLDER, 1L,
                        // Nothing tells when it was deleted.
                        RowVerdict.DIFFERENT, 1L));
        assertThat(differences(comparison, "clustered")).isEqualTo(Map.of(RowVerdict.MISSING, 1L));
        assertThat(differences(comparison, "keys")).isEqualTo(Map.of(RowVerdict.MISSING, 1L));
        assertThat(differences(comparison, "statics")).isEqualTo(Map.of(RowVerdict.NEWER, 1L, RowVerdict.MISSING, 1L));
        assertThat(differences(comparison, "multi").values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(3);
        assertThat(differences(comparison, "counted")).isEqualTo(Map.of(RowVerdict.DIFFERENT, 1L));
        assertThat(differences(comparison, "expiring").values()).containsExactly(1L);
        assertThat(tables(comparison)).hasSize(7).allSatisfy(table -> {
            assertThat(table.notComparable()).isNull();
            assertThat(table.definition()).isEmpty();
            assertThat(table.unreadRanges()).isZero();
            assertThat(table.rowsHere()).isGreaterThanOrEqualTo(ROWS);
        });
        List<DifferingRow> rows = comparisons().rows(comparison.id(), "cmp", "plain");
        assertThat(rows)
                .filteredOn(row -> row.verdict() == RowVerdict.OLDER)
                .singleElement()
                .isEqualTo(new DifferingRow(
                        RowVerdict.OLDER,
                        rows.stream()
                                .filter(row -> row.verdict() == RowVerdict.OLDER)
                                .findFirst()
                                .orElseThrow()
                                .token(),
                        "id = 3",
                        List.of("v"),
                        "3000000",
                        "1000000"));
    }

    @Test
    void theCommandFollowsItAndItsExitCodeTellsTheResult() {
        fill("told", "id int PRIMARY KEY, v text", "INSERT INTO cmp.%s (id, v) VALUES (%2$d, 'v') USING TIMESTAMP 5");
        String[] command = {
            "--url",
            here.restUri().toString(),
            "compare",
            "--with",
            there.restUri().toString(),
            "--table",
            "cmp.told"
        };
        CommandResult same = IdaeusCli.run(command);
        assertThat(same.exitCode()).as(same.toString()).isZero();
        assertThat(same.stdout()).contains("SAME ", "400 rows here, 400 there, 100 %");

        there("DELETE FROM cmp.told WHERE id = 7");
        CommandResult different = IdaeusCli.run(command);
        assertThat(different.exitCode()).as(different.toString()).isEqualTo(8);
        assertThat(different.stdout())
                .contains("DIFFERENT ", "missing       id = 7; written here 1970-01-01T00:00:00.000005Z");

        CommandResult list = IdaeusCli.run("--url", here.restUri().toString(), "compare", "list");
        assertThat(list.stdout()).contains("SAME", "DIFFERENT", "cmp.told");
    }

    /** Writers send each write to one cluster, then to the other. */
    @Test
    void nothingIsReportedThatIsOnItsWay() throws Exception {
        fill("busy", "id int PRIMARY KEY, v text", "INSERT INTO cmp.%s (id, v) VALUES (%2$d, 'v') USING TIMESTAMP 5");
        there("DELETE FROM cmp.busy WHERE id = 7");
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                writers.add(threads.submit(() -> {
                    while (!stop.get()) {
                        int id = 100 + ThreadLocalRandom.current().nextInt(ROWS - 100);
                        long at = System.nanoTime();
                        both("INSERT INTO cmp.busy (id, v) VALUES (?, ?) USING TIMESTAMP ?", id, "v" + at, at);
                    }
                }));
            }
            Comparison comparison = compared(request("cmp.busy"));
            stop.set(true);
            for (Future<?> writer : writers) {
                writer.get();
            }

            assertThat(differences(comparison, "busy"))
                    .containsEntry(RowVerdict.MISSING, 1L)
                    .allSatisfy((verdict, count) -> assertThat(verdict).isIn(RowVerdict.MISSING, RowVerdict.CHANGING));
            assertThat(differences(compared(request("cmp.busy")), "busy")).isEqualTo(Map.of(RowVerdict.MISSING, 1L));
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    @Test
    void whatWasWrittenLaterIsNotJudged() {
        fill("dated", "id int PRIMARY KEY, v text", "INSERT INTO cmp.%s (id, v) VALUES (%2$d, 'v') USING TIMESTAMP 5");
        String limit = Instant.now().minusSeconds(1).toString();
        there("UPDATE cmp.dated SET v = 'later' WHERE id = 1");
        there("UPDATE cmp.dated USING TIMESTAMP 6 SET v = 'before' WHERE id = 2");

        Comparison comparison = compared(new ComparisonRequest(
                there.restUri().toString(), List.of("cmp.dated"), null, RowLevel.LOCAL_ONE, limit, null));

        assertThat(differences(comparison, "dated"))
                .isEqualTo(Map.of(RowVerdict.WRITTEN_SINCE, 1L, RowVerdict.NEWER, 1L));
    }

    @Test
    void aComparisonSurvivesKillsOfBothSidecars() {
        for (int table = 0; table < 6; table++) {
            fill(
                    "killed" + table,
                    "id int PRIMARY KEY, v text",
                    "INSERT INTO cmp.%s (id, v) VALUES (%2$d, 'v') USING TIMESTAMP 5");
            there("DELETE FROM cmp.killed%d WHERE id = 7".formatted(table));
        }
        // So slow that the kills come in its middle.
        String id = comparisons()
                .create(new ComparisonRequest(
                        there.restUri().toString(), List.of("cmp.killed?"), null, RowLevel.LOCAL_ONE, null, 65_536L))
                .id();
        for (SidecarProcess killed : List.of(here, there, here)) {
            killed.kill9();
            killed.start();
        }

        Comparison comparison = ended(id);

        assertThat(comparison.state()).isEqualTo(ComparisonState.COMPLETED);
        IntStream.range(0, 6).forEach(table -> assertThat(differences(comparison, "killed" + table))
                .isEqualTo(Map.of(RowVerdict.MISSING, 1L)));
        assertThat(tables(comparison)).allSatisfy(table -> {
            assertThat(table.rowsHere()).isEqualTo(ROWS);
            assertThat(table.rowsThere()).isEqualTo(ROWS - 1);
        });
        comparisons().delete(id);
    }
}
