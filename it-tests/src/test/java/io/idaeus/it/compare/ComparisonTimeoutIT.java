/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.compare;

import static io.idaeus.it.compare.ComparedPair.tables;
import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.rows.RowVerdict;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A cluster that reads 50 rows in a second, and gives up a read after one second. */
@Tag("faults")
class ComparisonTimeoutIT {
    private static final int ROWS = 60;
    // More than a page of 100 rows, so that no read of the partition ends in time.
    private static final int WIDE = 150;

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    private static CassandraCluster slow;
    private static ComparedPair pair;

    @BeforeAll
    static void start() {
        slow = CassandraCluster.builder(CassandraVersion.selected())
                .name("slow")
                .directory(Workspace.own("comparison-timeout"))
                // Cassandra's own delay for tests; it spares the system keyspaces.
                .jvmOptions("-Dcassandra.test.read_iteration_delay_ms=20")
                .yaml("range_request_timeout_in_ms", 1_000)
                .start();
        pair = ComparedPair.between(nodes.first(), slow.node());
        pair.createKeyspace("late");
    }

    @AfterAll
    static void stop() {
        if (pair != null) {
            pair.close();
        }
        if (slow != null) {
            slow.close();
        }
    }

    @Test
    void aRangeThatTimesOutIsNamedAndTheOthersAreCompared() {
        pair.fill(
                "late.rows",
                "p int, c int, v text, PRIMARY KEY (p, c)",
                "INSERT INTO %s (p, c, v) VALUES (%2$d, 0, 'v') USING TIMESTAMP 5",
                ROWS);
        for (int c = 1; c < WIDE; c++) {
            pair.both("INSERT INTO late.rows (p, c, v) VALUES (9, %d, 'v') USING TIMESTAMP 5".formatted(c));
        }
        pair.there("DELETE FROM late.rows WHERE p = 7 AND c = 0");
        long wide = pair.token("late.rows", 9);

        Comparison comparison = pair.compared("late.rows");

        assertThat(comparison.result()).isEqualTo(ComparisonResult.DIFFERENT);
        assertThat(tables(comparison)).singleElement().satisfies(table -> {
            assertThat(table.differences()).isEqualTo(Map.of(RowVerdict.MISSING, 1L));
            assertThat(table.unread()).singleElement().satisfies(unread -> {
                assertThat(TokenRange.parse(unread.range()).contains(wide)).isTrue();
                assertThat(unread.reason()).contains("Cassandra timeout during read query");
            });
            assertThat(table.rowsHere()).isEqualTo(ROWS - 1);
            assertThat(table.rowsThere()).isEqualTo(ROWS - 2);
        });
    }
}
