/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.NodeJmx;
import io.idaeus.it.harness.SidecarProcess;
import io.idaeus.it.plans.SeenRing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Three live nodes, each with its sidecar, and a dead one. The live ones run on from replacement to replacement, so that
 * their JVMs are as warm as those of nodes that have served for days; every D is a new process.
 */
final class ReplacedRing implements AutoCloseable {
    private static final int HEAP_MIB = 1024;
    private static final int SSTABLE_MIB = 160;
    private static final String ANY_NODE = "127.20.0.0/16";
    private static final Duration SETTLE_BOUND = Duration.ofHours(1);
    private static final Duration TRUNCATE_BOUND = Duration.ofMinutes(2);
    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final String PENDING_COMPACTIONS = "org.apache.cassandra.metrics:type=Compaction,name=PendingTasks";

    private final CassandraCluster cluster;
    private final Rows rows;
    private final Template template;
    private final List<CassandraNode> live;
    private final List<SidecarProcess> sidecars = new ArrayList<>();
    private CassandraNode dead;
    private List<String> files = List.of();

    private ReplacedRing(CassandraCluster cluster, Rows rows, Template template) {
        this.cluster = cluster;
        this.rows = rows;
        this.template = template;
        this.live = cluster.nodes().stream()
                .filter(node -> node != cluster.node(rows.dead()))
                .toList();
        this.dead = cluster.node(rows.dead());
    }

    /** Makes the template where it is missing. Its nodes then hold it, and the other one is dead. */
    static ReplacedRing start(DataSpec set, Rows rows, Template template, Path work, int ringDelayMillis)
            throws IOException {
        CassandraCluster cluster = CassandraCluster.builder(CassandraVersion.V5_0)
                .name("mttr")
                .initialTokens(rows.placement().tokens())
                .nodes(Placement.NODES)
                .heapMiB(HEAP_MIB)
                .optimizing()
                .yaml("stream_entire_sstables", true)
                .yaml("stream_throughput_outbound", "0MiB/s")
                .yaml("inter_dc_stream_throughput_outbound", "0MiB/s")
                .yaml("entire_sstable_stream_throughput_outbound", "0MiB/s")
                .yaml("entire_sstable_inter_dc_stream_throughput_outbound", "0MiB/s")
                // The harness shortens both.
                .jvmOptions(
                        "-Dcassandra.ring_delay_ms=" + ringDelayMillis, "-Dcassandra.skip_wait_for_gossip_to_settle=-1")
                .directory(work)
                .start();
        ReplacedRing ring = new ReplacedRing(cluster, rows, template);
        try {
            ring.prepare(set, work);
            return ring;
        } catch (IOException | RuntimeException e) {
            ring.close();
            throw e;
        }
    }

    private void prepare(DataSpec set, Path work) throws IOException {
        String keyspace = rows.table().keyspace();
        cluster.cql().createKeyspace(keyspace, Placement.REPLICAS);
        cluster.cql()
                .execute("CREATE TABLE %s (id bigint PRIMARY KEY, payload blob) WITH compaction = %s"
                        .formatted(rows.table().name(), set.compaction()));
        if (template.isComplete()) {
            template.load(live);
            settle();
        } else {
            makeTemplate(work.resolve("generated"));
        }
        files = dataFiles();
        live.forEach(node -> sidecars.add(sidecar(node).build()));
        SidecarProcess.startTogether(sidecars.toArray(SidecarProcess[]::new));
        dead.kill9();
        awaitDeath();
    }

    static SidecarProcess.Builder sidecar(CassandraNode node) {
        return SidecarProcess.beside(node).optimizing().importOverJmx().allowPeers(ANY_NODE);
    }

    private void makeTemplate(Path scratch) throws IOException {
        for (CassandraNode node : live) {
            node.nodetool("setcompactionthroughput", "0").orThrow();
            Path generated = rows.table()
                    .generate(
                            node.version(),
                            scratch,
                            SSTABLE_MIB,
                            rows.heldBy(cluster.nodes().indexOf(node)));
            template.imported(node, generated);
        }
        settle();
        for (CassandraNode node : live) {
            node.nodetool("setcompactionthroughput", "64").orThrow();
        }
        template.save(live);
    }

    List<CassandraNode> live() {
        return live;
    }

    /** Coordinates the plans. */
    SidecarProcess coordinator() {
        return sidecars.get(0);
    }

    CassandraNode dead() {
        return dead;
    }

    CassandraNode addNode() {
        return cluster.addNode(live.get(0));
    }

    /** Whether every live node reads from it, and no longer counts on the dead one. */
    boolean isMember(CassandraNode added) {
        return live.stream()
                .map(node -> new SeenRing(node, rows.table().keyspace()))
                .allMatch(ring -> ring.isUp(added)
                        && !ring.replicatedBy(added).isEmpty()
                        && ring.replicatedBy(dead).isEmpty());
    }

    static int pendingCompactions(CassandraNode node) {
        try {
            return (int) node.jmx().attribute(PENDING_COMPACTIONS, "Value");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The node that was added is killed, and is the dead one from now on. The others are as before. */
    void retire(CassandraNode added) throws IOException {
        if (!dataFiles().equals(files)) {
            // TRUNCATE needs all four nodes.
            added.cql()
                    .session()
                    .execute(SimpleStatement.newInstance(
                                    "TRUNCATE " + rows.table().name())
                            .setTimeout(TRUNCATE_BOUND));
            template.load(live);
            settle();
            files = dataFiles();
        }
        added.kill9();
        added.wipe();
        dead = added;
        awaitDeath();
    }

    /** Closes the gossip of all others while the action runs, so that the node takes them for dead. */
    void alone(CassandraNode node, Runnable action) throws IOException {
        for (CassandraNode other : live) {
            other.jmx().invoke(NodeJmx.STORAGE, "stopGossiping", new Object[0]);
        }
        await("the node is alone").until(() -> node.liveNodes() == 1);
        try {
            action.run();
        } finally {
            for (CassandraNode other : live) {
                other.jmx().invoke(NodeJmx.STORAGE, "startGossiping", new Object[0]);
            }
        }
        await("the nodes see each other again")
                .until(() -> node.liveNodes() == live.size() + 1
                        && live.stream().allMatch(other -> other.liveNodes() == live.size() + 1));
    }

    @Override
    public void close() {
        sidecars.forEach(SidecarProcess::close);
        cluster.close();
    }

    private void awaitDeath() {
        await("the death is seen").until(() -> live.stream()
                .map(node -> new SeenRing(node, rows.table().keyspace()))
                .allMatch(ring -> ring.isDown(dead)));
    }

    /** Until nothing has been left to compact for a while. */
    private void settle() {
        // Cassandra compacts nothing after an import until it is asked, or the table is flushed.
        live.forEach(node ->
                node.nodetool("enableautocompaction", rows.table().keyspace()).orThrow());
        Awaitility.await("the SSTables are settled")
                .atMost(SETTLE_BOUND)
                .pollInterval(Duration.ofSeconds(1))
                .during(QUIET)
                .until(() -> live.stream().allMatch(node -> pendingCompactions(node) == 0));
    }

    private List<String> dataFiles() throws IOException {
        List<String> names = new ArrayList<>();
        for (CassandraNode node : live) {
            try (Stream<Path> entries = Files.list(template.tableDirectory(node))) {
                entries.map(file -> node.name() + "/" + file.getFileName())
                        .filter(name -> name.endsWith("-Data.db"))
                        .sorted()
                        .forEach(names::add);
            }
        }
        return names;
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(250));
    }
}
