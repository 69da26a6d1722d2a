/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.comparison.ComparedTable;
import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.rows.RowVerdict;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.process.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A hundred tables of a version, compared with those of another one. */
@Tag("versions")
class ComparisonVersionsIT {
    private static final int TABLES_OF_A_SHAPE = 20;
    private static final int ROWS = 30;
    private static final Map<RowVerdict, Long> PLANTED = Map.of(
            RowVerdict.MISSING, 1L,
            RowVerdict.EXTRA, 1L,
            RowVerdict.OLDER, 1L,
            RowVerdict.NEWER, 1L,
            RowVerdict.DIFFERENT, 1L);

    private static List<CassandraCluster> clusters = List.of();
    private static ComparedPair pair;

    /**
     * A shape of tables.
     *
     * @param key columns of the primary key of a row, with their values from one number
     * @param value of column {@code v} by a number
     */
    private record Shape(String name, String columns, String keyColumns, String key, String value) {
        List<String> tables() {
            return IntStream.range(0, TABLES_OF_A_SHAPE).mapToObj(i -> name + i).toList();
        }

        String insert(String table, int row, int value, long at) {
            return "INSERT INTO cmp.%s (%s, v) VALUES (%s, %s) USING TIMESTAMP %d"
                    .formatted(table, keyColumns, key.formatted(row), this.value.formatted(value), at);
        }

        String delete(String table, int row) {
            String[] columns = keyColumns.split(", ", -1);
            String[] values = key.formatted(row).split(", ", -1);
            StringBuilder where = new StringBuilder();
            for (int i = 0; i < columns.length; i++) {
                where.append(i == 0 ? " WHERE " : " AND ")
                        .append(columns[i])
                        .append(" = ")
                        .append(values[i]);
            }
            return "DELETE FROM cmp." + table + where;
        }
    }

    private static final List<Shape> SHAPES = List.of(
            new Shape("plain", "id int PRIMARY KEY, v int", "id", "%d", "%d"),
            new Shape("rows", "p int, c int, v text, PRIMARY KEY (p, c)", "p, c", "1, %d", "'v%d'"),
            new Shape(
                    "falling",
                    "p int, c int, v blob, PRIMARY KEY (p, c)) WITH CLUSTERING ORDER BY (c DESC",
                    "p, c",
                    "1, %d",
                    "intAsBlob(%d)"),
            new Shape("frozen", "id text PRIMARY KEY, v frozen<map<text, int>>", "id", "'%d'", "{'a': %d}"),
            new Shape(
                    "pair",
                    "a int, b int, v frozen<place>, PRIMARY KEY ((a, b))",
                    "a, b",
                    "%1$d, %1$d",
                    "{street: 's', zip: %d}"));

    // One that differs in the form of its files, of its schema, and in what it tells of cells.
    private static CassandraVersion other() {
        return CassandraVersion.selected() == CassandraVersion.V6_0 ? CassandraVersion.V4_0 : CassandraVersion.V6_0;
    }

    @BeforeAll
    static void start() {
        Path directory = Workspace.own("comparison-of-versions");
        clusters = CassandraCluster.startTogether(
                quick(CassandraVersion.selected(), "here").directory(directory),
                quick(other(), "there").directory(directory));
        pair = ComparedPair.between(clusters.get(0).node(), clusters.get(1).node());
        pair.createKeyspace("cmp");
        pair.both("CREATE TYPE cmp.place (street text, zip int)");
    }

    // Rows that differ are read again after the longest of these.
    private static CassandraCluster.Builder quick(CassandraVersion version, String name) {
        CassandraCluster.Builder builder = CassandraCluster.builder(version).name(name);
        List.of("write", "counter_write", "cas_contention")
                .forEach(kind -> builder.yaml(
                        kind.equals("cas_contention")
                                ? "cas_contention_timeout_in_ms"
                                : kind + "_request_timeout_in_ms",
                        1_000));
        return builder;
    }

    @AfterAll
    static void stop() {
        if (pair != null) {
            pair.close();
        }
        clusters.forEach(CassandraCluster::close);
    }

    private static void plant(Shape shape, String table) {
        pair.there(shape.delete(table, 1));
        pair.there(shape.insert(table, 1_000, 1, 5));
        pair.here(shape.insert(table, 2, 2, 9));
        pair.there(shape.insert(table, 3, 2, 9));
        pair.here(shape.insert(table, 4, 7, 9));
        pair.there(shape.insert(table, 4, 8, 9));
    }

    @Test
    void everyDifferenceOfAHundredTablesIsFound() {
        createTables();
        for (Shape shape : SHAPES) {
            for (String table : shape.tables()) {
                for (int row = 0; row < ROWS; row++) {
                    pair.both(shape.insert(table, row, row, 5));
                }
                plant(shape, table);
            }
        }

        Comparison comparison = pair.compared("cmp.*");

        assertThat(comparison.error()).isNull();
        assertThat(comparison.result()).isEqualTo(ComparisonResult.DIFFERENT);
        assertThat(comparison.tables())
                .hasSize(SHAPES.size() * TABLES_OF_A_SHAPE)
                .allSatisfy(table -> {
                    assertThat(table.notComparable()).isNull();
                    assertThat(table.definition()).isEmpty();
                    assertThat(table.differences()).as(table.table()).isEqualTo(PLANTED);
                });
        assertThat(comparison.tables().stream()
                        .mapToLong(ComparedTable::rowsHere)
                        .sum())
                .isEqualTo((long) SHAPES.size() * TABLES_OF_A_SHAPE * ROWS);
    }

    private static void createTables() {
        for (CassandraNode node : List.of(pair.first(), pair.second())) {
            try (CqlClient cql = CqlClient.forSchema(node.address())) {
                SHAPES.forEach(shape -> shape.tables()
                        .forEach(table -> cql.execute("CREATE TABLE cmp.%s (%s)".formatted(table, shape.columns()))));
            }
        }
    }

    @Test
    void valuesOfAllTypesAreTheSameInBothVersions() {
        String columns = "ascii 'a', bigint 1, blob 0xff, boolean true, date '2026-01-02', decimal 1.5, double 2.5,"
                + " duration 1mo2d3s, float 3.5, inet '10.0.0.1', int 4, smallint 5, text 'ü', time '08:12:54.123',"
                + " timestamp '2026-01-02T03:04:05.678Z', timeuuid 50554d6e-29bb-11e5-b345-feff819cdc9f, tinyint 6,"
                + " uuid 123e4567-e89b-12d3-a456-426614174000, varint 123456789012345678901234567890";
        StringBuilder definition = new StringBuilder("id int PRIMARY KEY");
        StringBuilder names = new StringBuilder("id");
        StringBuilder values = new StringBuilder("1");
        for (String column : columns.split(", ", -1)) {
            String[] parts = column.split(" ", 2);
            definition.append(", v_").append(parts[0]).append(' ').append(parts[0]);
            names.append(", v_").append(parts[0]);
            values.append(", ").append(parts[1]);
        }
        definition
                .append(", l list<int>, s set<text>, m map<text, int>, t tuple<int, text>, f frozen<list<text>>")
                .append(", u place, fu frozen<place>");
        names.append(", l, s, m, t, f, u, fu");
        values.append(", [1, 2], {'a', 'b'}, {'a': 1}, (1, 'a'), ['a'], {street: 's', zip: 1}, {street: 's', zip: 1}");
        pair.createKeyspace("kinds");
        pair.both("CREATE TYPE kinds.place (street text, zip int)");
        pair.both("CREATE TABLE kinds.types (%s)".formatted(definition));
        pair.both("INSERT INTO kinds.types (%s) VALUES (%s) USING TIMESTAMP 5".formatted(names, values));
        pair.both("INSERT INTO kinds.types (id, v_text) VALUES (2, '') USING TIMESTAMP 5");
        pair.both("UPDATE kinds.types USING TIMESTAMP 5 SET v_int = 1 WHERE id = 3");

        Comparison comparison = pair.compared("kinds.types");

        assertThat(comparison.error()).isNull();
        assertThat(comparison.tables()).singleElement().satisfies(table -> {
            assertThat(table.notComparable()).isNull();
            assertThat(table.definition()).isEmpty();
            assertThat(table.differences()).isEmpty();
            assertThat(table.rowsHere()).isEqualTo(3);
        });
        assertThat(comparison.result()).isEqualTo(ComparisonResult.SAME);
    }
}
