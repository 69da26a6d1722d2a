/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.Command;
import io.idaeus.it.harness.CommandResult;
import io.idaeus.it.harness.ComparableRows;
import io.idaeus.it.harness.CqlClient;
import io.idaeus.it.harness.IdaeusCli;
import io.idaeus.it.harness.PayloadTable;
import io.idaeus.it.harness.SidecarProcess;
import io.idaeus.it.harness.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the scripts of docs/runbooks unchanged. */
@Tag("surface")
@Timeout(900)
class RunbooksIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 2_000, 200);

    @Test
    void aTableIsClonedAndRestoredFromASnapshot() {
        try (NodePair pair = NodePair.start(
                CassandraCluster.builder(CassandraVersion.V5_0).name("clone-source"),
                CassandraCluster.builder(CassandraVersion.V5_0).name("clone-destination"),
                sidecar -> sidecar)) {
            CqlClient source = pair.source().cql();
            CqlClient destination = pair.destination().cql();
            TABLE.create(source);
            TABLE.create(destination);
            TABLE.insert(source);
            String from = pair.sourceSidecar().restUri().toString();
            String to = pair.destinationSidecar().restUri().toString();

            CommandResult clone = script("clone-table.sh", Map.of(), from, to, TABLE.name());
            assertThat(clone.exitCode()).as(clone.describe()).isZero();
            assertSame(source, destination);

            IdaeusCli.run("--url", from, "snapshot", "create", TABLE.name(), "--tag", "nightly")
                    .orThrow();
            destination.execute("TRUNCATE " + TABLE.name());
            CommandResult restore = script("restore-from-snapshot.sh", Map.of(), from, "nightly", to, TABLE.name());
            assertThat(restore.exitCode()).as(restore.describe()).isZero();
            assertSame(source, destination);
            assertThat(pair.sourceClient().snapshot("nightly").leases()).isEmpty();

            CommandResult wrong = script("clone-table.sh", Map.of(), from);
            assertThat(wrong.exitCode()).isEqualTo(2);
            CommandResult unknown = script("clone-table.sh", Map.of(), from, to, "shop.nothing");
            assertThat(unknown.exitCode()).as(unknown.describe()).isNotZero();
        }
    }

    /** Each live replica misses rows that the other one has: what writers at QUORUM leave behind. */
    @Test
    void aReplacementNodeGetsItsDataFromBothLiveReplicas() {
        try (CassandraCluster ring = CassandraCluster.builder(CassandraVersion.V5_0)
                        .name("replace")
                        .nodes(3)
                        .start();
                SidecarProcess first = SidecarProcess.beside(ring.node(0)).start();
                SidecarProcess second = SidecarProcess.beside(ring.node(1)).start();
                SidecarProcess replacement = SidecarProcess.beside(ring.node(2)).start()) {
            ring.cql().createKeyspace("shop", 3);
            TABLE.create(ring.cql());
            TABLE.insert(ring.cql());
            flush(ring);
            Set<Path> older = files(ring);
            TABLE.insert(ring.cql(), LongStream.range(TABLE.rows(), 2 * TABLE.rows()));
            flush(ring);
            Map<Long, ByteBuffer> before = rows(ring.cql());
            lose(ring.node(0), file -> !older.contains(file));
            lose(ring.node(1), older::contains);
            lose(ring.node(2), file -> true);

            CommandResult replace = script(
                    "replace-node.sh",
                    Map.of(),
                    replacement.restUri().toString(),
                    first.restUri() + "," + second.restUri(),
                    TABLE.name());

            assertThat(replace.exitCode()).as(replace.describe()).isZero();
            assertThat(replace.stdout()).contains("nodetool cleanup shop users").contains("nodetool repair --full");
            ring.node(0).stop();
            ring.node(1).stop();
            assertThat(rows(ring.node(2).cql())).isEqualTo(before).hasSize(Math.toIntExact(2 * TABLE.rows()));
        }
    }

    @Test
    void aNewDataCentreGetsWhatItOwns() {
        try (CassandraCluster ring = CassandraCluster.builder(CassandraVersion.V5_0)
                        .name("rebuild")
                        .datacenters("datacenter1", "datacenter2")
                        .start();
                SidecarProcess old = SidecarProcess.beside(ring.node(0)).start();
                SidecarProcess added = SidecarProcess.beside(ring.node(1)).start()) {
            CqlClient cql = ring.node(0).cql();
            cql.execute(
                    "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}");
            TABLE.create(cql);
            TABLE.insert(cql);
            Map<Long, ByteBuffer> before = rows(cql);
            cql.execute("ALTER KEYSPACE shop WITH replication ="
                    + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 1, 'datacenter2': 1}");

            CommandResult rebuild = script(
                    "rebuild-datacenter.sh",
                    Map.of(),
                    old.restUri().toString(),
                    added.restUri().toString(),
                    TABLE.name());

            assertThat(rebuild.exitCode()).as(rebuild.describe()).isZero();
            ring.node(0).stop();
            assertThat(rows(ring.node(1).cql())).isEqualTo(before);
        }
    }

    private static void flush(CassandraCluster ring) {
        ring.nodes().forEach(node -> node.nodetool("flush", "shop").orThrow());
    }

    private static Set<Path> files(CassandraCluster ring) {
        return ring.nodes().stream().flatMap(node -> files(node).stream()).collect(Collectors.toSet());
    }

    private static List<Path> files(CassandraNode node) {
        List<Path> found = new ArrayList<>();
        for (Path directory : node.tableDirectories("shop", "users")) {
            try (Stream<Path> files = Files.list(directory)) {
                files.filter(Files::isRegularFile).forEach(found::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }

    /** Deletes files of the table while the node is stopped. */
    private static void lose(CassandraNode node, Predicate<Path> lost) {
        node.stop();
        for (Path file : files(node)) {
            if (lost.test(file)) {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        node.start();
    }

    private static CommandResult script(String name, Map<String, String> environment, String... arguments) {
        List<String> words = new ArrayList<>();
        words.add("sh");
        words.add(
                Workspace.module().resolveSibling("docs/runbooks").resolve(name).toString());
        words.addAll(List.of(arguments));
        Map<String, String> all = new HashMap<>(environment);
        all.put("IDAEUS", String.join(" ", IdaeusCli.command().words()));
        all.put("JAVA_HOME", System.getProperty("java.home"));
        return Command.of(words)
                .within(Duration.ofMinutes(4))
                .withEnvironment(all)
                .run();
    }

    private static Map<Long, ByteBuffer> rows(CqlClient cql) {
        return cql.stream("SELECT id, payload FROM " + TABLE.name())
                .collect(Collectors.toMap(row -> row.getLong("id"), row -> row.getByteBuffer("payload")));
    }

    private static void assertSame(CqlClient one, CqlClient other) {
        assertThat(ComparableRows.of(one, "shop", "users")
                        .compareWith(ComparableRows.of(other, "shop", "users"))
                        .requireSame())
                .isEqualTo(TABLE.rows());
    }
}
