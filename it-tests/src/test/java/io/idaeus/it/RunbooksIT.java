/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.IdaeusCli;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the scripts of docs/runbooks unchanged, on a ring of three data centres with a node each, and on another one. */
@Tag("surface")
@Timeout(900)
class RunbooksIT {
    private static final long ROWS = 2_000;

    private static CassandraCluster ring;
    private static CassandraCluster other;
    private static List<SidecarProcess> sidecars;
    private static SidecarProcess destination;

    @BeforeAll
    static void start() {
        List<CassandraCluster> clusters = CassandraCluster.startTogether(
                CassandraCluster.builder(CassandraVersion.selected())
                        .name("runbooks")
                        .datacenters("dc1", "dc2", "dc3"),
                CassandraCluster.builder(CassandraVersion.selected()).name("runbooks-other"));
        ring = clusters.get(0);
        other = clusters.get(1);
        sidecars = ring.nodes().stream()
                .map(node -> SidecarProcess.beside(node).build())
                .toList();
        destination = SidecarProcess.beside(other.node())
                .allowPeers(ring.node().address())
                .build();
        SidecarProcess.startTogether(
                Stream.concat(sidecars.stream(), Stream.of(destination)).toArray(SidecarProcess[]::new));
    }

    @AfterAll
    static void end() {
        destination.close();
        sidecars.forEach(SidecarProcess::close);
        other.close();
        ring.close();
    }

    @Test
    void aTableIsRestoredFromASnapshot() {
        PayloadTable table = table("restored", "dc1");
        table.create(other.cql());
        table.insert(ring.cql());
        String from = sidecar(0);
        String to = destination.restUri().toString();

        IdaeusCli.run("--url", from, "snapshot", "create", table.name(), "--tag", "nightly")
                .orThrow();
        CommandResult restore = script("restore-from-snapshot.sh", from, "nightly", to, table.name());
        assertThat(restore.exitCode()).as(restore.describe()).isZero();
        assertSame(table);
        SidecarClient source = SidecarClient.of(URI.create(from));
        Awaitility.await("the lease is released").atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(
                        source.snapshot("nightly").leases())
                .isEmpty());

        CommandResult wrong = script("restore-from-snapshot.sh", from);
        assertThat(wrong.exitCode()).isEqualTo(2);
        CommandResult unknown = script("restore-from-snapshot.sh", from, "nightly", to, "restored.nothing");
        assertThat(unknown.exitCode()).as(unknown.describe()).isNotZero();
    }

    /** Each live replica misses rows that the other one has: what writers at QUORUM leave behind. */
    @Test
    void aReplacementNodeGetsItsDataFromBothLiveReplicas() {
        PayloadTable table = table("replaced", "dc1");
        table.insert(ring.node(0).cql());
        replicate("replaced", "dc2");
        table.insert(ring.node(1).cql(), LongStream.range(ROWS, 2 * ROWS));
        replicate("replaced", "dc1", "dc2", "dc3");
        assertThat(own(table, 0)).isEqualTo(rows(table, 0, ROWS));
        assertThat(own(table, 1)).isEqualTo(rows(table, ROWS, 2 * ROWS));
        assertThat(own(table, 2)).isEmpty();

        CommandResult replace = script("replace-node.sh", sidecar(2), sidecar(0) + "," + sidecar(1), table.name());

        assertThat(replace.exitCode()).as(replace.describe()).isZero();
        assertThat(replace.stdout()).contains("nodetool cleanup replaced users").contains("nodetool repair --full");
        assertThat(own(table, 2)).isEqualTo(rows(table, 0, 2 * ROWS));
    }

    @Test
    void aNewDataCentreGetsWhatItOwns() {
        PayloadTable table = table("rebuilt", "dc1");
        table.insert(ring.cql());
        replicate("rebuilt", "dc1", "dc3");
        assertThat(own(table, 2)).isEmpty();

        CommandResult rebuild = script("rebuild-datacenter.sh", sidecar(0), sidecar(2), table.name());

        assertThat(rebuild.exitCode()).as(rebuild.describe()).isZero();
        assertThat(own(table, 2)).isEqualTo(rows(table, 0, ROWS));
    }

    /** In a keyspace of its own. */
    private static PayloadTable table(String keyspace, String datacenter) {
        ring.cql().execute("CREATE KEYSPACE " + keyspace + replication(datacenter));
        PayloadTable table = new PayloadTable(keyspace, "users", ROWS, 200);
        table.create(ring.cql());
        return table;
    }

    private static void replicate(String keyspace, String... datacenters) {
        ring.cql().execute("ALTER KEYSPACE " + keyspace + replication(datacenters));
    }

    private static String replication(String... datacenters) {
        return Stream.of(datacenters)
                .map(datacenter -> ", '" + datacenter + "': 1")
                .collect(Collectors.joining("", " WITH replication = {'class': 'NetworkTopologyStrategy'", "}"));
    }

    private static String sidecar(int index) {
        return sidecars.get(index).restUri().toString();
    }

    /** The rows of one node: read at LOCAL_ONE, it asks nobody outside its data centre. */
    private static Map<Long, ByteBuffer> own(PayloadTable table, int node) {
        return ring.node(node).cql().stream("SELECT id, payload FROM " + table.name())
                .collect(Collectors.toMap(row -> row.getLong("id"), row -> row.getByteBuffer("payload")));
    }

    private static Map<Long, ByteBuffer> rows(PayloadTable table, long from, long to) {
        return LongStream.range(from, to).boxed().collect(Collectors.toMap(id -> id, table::payload));
    }

    private static void assertSame(PayloadTable table) {
        assertThat(ComparableRows.of(ring.cql(), table.keyspace(), table.table())
                        .compareWith(ComparableRows.of(other.cql(), table.keyspace(), table.table()))
                        .requireSame())
                .isEqualTo(ROWS);
    }

    private static CommandResult script(String name, String... arguments) {
        List<String> words = new ArrayList<>();
        words.add("sh");
        words.add(
                Workspace.module().resolveSibling("docs/runbooks").resolve(name).toString());
        words.addAll(List.of(arguments));
        return Command.of(words)
                .within(Duration.ofMinutes(4))
                .withEnvironment(Map.of(
                        "IDAEUS",
                        String.join(" ", IdaeusCli.command().words()),
                        "JAVA_HOME",
                        System.getProperty("java.home")))
                .run();
    }
}
