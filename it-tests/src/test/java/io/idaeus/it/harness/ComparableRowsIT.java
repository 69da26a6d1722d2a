/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.TableComparison;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("core")
class ComparableRowsIT {
    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    private CqlClient cql;

    @BeforeEach
    void twoTablesWithTheSameRows() {
        cql = nodes.first().cql();
        cql.createKeyspace("ks", 1);
        for (String table : new String[] {"a", "b"}) {
            cql.execute("DROP TABLE IF EXISTS ks." + table);
            cql.execute("CREATE TABLE ks." + table
                    + " (p int, c text, s text static, v text, l list<int>, PRIMARY KEY (p, c))");
            for (int p = 0; p < 50; p++) {
                cql.execute("INSERT INTO ks." + table + " (p, s) VALUES (?, 'static') USING TIMESTAMP 1", p);
                cql.execute(
                        "INSERT INTO ks." + table + " (p, c, v, l) VALUES (?, 'c', 'v', [1]) USING TIMESTAMP 1",
                        p % 40);
            }
        }
    }

    @Test
    void equalTablesAreTheSame() {
        assertThat(rows("a").compareWith(rows("b")).requireSame()).isEqualTo(50);
        assertThat(ComparableRows.withWriteTimes(cql, "ks", "a")
                        .compareWith(ComparableRows.withWriteTimes(cql, "ks", "b"))
                        .requireSame())
                .isEqualTo(50);
    }

    @Test
    void aMissingRowAnExtraRowAndAChangedValueAreNamed() {
        cql.execute("DELETE FROM ks.b WHERE p = 7");
        cql.execute("INSERT INTO ks.b (p, c, v) VALUES (1000, 'new', 'v')");
        cql.execute("UPDATE ks.b SET v = 'w' WHERE p = 3 AND c = 'c'");

        TableComparison comparison = rows("a").compareWith(rows("b"));

        assertThat(comparison.rows()).isEqualTo(48);
        assertThat(comparison.differing()).isEqualTo(3);
        assertThat(comparison.differences())
                .anyMatch(text -> text.startsWith("missing row p=0x00000007"))
                .anyMatch(text -> text.startsWith("unexpected row p=0x000003e8"))
                .anyMatch(text -> text.contains("v = 0x77 (expected: 0x76)"));
    }

    @Test
    void theTimeOfAWriteCountsWhenAsked() {
        cql.execute("INSERT INTO ks.b (p, c, v) VALUES (1, 'c', 'v') USING TIMESTAMP 2");

        assertThat(rows("a").compareWith(rows("b")).same()).isTrue();
        assertThat(ComparableRows.withWriteTimes(cql, "ks", "a")
                        .compareWith(ComparableRows.withWriteTimes(cql, "ks", "b"))
                        .differences())
                .singleElement()
                .asString()
                .contains("writetime(v)");
    }

    @Test
    void aSnapshotKeepsTheRows() {
        ComparableRows before = rows("a").snapshot();
        cql.execute("TRUNCATE ks.a");
        assertThat(before.compareWith(rows("b")).requireSame()).isEqualTo(50);
        assertThat(before.compareWith(rows("a")).differing()).isEqualTo(50);
    }

    @Test
    void tokenRangesSplitTheTable() {
        long left = ComparableRows.between(cql, "ks", "a", Long.MIN_VALUE, 0).count();
        long right = ComparableRows.between(cql, "ks", "a", 0, Long.MAX_VALUE).count();
        assertThat(left).isPositive();
        assertThat(right).isPositive();
        assertThat(left + right).isEqualTo(50);
    }

    private ComparableRows rows(String table) {
        return ComparableRows.of(cql, "ks", table);
    }
}
