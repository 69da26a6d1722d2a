/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import io.idaeus.it.harness.cassandra.CassandraVersion;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of a shape that people have and tests of tools lack. In the statements, {@code %s} stands for the table with its
 * keyspace.
 *
 * @param since the first version that has it
 * @param rows how many can be read in the end
 * @param written what is in the first SSTable
 * @param later what follows, in a second one
 */
record OddTable(
        String name, CassandraVersion since, int rows, List<String> schema, List<String> written, List<String> later) {
    static final List<OddTable> ALL = List.of(
            of("only_keys", 2)
                    .schema("CREATE TABLE %s (a int, b int, PRIMARY KEY (a, b))")
                    .written("INSERT INTO %s (a, b) VALUES (1, 2)", "INSERT INTO %s (a, b) VALUES (1, 3)"),
            of("only_static", 1)
                    .schema("CREATE TABLE %s (a int, b int, s text static, PRIMARY KEY (a, b))")
                    .written("INSERT INTO %s (a, s) VALUES (1, 's')"),
            of("empty_key_parts", 2)
                    .schema("CREATE TABLE %s (a text, b blob, c text, v text, PRIMARY KEY ((a, b), c))")
                    .written(
                            "INSERT INTO %s (a, b, c, v) VALUES ('', 0x, '', 'v')",
                            "INSERT INTO %s (a, b, c, v) VALUES ('', 0x00, '', '')"),
            of("mixed_order", 3)
                    .schema("CREATE TABLE %s (a int, b timeuuid, c text, d decimal, v int, PRIMARY KEY (a, b, c, d))"
                            + " WITH CLUSTERING ORDER BY (b DESC, c ASC, d DESC)")
                    .written(
                            "INSERT INTO %s (a, b, c, d, v) VALUES (1, 50554d6e-29bb-11e5-b345-feff819cdc9f, 'x', 1.10, 1)",
                            "INSERT INTO %s (a, b, c, d, v) VALUES (1, 50554d6e-29bb-11e5-b345-feff819cdc9f, 'x', 1.1e-40, 1)",
                            "INSERT INTO %s (a, b, c, d, v) VALUES (1, 50554d6e-29bb-11e5-b345-feff819cdc9f, 'y', -7, 1)"),
            of("deep_types", 1)
                    .schema(
                            "CREATE TYPE IF NOT EXISTS odd.inner (a int, b frozen<set<text>>)",
                            "CREATE TYPE IF NOT EXISTS odd.outer (i frozen<inner>, m frozen<map<text, frozen<list<int>>>>)",
                            "CREATE TABLE %s (id int PRIMARY KEY, t frozen<tuple<outer, frozen<list<outer>>>>, m map<text, frozen<outer>>)")
                    .written(
                            "INSERT INTO %s (id, t, m) VALUES (1, ({i: {a: 1, b: {'x'}}, m: {'k': [1, 2]}}, []), {'q': {i: null, m: {}}})"),
            of("type_grown", 2)
                    .schema(
                            "CREATE TYPE IF NOT EXISTS odd.grown (a int)",
                            "CREATE TABLE %s (id int PRIMARY KEY, f frozen<grown>, u grown)")
                    .written("INSERT INTO %s (id, f, u) VALUES (1, {a: 1}, {a: 2})")
                    .later(
                            "ALTER TYPE odd.grown ADD b text",
                            "INSERT INTO %s (id, f, u) VALUES (2, {a: 1, b: 'b'}, {a: 2, b: 'c'})"),
            of("duration_and_inet", 1)
                    .schema(
                            "CREATE TABLE %s (id inet PRIMARY KEY, d duration, s smallint, t tinyint, n time, v varint, f float, g double)")
                    .written(
                            "INSERT INTO %s (id, d, s, t, n, v, f, g) VALUES ('::1', -1y2mo3ns, -32768, -128, '23:59:59.999999999',"
                                    + " -170141183460469231731687303715884105728999, NaN, -Infinity)"),
            of("long_key", 1)
                    .schema("CREATE TABLE %s (id text PRIMARY KEY, v text)")
                    .written("INSERT INTO %s (id, v) VALUES ('" + "k".repeat(65_535) + "', 'v')"),
            of("many_columns", 3)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, " + columns(700) + ")")
                    .written(
                            "INSERT INTO %s (id, c0, c699) VALUES (1, 1, 2)",
                            "INSERT INTO %s (id, c5) VALUES (2, 1)", "INSERT INTO %s (id) VALUES (3)"),
            of("large_value", 1)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text)")
                    .written("INSERT INTO %s (id, v) VALUES (1, '" + "x".repeat(3_000_000) + "')"),
            of("no_filter", 1)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text) WITH bloom_filter_fp_chance = 1.0")
                    .written("INSERT INTO %s (id, v) VALUES (1, 'v')"),
            of("not_compressed", 1)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text) WITH compression = {'enabled': false}")
                    .written("INSERT INTO %s (id, v) VALUES (1, 'v')"),
            of("tiny_chunks", 1)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text)"
                            + " WITH compression = {'class': 'DeflateCompressor', 'chunk_length_in_kb': 1}")
                    .written("INSERT INTO %s (id, v) VALUES (1, '" + "ab".repeat(20_000) + "')"),
            of("zstd", 1)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text) WITH compression ="
                            + " {'class': 'ZstdCompressor', 'compression_level': 19, 'min_compress_ratio': 1.1}")
                    .written("INSERT INTO %s (id, v) VALUES (1, 'v')"),
            of("compression_changed", 2)
                    .schema(
                            "CREATE TABLE %s (id int PRIMARY KEY, v text) WITH compression = {'class': 'SnappyCompressor'}")
                    .written("INSERT INTO %s (id, v) VALUES (1, 'v')")
                    .later(
                            "ALTER TABLE %s WITH compression = {'enabled': false}",
                            "INSERT INTO %s (id, v) VALUES (2, 'v')"),
            of("cdc", 1)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text) WITH cdc = true")
                    .written("INSERT INTO %s (id, v) VALUES (1, 'v')"),
            of("windows", 3)
                    .schema(
                            "CREATE TABLE %s (id int PRIMARY KEY, v text) WITH compaction = {'class':"
                                    + " 'TimeWindowCompactionStrategy', 'compaction_window_size': 1, 'compaction_window_unit': 'DAYS'}")
                    .written(
                            "INSERT INTO %s (id, v) VALUES (1, 'v') USING TIMESTAMP 1000000",
                            "INSERT INTO %s (id, v) VALUES (2, 'v') USING TIMESTAMP 1600000000000000")
                    .later("INSERT INTO %s (id, v) VALUES (3, 'v')"),
            of("levels", 2)
                    .schema(
                            "CREATE TABLE %s (id int PRIMARY KEY, v text) WITH compaction = {'class': 'LeveledCompactionStrategy'}")
                    .written("INSERT INTO %s (id, v) VALUES (1, 'v')")
                    .later("INSERT INTO %s (id, v) VALUES (2, 'v')"),
            of("unified", 2)
                    .since(CassandraVersion.V5_0)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text) WITH compaction ="
                            + " {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4'}")
                    .written("INSERT INTO %s (id, v) VALUES (1, 'v')")
                    .later("INSERT INTO %s (id, v) VALUES (2, 'v')"),
            of("future", 1)
                    .schema("CREATE TABLE %s (id int, c int, v text, PRIMARY KEY (id, c))")
                    .written(
                            "INSERT INTO %s (id, c, v) VALUES (1, 1, 'v') USING TIMESTAMP 9000000000000000000",
                            "INSERT INTO %s (id, c, v) VALUES (1, 2, 'v') USING TIMESTAMP 1")
                    .later("DELETE FROM %s USING TIMESTAMP 8000000000000000000 WHERE id = 1"),
            of("negative_times", 1)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text)")
                    .written("INSERT INTO %s (id, v) VALUES (1, 'old') USING TIMESTAMP -9223372036854775807")
                    .later("INSERT INTO %s (id, v) VALUES (1, 'new') USING TIMESTAMP -5"),
            of("long_ttl", 1)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text) WITH default_time_to_live = 315360000")
                    .written("INSERT INTO %s (id, v) VALUES (1, 'v')"),
            of("ranges_deleted", 2)
                    .schema("CREATE TABLE %s (id int, a int, b int, v text, PRIMARY KEY (id, a, b))")
                    .written(
                            "INSERT INTO %s (id, a, b, v) VALUES (1, 1, 1, 'v')",
                                    "INSERT INTO %s (id, a, b, v) VALUES (1, 2, 1, 'v')",
                            "INSERT INTO %s (id, a, b, v) VALUES (1, 3, 1, 'v')",
                                    "INSERT INTO %s (id, a, b, v) VALUES (1, 4, 1, 'v')")
                    .later(
                            "DELETE FROM %s WHERE id = 1 AND a >= 2 AND a < 3",
                            "DELETE FROM %s WHERE id = 1 AND (a, b) > (3, 1)"),
            of("indexed_static", 1)
                    .schema(
                            "CREATE TABLE %s (id int, c int, s text static, m map<text, int>, PRIMARY KEY (id, c))",
                            "CREATE INDEX ON %s (s)", "CREATE INDEX ON %s (KEYS(m))", "CREATE INDEX ON %s (ENTRIES(m))")
                    .written("INSERT INTO %s (id, c, s, m) VALUES (1, 1, 's', {'k': 1})"),
            of("sai", 1)
                    .since(CassandraVersion.V5_0)
                    .schema(
                            "CREATE TABLE %s (id int PRIMARY KEY, v text, l list<int>, e vector<float, 3>)",
                            "CREATE INDEX ON %s (v) USING 'sai'",
                            "CREATE INDEX ON %s (l) USING 'sai'",
                            "CREATE INDEX ON %s (e) USING 'sai'")
                    .written("INSERT INTO %s (id, v, l, e) VALUES (1, 'v', [1, 2], [0.1, 0.2, 0.3])"),
            of("viewed", 2)
                    .schema(
                            "CREATE TABLE %s (id int, c int, v int, PRIMARY KEY (id, c))",
                            "CREATE MATERIALIZED VIEW %s_view AS SELECT * FROM %1$s WHERE v IS NOT NULL AND id IS NOT NULL AND c IS NOT NULL"
                                    + " PRIMARY KEY (v, id, c)")
                    .written(
                            "INSERT INTO %s (id, c, v) VALUES (1, 1, 7)", "INSERT INTO %s (id, c, v) VALUES (1, 2, 8)"),
            of("masked", 1)
                    .since(CassandraVersion.V5_0)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text MASKED WITH DEFAULT)")
                    .written("INSERT INTO %s (id, v) VALUES (1, 'v')"),
            of("renamed_key", 2)
                    .schema(
                            "CREATE TABLE %s (id int, c int, v text, PRIMARY KEY (id, c))",
                            "ALTER TABLE %s RENAME c TO d")
                    .written(
                            "INSERT INTO %s (id, d, v) VALUES (1, 1, 'v')",
                            "INSERT INTO %s (id, d, v) VALUES (1, 2, 'v')"),
            of("quoted", 1)
                    .schema("CREATE TABLE %s (\"select\" int PRIMARY KEY, \"a\"\"b\" text, \"имя\" text, \"x y\" text)")
                    .written("INSERT INTO %s (\"select\", \"a\"\"b\", \"имя\", \"x y\") VALUES (1, 'a', 'b', 'c')"),
            of("lightweight", 1)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text)")
                    .written(
                            "INSERT INTO %s (id, v) VALUES (1, 'v') IF NOT EXISTS",
                            "UPDATE %s SET v = 'w' WHERE id = 1 IF v = 'v'"),
            of("everything_deleted", 0)
                    .schema("CREATE TABLE %s (id int PRIMARY KEY, v text)")
                    .written("INSERT INTO %s (id, v) VALUES (1, 'v')")
                    .later("DELETE FROM %s WHERE id = 1"),
            of("nothing", 0).schema("CREATE TABLE %s (id int PRIMARY KEY, v text)"),
            of("one_huge_partition", 20_000)
                    .schema("CREATE TABLE %s (id int, c int, v text, PRIMARY KEY (id, c))")
                    .written(IntStream.range(0, 200)
                            .mapToObj(i -> IntStream.range(0, 100)
                                    .mapToObj(j -> "INSERT INTO %1$s (id, c, v) VALUES (1, " + (i * 100 + j)
                                            + ", 'some value of a row');")
                                    .collect(Collectors.joining(" ", "BEGIN UNLOGGED BATCH ", " APPLY BATCH")))
                            .toArray(String[]::new)),
            of("counter_deleted", 1)
                    .schema("CREATE TABLE %s (id int, c int, n counter, PRIMARY KEY (id, c))")
                    .written(
                            "UPDATE %s SET n = n + 5 WHERE id = 1 AND c = 1",
                            "UPDATE %s SET n = n + 5 WHERE id = 1 AND c = 2")
                    .later("UPDATE %s SET n = n - 9 WHERE id = 1 AND c = 1", "DELETE FROM %s WHERE id = 1 AND c = 2"));

    private static OddTable of(String name, int rows) {
        return new OddTable(name, CassandraVersion.V4_0, rows, List.of(), List.of(), List.of());
    }

    private OddTable since(CassandraVersion version) {
        return new OddTable(name, version, rows, schema, written, later);
    }

    private OddTable schema(String... statements) {
        return new OddTable(name, since, rows, List.of(statements), written, later);
    }

    private OddTable written(String... statements) {
        return new OddTable(name, since, rows, schema, List.of(statements), later);
    }

    private OddTable later(String... statements) {
        return new OddTable(name, since, rows, schema, written, List.of(statements));
    }

    @Override
    public String toString() {
        return name;
    }

    private static String columns(int count) {
        return IntStream.range(0, count).mapToObj(i -> "c" + i + " int").collect(Collectors.joining(", "));
    }
}
