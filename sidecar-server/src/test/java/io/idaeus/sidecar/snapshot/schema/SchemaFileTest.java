/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.Column;
import io.idaeus.api.sstable.TableDefinition.DroppedColumn;
import io.idaeus.api.sstable.TableDefinition.Index;
import io.idaeus.api.sstable.TableDefinition.UserType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TableHistoryIT compares what each version of Cassandra writes. */
class SchemaFileTest {
    private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS shop."Orders" (
                customer uuid,
                day date,
                "Item" text,
                address frozen<map<text, frozen<"Addr">>>,
                note text static MASKED WITH system.mask_inner(1, null),
                price decimal CHECK price < 100 AND price >= 0,
                stock int CHECK stock < 100 AND LENGTH() > 5,
                v frozen<tuple<int, text>>,
                old list<int> static,
                PRIMARY KEY ((customer, day), "Item")
            ) WITH ID = 81111b7f-e8b6-11f1-94cc-5f2723a2c170
                AND CLUSTERING ORDER BY ("Item" DESC)
                AND additional_write_policy = '99p'
                AND bloom_filter_fp_chance = 0.01
                AND caching = {'keys': 'ALL', 'rows_per_partition': 'NONE'}
                AND cdc = true
                AND comment = 'it''s; not (so) /* simple */'
                AND compression = {}
                AND fast_path = {'size':3, dcs:'dc1'}
                AND extensions = {'a': 0x00ff}
                AND gc_grace_seconds = 2147483647
                AND speculative_retry = '99p';
            """;
    private static final String DROPS = """
            ALTER TABLE shop."Orders" DROP old USING TIMESTAMP 1700000000000001;
            ALTER TABLE shop."Orders" DROP v USING TIMESTAMP 1700000000000002;
            ALTER TABLE shop."Orders" ADD v int;
            """;

    @Test
    void everythingThatCassandraWritesIsRead() throws Exception {
        TableDefinition read = SchemaFile.read("CREATE TYPE IF NOT EXISTS shop.\"Addr\" (\n street text,\n no"
                + " frozen<list<int>>\n);\n" + TABLE + DROPS
                + "CREATE INDEX IF NOT EXISTS by_price ON shop.\"Orders\" (price) USING 'legacy_local_table';\n"
                + "CREATE CUSTOM INDEX IF NOT EXISTS sai ON shop.\"Orders\" (values(address)) USING 'StorageAttachedIndex'"
                + " WITH OPTIONS = {'case_sensitive': 'false'};");

        assertThat(read.columns())
                .containsExactly(
                        new Column("customer", "uuid", "partition_key", 0, "none"),
                        new Column("day", "date", "partition_key", 1, "none"),
                        new Column("Item", "text", "clustering", 0, "desc"),
                        new Column("note", "text", "static", -1, "none"),
                        new Column("address", "frozen<map<text, frozen<\"Addr\">>>", "regular", -1, "none"),
                        new Column("price", "decimal", "regular", -1, "none"),
                        new Column("stock", "int", "regular", -1, "none"),
                        new Column("v", "int", "regular", -1, "none"));
        assertThat(read.droppedColumns())
                .containsExactly(
                        new DroppedColumn("old", "list<int>", "static", Instant.parse("2023-11-14T22:13:20.000001Z")),
                        new DroppedColumn(
                                "v",
                                "frozen<tuple<int, text>>",
                                "regular",
                                Instant.parse("2023-11-14T22:13:20.000002Z")));
        assertThat(read.userTypes())
                .containsExactly(new UserType("Addr", List.of("street", "no"), List.of("text", "frozen<list<int>>")));
        assertThat(read.indexes())
                .containsExactly(
                        new Index("by_price", "COMPOSITES", Map.of("target", "price")),
                        new Index(
                                "sai",
                                "CUSTOM",
                                Map.of(
                                        "target",
                                        "values(address)",
                                        "class_name",
                                        "StorageAttachedIndex",
                                        "case_sensitive",
                                        "false")));
        assertThat(read.gcGraceSeconds()).isEqualTo(Integer.MAX_VALUE);
        assertThat(read.flags()).containsExactly("CDC");
    }

    @Test
    void aKeyOfOneColumnIsWrittenBesideIt() throws Exception {
        TableDefinition read = SchemaFile.read("""
                CREATE TABLE shop.t (
                    id int MASKED WITH system.mask_default() PRIMARY KEY,
                    hits counter
                ) WITH ID = 81111b7f-e8b6-11f1-94cc-5f2723a2c170
                    AND gc_grace_seconds = 0
                    AND transactional_mode = 'full';
                """);

        assertThat(read.columns())
                .containsExactly(
                        new Column("id", "int", "partition_key", 0, "none"),
                        new Column("hits", "counter", "regular", -1, "none"));
        assertThat(read.flags()).containsExactly("COUNTER", "ACCORD");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "DROP TABLE shop.t;",
                "CREATE TABLE shop.t (id int PRIMARY KEY) WITH gc_grace_seconds = 1",
                "CREATE TABLE shop.t (id int PRIMARY KEY) WITH gc_grace_seconds = many;",
                "CREATE TABLE shop.t (id int, PRIMARY KEY (other)) WITH gc_grace_seconds = 1;",
                "CREATE TABLE shop.t (id int PRIMARY KEY) WITH gc_grace_seconds = 1; INSERT INTO shop.t (id) VALUES (1);",
                "CREATE TABLE shop.t (id int PRIMARY KEY) WITH gc_grace_seconds = 1; ALTER TABLE shop.t DROP v USING"
                        + " TIMESTAMP 1;",
                "CREATE MATERIALIZED VIEW shop.v AS SELECT * FROM shop.t;",
                "/* Warning: omitted CREATE TABLE shop.t (id int PRIMARY KEY) WITH gc_grace_seconds = 1; */",
                "CREATE TABLE shop.t (id frozen<list<int PRIMARY KEY) WITH gc_grace_seconds = 1;",
                "CREATE TABLE shop.t (id int PRIMARY KEY) WITH comment = 'no end",
                "CREATE TABLE shop.t (id int) WITH gc_grace_seconds = 1;",
                "CREATE TABLE shop.t (id int PRIMARY KEY) WITH gc_grace_seconds = 2147483648;",
                "CREATE TABLE shop.t (id int PRIMARY KEY) WITH caching = {'keys':",
                "CREATE TABLE shop.t (id int PRIMARY KEY, v int) WITH gc_grace_seconds = 1; ALTER TABLE shop.t DROP v USING"
                        + " TIMESTAMP 9999999999999999999;",
                "CREATE TABLE shop.t (id int PRIMARY KEY, \"Price, net\" int CHECK Price, net > 5) WITH gc_grace_seconds = 1;",
                "CREATE TABLE shop.t (id int PRIMARY KEY, v int wrong) WITH gc_grace_seconds = 1;",
                "CREATE TABLE shop.t (id int PRIMARY KEY) WITH gc_grace_seconds = 1; CREATE CUSTOM INDEX i ON shop.t (v)"
                        + " USING 'x' WITH OPTIONS = {'a':"
            })
    void anythingElseIsNotUnderstood(String text) {
        assertThatThrownBy(() -> SchemaFile.read(text)).isInstanceOf(SchemaFile.UnknownException.class);
    }

    @Test
    void whatIsNotUnderstoodIsNamedWithItsLine() {
        assertThat(SchemaFile.of(TABLE + "TRUNCATE shop.t;").unknown())
                .contains("line 24", "\"TRUNCATE shop.t;\"", "expected: a statement that Cassandra writes there");
        assertThat(SchemaFile.of(null).unknown()).isEqualTo("it has no schema.cql");
    }
}
