/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.schema.HeaderTypes;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.cassandra.schema.TableSchema;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Column;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Compares the mapped types of a table with the header types that Cassandra's sstablemetadata prints. */
@Tag("versions")
class HeaderTypesIT {
    private static final List<String> TYPES = List.of(
            "ascii",
            "bigint",
            "blob",
            "boolean",
            "date",
            "decimal",
            "double",
            "duration",
            "float",
            "inet",
            "int",
            "smallint",
            "text",
            "time",
            "timestamp",
            "timeuuid",
            "tinyint",
            "uuid",
            "varchar",
            "varint",
            "list<text>",
            "set<int>",
            "map<text, int>",
            "frozen<list<text>>",
            "frozen<set<frozen<list<int>>>>",
            "list<frozen<list<int>>>",
            "map<text, frozen<map<int, frozen<set<blob>>>>>",
            "frozen<map<text, frozen<udt>>>",
            "tuple<int, text>",
            "frozen<tuple<int, frozen<list<text>>>>",
            "list<frozen<tuple<int, frozen<udt>>>>",
            "udt",
            "frozen<udt>",
            "set<frozen<udt>>",
            "\"Outer Udt\"",
            "frozen<\"Outer Udt\">",
            "map<frozen<udt>, frozen<\"Outer Udt\">>",
            "'org.apache.cassandra.db.marshal.LexicalUUIDType'");

    private static final List<String> VECTORS = List.of(
            "vector<float, 3>",
            "vector<text, 2>",
            "list<frozen<vector<int, 2>>>",
            "vector<frozen<list<udt>>, 2>",
            "list<frozen<vector<frozen<list<int>>, 2>>>",
            "frozen<list<vector<frozen<list<int>>, 2>>>",
            "tuple<int, vector<frozen<set<int>>, 2>>",
            "vector<vector<tuple<int, text>, 2>, 3>");

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    @Test
    void mappedTypesAreThoseThatCassandraWrites() throws Exception {
        CassandraNode node = nodes.first();
        try (CassandraDoor door = new CassandraDoor(Doors.settings(node))) {
            CqlClient cql = node.cql();
            cql.createKeyspace("ks", 1);
            cql.execute("CREATE TYPE ks.udt (a int, \"B b\" frozen<list<text>>)");
            cql.execute("CREATE TYPE ks.\"Outer Udt\" (u frozen<udt>, t frozen<tuple<int, frozen<udt>>>)");
            compare(node, door, everyType(node.version()), "a = 1 AND c = 1", "a = 1");
            compare(
                    node,
                    door,
                    "CREATE TABLE ks.composite (a int, b frozen<list<int>>, c text, d frozen<udt>, e timestamp,"
                            + " s frozen<udt> static, v int, PRIMARY KEY ((a, b), c, d, e))"
                            + " WITH CLUSTERING ORDER BY (c DESC, d ASC, e DESC)",
                    "a = 1 AND b = [1] AND c = '' AND d = {a: 1} AND e = 0",
                    "a = 1 AND b = [1]");
            compare(node, door, "CREATE TABLE ks.counters (a int PRIMARY KEY, v counter)", "a = 1", "a = 1");
        }
    }

    private static String everyType(CassandraVersion version) {
        Stream<String> vectors = version.compareTo(CassandraVersion.V5_0) < 0 ? Stream.of() : VECTORS.stream();
        List<String> types = Stream.concat(TYPES.stream(), vectors).toList();
        String columns = IntStream.range(0, types.size())
                .mapToObj(i -> "v%02d %s".formatted(i, types.get(i)))
                .collect(Collectors.joining(", "));
        return "CREATE TABLE ks.every (a int, c int, s int static, " + columns + ", PRIMARY KEY (a, c))";
    }

    private static void compare(CassandraNode node, CassandraDoor door, String create, String row, String partition)
            throws IOException {
        node.cql().execute(create);
        String table = create.replaceAll("CREATE TABLE ks\\.(\\w+) .*", "$1");
        TableSchema schema = door.schemas().table(new TableName("ks", table));
        // Deleting columns puts them all into the header, without a value of their types.
        delete(node, schema, Kind.REGULAR, row);
        delete(node, schema, Kind.STATIC, partition);
        node.flush("ks", table);
        String metadata =
                node.sstableMetadata(dataFile(node, table).toString()).orThrow().stdout();

        HeaderTypes ours = HeaderTypes.of(schema);
        assertThat(door.schemas().headerTypes("ks"))
                .as("all of a keyspace at once")
                .containsEntry(table, ours);
        assertThat(ours.partitionKey()).isEqualTo(line(metadata, "KeyType"));
        assertThat(ours.clustering().toString()).isEqualTo(line(metadata, "ClusteringTypes"));
        assertThat(ours.staticColumns()).containsExactlyInAnyOrderEntriesOf(columns(line(metadata, "StaticColumns")));
        assertThat(ours.regularColumns()).containsExactlyInAnyOrderEntriesOf(columns(line(metadata, "RegularColumns")));
    }

    private static void delete(CassandraNode node, TableSchema schema, Kind kind, String where) {
        String columns = schema.columns(kind).stream().map(Column::name).collect(Collectors.joining(", "));
        if (!columns.isEmpty()) {
            node.cql().execute("DELETE " + columns + " FROM " + schema.name() + " WHERE " + where);
        }
    }

    private static Path dataFile(CassandraNode node, String table) throws IOException {
        try (Stream<Path> files = Files.list(node.tableDirectories("ks", table).get(0))) {
            return files.filter(file -> file.toString().endsWith("-Data.db"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String line(String metadata, String name) {
        return metadata.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in\n" + metadata));
    }

    /** Parses {@code name:type, name:type}; types may hold commas and colons. */
    private static Map<String, String> columns(String printed) {
        return Arrays.stream(printed.split(", (?=[a-z]\\d*:)"))
                .filter(column -> !column.isEmpty())
                .map(column -> column.split(":", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }
}
