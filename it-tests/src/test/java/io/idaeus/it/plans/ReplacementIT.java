/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeJmx;
import io.idaeus.it.harness.cassandra.NodeReadiness;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.rows.PayloadTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The procedure of docs/replacement.md for replacing a dead node in survey. */
@Tag("plans")
@Timeout(900)
class ReplacementIT {
    private static final String KEYSPACE = "ks";
    private static final PayloadTable TABLE = new PayloadTable(KEYSPACE, "t", 500, 50);

    @Test
    void aNodeThatDiesInSurveyIsRemovedAndAnotherReplacesTheDeadOne() throws Exception {
        try (DeadRing two = DeadRing.of(CassandraVersion.selected(), "replace")
                .cluster(nodes -> nodes.nodes(2))
                .quickDeaths()
                .withoutSidecars()
                .table(TABLE, 2)
                .data(all -> all.node().flush(KEYSPACE, TABLE.table()))
                .start()) {
            CassandraCluster cluster = two.cluster();
            CassandraNode dead = two.dead();
            SeenRing ring = new SeenRing(cluster.node(), KEYSPACE);
            Set<List<String>> needed = ring.replicatedBy(dead);

            CassandraNode first = filledAndDeclared(cluster, needed);
            assertThat(ring.pendingAt(first)).isEmpty();
            first.restart(survey(dead));
            assertThat(DeclaredRanges.of(needed)).containsAll(DeclaredRanges.of(ring.pendingAt(first)));
            assertThat(ring.replicatedBy(dead)).isEqualTo(needed);
            first.kill9();
            remove(first, ring);
            assertThat(ring.replicatedBy(dead)).isEqualTo(needed);

            CassandraNode second = filledAndDeclared(cluster, needed);
            List<String> imported = dataFiles(second);
            second.restart(survey(dead));
            assertThat(second.log()).contains("already available");
            assertThat(dataFiles(second)).isEqualTo(imported);
            assertThat(ring.pendingAt(second)).isNotEmpty();
            DeadRing.patiently(() -> TABLE.insert(cluster.cql(), LongStream.of(TABLE.rows())));

            join(second);
            assertThat(ring.replicatedBy(second)).isEqualTo(needed);
            assertThat(ring.replicatedBy(dead)).isEmpty();
            assertThat(ring.pendingAt(second)).isEmpty();
            second.restart(quick(NodeStart.plain()));
            cluster.node().stop();
            assertThat(second.cql().execute("SELECT id FROM ks.t")).hasSize(Math.toIntExact(TABLE.rows() + 1));
        }
    }

    /** A new node beside the ring, with all rows of the live one. */
    private static CassandraNode filledAndDeclared(CassandraCluster cluster, Set<List<String>> ranges)
            throws IOException {
        CassandraNode node = cluster.addNode(cluster.node());
        node.start(quick(NodeStart.withoutJoining()));
        await("the schema arrives")
                .ignoreExceptions()
                .until(() -> node.cql()
                                .execute("SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'ks'")
                                .size()
                        == 1);
        Path staging = node.directory()
                .resolve("staging/ks")
                .resolve(tableDirectory(node).getFileName().toString());
        Files.createDirectories(staging);
        for (Path file : files(tableDirectory(cluster.node()))) {
            Files.copy(file, staging.resolve(file.getFileName()));
        }
        node.nodetool("import", "-t", KEYSPACE, TABLE.table(), staging.toString())
                .orThrow();
        assertThat(files(staging)).isEmpty();
        node.cql()
                .execute(
                        "UPDATE system.available_ranges_v2 SET full_ranges = full_ranges + ? WHERE keyspace_name = ?",
                        DeclaredRanges.of(ranges),
                        KEYSPACE);
        // A kill would lose what the commit log has not synced yet.
        node.flush("system", "available_ranges_v2");
        return node;
    }

    private static NodeStart survey(CassandraNode dead) {
        return quick(NodeStart.plain())
                .property("cassandra.replace_address_first_boot", dead.address())
                .property("cassandra.write_survey", true)
                .property("cassandra.reset_bootstrap_progress", false)
                .until(NodeReadiness.SURVEY);
    }

    /** Short waits. A node refuses to replace one whose death it has not noticed itself, so gossip must settle. */
    private static NodeStart quick(NodeStart start) {
        return start.property("cassandra.broadcast_interval_ms", 5_000)
                .property("cassandra.schema_delay_ms", 1_000)
                .property("cassandra.skip_wait_for_gossip_to_settle", -1);
    }

    /** Ends what its death in survey leaves: pending ranges, which fail writes. */
    private static void remove(CassandraNode died, SeenRing ring) {
        await("its death is seen").until(() -> !ring.isUp(died));
        CommandResult removed = ring.by().version() == CassandraVersion.V6_0
                ? ring.by().nodetool("abortbootstrap", "--ip", died.address())
                : ring.by().nodetool("assassinate", died.address());
        removed.orThrow();
        await("it is gone").until(() -> ring.pendingAt(died).isEmpty());
    }

    private static void join(CassandraNode node) throws IOException {
        // The end of the start: joinRing does half its work before.
        await("CQL opens").until(() -> (boolean) node.jmx().attribute(NodeJmx.STORAGE, "NativeTransportRunning"));
        node.jmx().invoke(NodeJmx.STORAGE, "joinRing", new Object[0]);
        // 6.0 keeps the operation mode JOINING_FAILED until the next start.
        assertThat(node.jmx().attribute(NodeJmx.STORAGE, "Joined")).isEqualTo(true);
    }

    private static List<String> dataFiles(CassandraNode node) {
        return files(tableDirectory(node)).stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith("Data.db"))
                .toList();
    }

    private static Path tableDirectory(CassandraNode node) {
        return node.tableDirectories(KEYSPACE, TABLE.table()).get(0);
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(200));
    }
}
