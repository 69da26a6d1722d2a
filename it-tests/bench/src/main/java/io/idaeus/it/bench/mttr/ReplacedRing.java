/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeJmx;
import io.idaeus.it.plans.DeadRing;
import io.idaeus.it.plans.PlanDriver;
import io.idaeus.it.plans.SeenRing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Live nodes, each with its sidecar, and a dead one. The live ones run on from replacement to replacement, so that
 * their JVMs are as warm as those of nodes that have served for days; every D is a new process.
 */
final class ReplacedRing implements AutoCloseable {
    private static final int HEAP_MIB = 1024;
    private static final int SSTABLE_MIB = 160;
    private static final String ANY_NODE = "127.20.0.0/16";
    private static final double MAX_AMPLIFICATION = 10;
    private static final Duration SETTLE_BOUND = Duration.ofHours(1);
    private static final Duration TRUNCATE_BOUND = Duration.ofMinutes(2);
    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final String PENDING_COMPACTIONS = "org.apache.cassandra.metrics:type=Compaction,name=PendingTasks";

    private final DeadRing ring;
    private final Rows rows;
    private final Template template;
    private List<String> files;

    private ReplacedRing(DeadRing ring, Rows rows, Template template) throws IOException {
        this.ring = ring;
        this.rows = rows;
        this.template = template;
        this.files = dataFiles();
    }

    /** Makes the template where it is missing. Its nodes then hold it, and the last one is dead. */
    static ReplacedRing start(Rows rows, Template template, Path work, int ringDelayMillis) throws IOException {
        DeadRing ring = DeadRing.of(CassandraVersion.V5_0, "mttr")
                .cluster(nodes -> nodes.initialTokens(rows.placement().tokens())
                        .nodes(rows.placement().nodes())
                        .heapMiB(HEAP_MIB)
                        .optimizing()
                        .yaml("dynamic_snitch", true)
                        .yaml("stream_entire_sstables", true)
                        .yaml("stream_throughput_outbound", "0MiB/s")
                        .yaml("inter_dc_stream_throughput_outbound", "0MiB/s")
                        .yaml("entire_sstable_stream_throughput_outbound", "0MiB/s")
                        .yaml("entire_sstable_inter_dc_stream_throughput_outbound", "0MiB/s")
                        // Cassandra's own waits: tests shorten them.
                        .jvmOptions(
                                "-Dcassandra.ring_delay_ms=" + ringDelayMillis,
                                "-Dcassandra.broadcast_interval_ms=60000",
                                "-Dcassandra.schema_delay_ms=30000",
                                "-Dcassandra.skip_wait_for_gossip_to_settle=-1")
                        .directory(work))
                .sidecars(sidecar -> sidecar.optimizing().importOverJmx().allowPeers(ANY_NODE))
                .lifecycle()
                .data(all -> fill(all, rows, template, work))
                .start();
        try {
            return new ReplacedRing(ring, rows, template);
        } catch (IOException | RuntimeException e) {
            ring.close();
            throw e;
        }
    }

    private static void fill(CassandraCluster all, Rows rows, Template template, Path work) {
        String keyspace = rows.table().keyspace();
        all.cql().createKeyspace(keyspace, ReplicaPlacement.REPLICAS);
        all.cql().execute(rows.table().schema());
        List<CassandraNode> live = all.nodes().subList(0, rows.dead());
        try {
            if (template.isComplete()) {
                template.load(live);
                settle(live, keyspace);
            } else {
                makeTemplate(live, rows, template, work.resolve("generated"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void makeTemplate(List<CassandraNode> live, Rows rows, Template template, Path scratch)
            throws IOException {
        for (CassandraNode node : live) {
            node.nodetool("setcompactionthroughput", "0").orThrow();
            Path generated = rows.table()
                    .sstables()
                    .generate(node.version(), scratch, SSTABLE_MIB, rows.heldBy(live.indexOf(node)));
            template.imported(node, generated);
        }
        settle(live, rows.table().keyspace());
        for (CassandraNode node : live) {
            node.nodetool("setcompactionthroughput", "64").orThrow();
        }
        template.save(live);
    }

    String keyspace() {
        return rows.table().keyspace();
    }

    CassandraNode dead() {
        return ring.dead();
    }

    CassandraNode addNode() {
        return ring.cluster().addNode(ring.live().get(0));
    }

    /** The plan that replaces the dead node by one that was added. Its sidecar runs. */
    PlanDriver replacement(CassandraNode added, ReplaceWay way) {
        return ring.replacing(added, sidecar -> sidecar).asking(request -> request.way(way.plan())
                .writes(Map.of("*", way.writes()))
                // Whole SSTables are moved, whatever they cost; the report shows it.
                .maxAmplification(MAX_AMPLIFICATION));
    }

    /** Whether every live node reads from it, and no longer counts on the dead one. */
    boolean isMember(CassandraNode added) {
        return ring.live().stream()
                .map(node -> new SeenRing(node, rows.table().keyspace()))
                .allMatch(seen -> seen.isUp(added)
                        && !seen.replicatedBy(added).isEmpty()
                        && seen.replicatedBy(dead()).isEmpty());
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
            // TRUNCATE needs all nodes.
            added.cql()
                    .session()
                    .execute(SimpleStatement.newInstance(
                                    "TRUNCATE " + rows.table().name())
                            .setTimeout(TRUNCATE_BOUND));
            template.load(ring.live());
            settle(ring.live(), rows.table().keyspace());
            files = dataFiles();
        }
        ring.lose(added);
        added.wipe();
        ring.die();
    }

    /** Closes the gossip of all others while the action runs, so that the node takes them for dead. */
    void alone(CassandraNode node, Runnable action) throws IOException {
        List<CassandraNode> live = ring.live();
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
        ring.close();
    }

    /** Until nothing has been left to compact for a while. */
    private static void settle(List<CassandraNode> live, String keyspace) {
        // Cassandra compacts nothing after an import until it is asked, or the table is flushed.
        live.forEach(node -> node.nodetool("enableautocompaction", keyspace).orThrow());
        Awaitility.await("the SSTables are settled")
                .atMost(SETTLE_BOUND)
                .pollInterval(Duration.ofSeconds(1))
                .during(QUIET)
                .until(() -> live.stream().allMatch(node -> pendingCompactions(node) == 0));
    }

    private List<String> dataFiles() throws IOException {
        List<String> names = new ArrayList<>();
        for (CassandraNode node : ring.live()) {
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
