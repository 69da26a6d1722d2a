/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.imports.ImportResult;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Cassandra reads values by the types in an SSTable's header, and takes their bytes for values of the table's types: the
 * sidecar lets in what is read right, and nothing else.
 */
@Tag("versions")
class ColumnTypesIT {
    private static final String KEYSPACE = "types";
    private static final String TIME_UUID = "50554d6e-29bb-11e5-b345-feff819cdc9f";

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    private static SidecarProcess sidecar;
    private static int tables;

    private final String table = "t" + tables++;

    /** @param read what a driver makes of the value */
    private record Change(String written, String here, String value, String read) {}

    private static final List<Change> SAME_LENGTHS = List.of(
            new Change("ascii", "text", "'abc'", "abc"),
            new Change("bigint", "timestamp", "1000", "1970-01-01T00:00:01Z"),
            new Change("timestamp", "bigint", "1000", "1000"),
            new Change("timeuuid", "uuid", TIME_UUID, TIME_UUID));

    private static final List<Change> OTHER_LENGTHS = List.of(
            new Change("int", "varint", "-5", "-5"),
            new Change("bigint", "varint", "5000000000", "5000000000"),
            // Days since -5877641-06-23.
            new Change("int", "date", "-2147483647", "1970-01-02"),
            new Change("bigint", "time", "1", "00:00:00.000000001"));

    private static final boolean COMPACTS_BYTES = CassandraVersion.selected() == CassandraVersion.V6_0;

    @BeforeAll
    static void start() {
        // These tests do not depend on how fast the node answers.
        sidecar = SidecarProcess.beside(nodes.first())
                .set("cassandra.responseTimeout", "20s")
                .start();
        cql().createKeyspace(KEYSPACE, 1);
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    @Test
    void whatTheTablesTypesReadIsImportedAndReadAsItWasWritten() throws IOException {
        List<Change> readable = new ArrayList<>(SAME_LENGTHS);
        if (!COMPACTS_BYTES) {
            readable.addAll(OTHER_LENGTHS);
        }
        Path staged = staged(readable);

        assertThat(imported(staged).directories().get(0).imported()).isTrue();

        List<String> expected = readable.stream().map(Change::read).toList();
        assertThat(row(readable.size())).isEqualTo(expected);
        nodes.first().compact(KEYSPACE, table);
        assertThat(row(readable.size())).as("as the table's types write it").isEqualTo(expected);
    }

    @ParameterizedTest
    @FieldSource("OTHER_LENGTHS")
    void whatACompactionWouldMakeUnreadableIsRefused(Change change) throws IOException {
        assumeTrue(COMPACTS_BYTES, "not on Cassandra " + CassandraVersion.selected());
        Path staged = staged(List.of(change));

        assertThatThrownBy(() -> imported(staged))
                .hasMessageContainingAll("HEADER_MISMATCH", "column c0", "once it has compacted it");

        // Cassandra alone takes it, and reads it until then.
        nodes.first().nodetool("import", KEYSPACE, table, staged.toString()).orThrow();
        assertThat(valueOrFailure()).isEqualTo(change.read());
        nodes.first().compact(KEYSPACE, table);
        assertThat(valueOrFailure()).isNotEqualTo(change.read());
    }

    @ParameterizedTest
    @CsvSource({"text, int, '''abcd''', abcd", "int, bigint, 5, 5", "varint, int, 5, 5", "double, bigint, 1, 1.0"})
    void whatTheyMisreadIsRefused(String written, String here, String value, String read) throws IOException {
        Path staged = staged(List.of(new Change(written, here, value, read)));

        assertThatThrownBy(() -> imported(staged)).hasMessageContainingAll("HEADER_MISMATCH", "column c0");

        // Cassandra alone takes it.
        nodes.first().nodetool("import", KEYSPACE, table, staged.toString()).orThrow();
        assertThat(staged).isEmptyDirectory();
        assertThat(valueOrFailure()).isNotEqualTo(read);
    }

    private String valueOrFailure() {
        try {
            return row(1).get(0);
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    /** SSTables of a table with the types that were written; it is made anew with those of here. */
    private Path staged(List<Change> changes) throws IOException {
        cql().execute(create(changes, Change::written));
        cql().execute("INSERT INTO %s (id, %s) VALUES (1, %s)"
                .formatted(
                        name(),
                        columns(changes.size()),
                        changes.stream().map(Change::value).collect(Collectors.joining(", "))));
        nodes.first().flush(KEYSPACE, table);
        Path staged = Files.createDirectories(
                sidecar.stagingRoot().resolve(table).resolve(KEYSPACE).resolve(table + "-" + "1".repeat(32)));
        for (Path directory : nodes.first().tableDirectories(KEYSPACE, table)) {
            for (NodeSstables sstable : NodeSstables.in(directory)) {
                for (Path file : sstable.files()) {
                    Files.copy(file, staged.resolve(file.getFileName()));
                }
            }
        }
        cql().execute("DROP TABLE " + name());
        cql().execute(create(changes, Change::here));
        return staged;
    }

    private String create(List<Change> changes, Function<Change, String> type) {
        return "CREATE TABLE %s (id int PRIMARY KEY, %s)"
                .formatted(
                        name(),
                        IntStream.range(0, changes.size())
                                .mapToObj(i -> "c" + i + " " + type.apply(changes.get(i)))
                                .collect(Collectors.joining(", ")));
    }

    private static String columns(int count) {
        return IntStream.range(0, count).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
    }

    private List<String> row(int columns) {
        return cql().execute("SELECT " + columns(columns) + " FROM " + name()).stream()
                .flatMap(row -> IntStream.range(0, columns).mapToObj(i -> String.valueOf(row.getObject(i))))
                .toList();
    }

    private ImportResult imported(Path directory) {
        return SidecarClient.of(sidecar.restUri())
                .importSstables(new ImportRequest(KEYSPACE, table, List.of(directory.toString()), null, null));
    }

    private String name() {
        return KEYSPACE + "." + table;
    }

    private static CqlClient cql() {
        return nodes.first().cql();
    }
}
