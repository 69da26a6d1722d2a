/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.compare;

import static io.idaeus.it.compare.ComparedPair.differences;
import static io.idaeus.it.compare.ComparedPair.tables;
import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.comparison.DifferingRow;
import io.idaeus.api.rows.RowVerdict;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.IdaeusCli;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two clusters with tables of many shapes, compared. */
@Tag("core")
class ComparisonIT {
    private static final int ROWS = 60;

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.PLAIN);

    private static ComparedPair pair;

    @BeforeAll
    static void start() {
        pair = ComparedPair.between(nodes.first(), nodes.second());
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    @Test
    void differencesOfEveryVerdictAreFoundInTablesOfEveryShape() {
        String v = " USING TIMESTAMP 1000000";
        pair.createKeyspace("cmp");
        pair.both("CREATE TYPE cmp.place (street text, zip int)");
        fill("plain", "id int PRIMARY KEY, v text, w int", "INSERT INTO %s (id, v, w) VALUES (%2$d, 'v', %2$d)" + v);
        fill(
                "clustered",
                "p int, c int, v text, PRIMARY KEY (p, c)",
                "INSERT INTO %s (p, c, v) VALUES (1, %2$d, 'v')" + v);
        fill("keys", "p int, c int, PRIMARY KEY (p, c)", "INSERT INTO %s (p, c) VALUES (%2$d, 1)" + v);
        fill(
                "statics",
                "p int, c int, s text STATIC, v text, PRIMARY KEY (p, c)",
                "INSERT INTO %s (p, c, s, v) VALUES (%2$d, 1, 's', 'v')" + v);
        fill(
                "multi",
                "id int PRIMARY KEY, l list<int>, m map<text, int>, f frozen<place>, u place",
                "INSERT INTO %s (id, l, m, f, u) VALUES (%2$d, [1, 2], {'a': 1}, {street: 's', zip: 1},"
                        + " {street: 's', zip: 2})" + v);
        fill("counted", "id int PRIMARY KEY, n counter", "UPDATE %s SET n = n + 5 WHERE id = %2$d");
        fill("expiring", "id int PRIMARY KEY, v text", "INSERT INTO %s (id, v) VALUES (%2$d, 'v')" + v);

        pair.there("DELETE FROM cmp.plain WHERE id = 1");
        pair.there("INSERT INTO cmp.plain (id, v) VALUES (-1, 'v')");
        pair.there("UPDATE cmp.plain USING TIMESTAMP 2000000 SET v = 'new' WHERE id = 2");
        pair.here("UPDATE cmp.plain USING TIMESTAMP 3000000 SET v = 'new' WHERE id = 3");
        pair.there("UPDATE cmp.plain USING TIMESTAMP 2000000 SET v = 'v' WHERE id = 4");
        pair.there("DELETE v FROM cmp.plain USING TIMESTAMP 2000000 WHERE id = 5");
        pair.there("DELETE FROM cmp.clustered WHERE p = 1 AND c = 7");
        pair.there("DELETE FROM cmp.keys WHERE p = 9 AND c = 1");
        pair.there("UPDATE cmp.statics USING TIMESTAMP 2000000 SET s = 'new' WHERE p = 9");
        pair.there("DELETE FROM cmp.statics WHERE p = 10 AND c = 1");
        pair.there("UPDATE cmp.multi SET l = l + [3] WHERE id = 3");
        pair.there("UPDATE cmp.multi SET u.zip = 9 WHERE id = 4");
        pair.there("UPDATE cmp.multi SET f = {street: 's', zip: 3} WHERE id = 5");
        pair.there("UPDATE cmp.counted SET n = n + 1 WHERE id = 3");
        pair.there("INSERT INTO cmp.expiring (id, v) VALUES (3, 'v') USING TIMESTAMP 1000000 AND TTL 100000");

        Comparison comparison = pair.compared("cmp.*");

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
        DifferingRow older = pair.comparisons().rows(comparison.id(), "cmp", "plain").stream()
                .filter(row -> row.verdict() == RowVerdict.OLDER)
                .findFirst()
                .orElseThrow();
        assertThat(older)
                .isEqualTo(new DifferingRow(
                        RowVerdict.OLDER, older.token(), "id = 3", List.of("v"), "3000000", "1000000"));
    }

    private static void fill(String table, String columns, String statement) {
        pair.fill("cmp." + table, columns, statement, ROWS);
    }

    @Test
    void theCommandFollowsItAndItsExitCodeTellsTheResult() {
        pair.createKeyspace("told");
        pair.fill("told.rows", ROWS);
        String[] command = {
            "--url",
            pair.here().restUri().toString(),
            "compare",
            "--with",
            pair.there().restUri().toString(),
            "--table",
            "told.rows"
        };
        CommandResult same = IdaeusCli.run(command);
        assertThat(same.exitCode()).as(same.toString()).isZero();
        assertThat(same.stdout()).contains("SAME ", "60 rows here, 60 there, 100 %");

        pair.there("DELETE FROM told.rows WHERE id = 7");
        CommandResult different = IdaeusCli.run(command);
        assertThat(different.exitCode()).as(different.toString()).isEqualTo(8);
        assertThat(different.stdout())
                .contains("DIFFERENT ", "missing       id = 7; written here 1970-01-01T00:00:00.000005Z");

        String[] part = Stream.concat(
                        Stream.of(command), Stream.of("--range", "0:9223372036854775807", "--level", "ONE"))
                .toArray(String[]::new);
        assertThat(IdaeusCli.run(part).stdout())
                .contains("  only      the token range 0:9223372036854775807", "  level     ONE");
        part[part.length - 1] = "TWO";
        assertThat(IdaeusCli.run(part).stderr()).contains("level: TWO reads 2 replicas, and told of");
        command[command.length - 1] = "system.*";
        assertThat(IdaeusCli.run(command).stderr())
                .contains("system is a keyspace that each node has for itself (expected: one that is replicated)");

        CommandResult list = IdaeusCli.run("--url", pair.here().restUri().toString(), "compare", "list");
        assertThat(list.stdout()).contains("SAME", "DIFFERENT", "told.rows");
    }
}
