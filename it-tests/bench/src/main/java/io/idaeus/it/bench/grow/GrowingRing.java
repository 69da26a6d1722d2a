/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.grow;

import io.idaeus.api.plan.JoinDelays;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.bench.FilledNode;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeReadiness;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.QuorumJournal;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import io.idaeus.it.plans.PlanDriver;
import io.idaeus.it.plans.SeenRing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** Three nodes that hold everything, with a light load, and new ones that join and are thrown away again. */
final class GrowingRing implements AutoCloseable {
    // Tokens are not perfectly even.
    private static final double EVENNESS = 0.85;

    private static final int HEAP_MIB = 1024;
    private static final int TOKENS = 16;
    private static final Duration LONGEST = Duration.ofMinutes(40);
    private static final Duration GONE = Duration.ofMinutes(5);
    private static final Duration SETTLED = Duration.ofMinutes(30);
    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final String ANY_NODE = "127.0.0.0/8";
    private static final String PENDING_COMPACTIONS = "org.apache.cassandra.metrics:type=Compaction,name=PendingTasks";
    private static final PayloadTable LOAD = new PayloadTable("load", "journal", 0, 16);

    // More than one growth writes.
    private static final long ROWS_OF_ONE = 1_000_000;

    private final CassandraCluster cluster;
    private final List<CassandraNode> members;
    private final List<SidecarProcess> sidecars;
    private long firstRow;

    private GrowingRing(CassandraCluster cluster, List<SidecarProcess> sidecars) {
        this.cluster = cluster;
        this.members = cluster.nodes();
        this.sidecars = sidecars;
    }

    static GrowingRing start(Path directory) {
        CassandraCluster cluster = CassandraCluster.builder(CassandraVersion.V5_0)
                .name("grow")
                .nodes(3)
                .numTokens(TOKENS)
                .yaml("allocate_tokens_for_local_replication_factor", 3)
                .yaml("stream_entire_sstables", true)
                // A new node hears of those that earlier runs threw away, and would wait 10 s for them.
                .yaml("block_for_peers_timeout_in_secs", -1)
                // Cassandra's own waits: tests shorten them.
                .jvmOptions(
                        "-Dcassandra.ring_delay_ms=30000",
                        "-Dcassandra.broadcast_interval_ms=60000",
                        "-Dcassandra.schema_delay_ms=30000",
                        "-Dcassandra.skip_wait_for_gossip_to_settle=-1")
                .heapMiB(HEAP_MIB)
                .optimizing()
                .directory(directory)
                .start();
        List<SidecarProcess> sidecars = new ArrayList<>();
        cluster.nodes().forEach(node -> sidecars.add(beside(node)));
        SidecarProcess.startTogether(sidecars.toArray(SidecarProcess[]::new));
        cluster.cql().createKeyspace(LOAD.keyspace(), 3);
        LOAD.create(cluster.cql());
        return new GrowingRing(cluster, sidecars);
    }

    private static SidecarProcess beside(CassandraNode node) {
        return SidecarProcess.beside(node)
                .optimizing()
                .importOverJmx()
                .allowPeers(ANY_NODE)
                .build();
    }

    /** @param files SSTables of the table, which every node gets a copy of */
    void load(PayloadTable table, Path files, String strategy) {
        cluster.cql().createKeyspace(table.keyspace(), 3);
        table.create(cluster.cql());
        cluster.cql()
                .execute("ALTER TABLE " + table.name() + " WITH compaction = {'class': '" + named(strategy)
                        + "'} AND compression = {'enabled': 'false'}");
        for (CassandraNode node : members) {
            node.nodetool("setcompactionthroughput", "0").orThrow();
            node.nodetool("import", "--copy-data", table.keyspace(), table.table(), files.toString())
                    .orThrow();
            node.nodetool("enableautocompaction", table.keyspace(), table.table())
                    .orThrow();
        }
        Awaitility.await("the SSTables are settled")
                .atMost(SETTLED)
                .pollInterval(Duration.ofSeconds(1))
                .during(QUIET)
                .until(() -> members.stream().allMatch(node -> pendingCompactions(node) == 0));
    }

    private static String named(String strategy) {
        return switch (strategy) {
            case "LCS" -> "LeveledCompactionStrategy";
            case "STCS" -> "SizeTieredCompactionStrategy";
            case "UCS" -> "UnifiedCompactionStrategy";
            default -> throw new IllegalArgumentException("STRATEGY: " + strategy + " (expected: LCS, STCS or UCS)");
        };
    }

    private static int pendingCompactions(CassandraNode node) {
        try {
            return (int) node.jmx().attribute(PENDING_COMPACTIONS, "Value");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void drop(PayloadTable table) {
        cluster.cql().execute("DROP KEYSPACE " + table.keyspace());
    }

    /**
     * Lets nodes join, and throws them away. The members keep all that they had.
     *
     * @param share of the rows that each new node has at least, about
     */
    MeasuredGrowth grow(GrowWay way, int count, PayloadTable table, double share) throws IOException {
        for (CassandraNode node : members) {
            String limit = Integer.toString(way.streamMebibytes());
            node.nodetool("setstreamthroughput", "-m", limit).orThrow();
            node.nodetool("setstreamthroughput", "-e", limit).orThrow();
        }
        List<CassandraNode> added = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            added.add(cluster.addNode(members.get(0)));
        }
        // A journal of its own: what is written while new nodes are thrown away may go with them.
        QuorumJournal load =
                QuorumJournal.start(LOAD, members.get(0).cql(), members.get(1).cql(), firstRow);
        firstRow += ROWS_OF_ONE;
        MeasuredGrowth growth;
        try (load) {
            PendingWatch pending = new PendingWatch(new SeenRing(members.get(0), table.keyspace()), added);
            growth = way.delays() == null
                    ? bootstrapped(added, table.keyspace(), pending)
                    : planned(added, way.delays(), pending);
        }
        if (!load.missing().isEmpty()) {
            throw new IllegalStateException("acknowledged rows are missing: " + load.missing());
        }
        for (CassandraNode node : added) {
            FilledNode.require(node, table, EVENNESS * share * (members.size() + 1) / (members.size() + count));
        }
        for (CassandraNode node : added) {
            retire(node);
        }
        return growth;
    }

    private MeasuredGrowth bootstrapped(List<CassandraNode> added, String keyspace, PendingWatch pending) {
        Instant began = Instant.now();
        StringBuilder steps = new StringBuilder();
        for (CassandraNode node : added) {
            Instant from = Instant.now();
            node.launch(NodeStart.plain());
            Awaitility.await("the node is a member")
                    .atMost(LONGEST)
                    .pollInterval(LOOK)
                    .failFast("it has ended:\n" + node.logTail(), () -> !node.isAlive())
                    .ignoreExceptions()
                    .until(() -> {
                        pending.look();
                        return isMember(node, keyspace);
                    });
            steps.append("  %5.1f s  bootstrap%n".formatted(seconds(from, Instant.now())));
        }
        double all = seconds(began, Instant.now());
        added.forEach(node -> node.awaitReady(NodeReadiness.NORMAL, GONE));
        return new MeasuredGrowth(all, pending.longest(), steps.toString());
    }

    private MeasuredGrowth planned(List<CassandraNode> added, JoinDelays delays, PendingWatch pending) {
        List<SidecarProcess> beside = added.stream()
                .map(node -> SidecarProcess.beside(node)
                        .optimizing()
                        .importOverJmx()
                        .allowPeers(ANY_NODE)
                        .set("cassandra.lifecycle", node.lifecycleScript())
                        .build())
                .toList();
        try {
            beside.forEach(SidecarProcess::startUnready);
            return carriedOut(added, beside, delays, pending);
        } finally {
            beside.forEach(SidecarProcess::close);
        }
    }

    private MeasuredGrowth carriedOut(
            List<CassandraNode> added, List<SidecarProcess> beside, JoinDelays delays, PendingWatch pending) {
        PlansClient plans = SidecarClient.of(sidecars.get(0).restUri()).plans();
        PlanRequest request = PlanRequest.builder(PlanKind.EXPAND)
                .destinations(beside.stream()
                        .map(sidecar -> sidecar.restUri().toString())
                        .toList())
                .joinDelays(delays)
                .build();
        Plan made = PlanDriver.drafted(plans, request, plan -> !plan.refused());
        plans.approve(made.id(), made.digest());
        Instant began = Instant.now();
        Plan ended = Awaitility.await("the plan ends")
                .atMost(LONGEST)
                .pollInterval(LOOK)
                .ignoreExceptions()
                .until(
                        () -> {
                            added.stream().filter(node -> !node.isAlive()).forEach(CassandraNode::attach);
                            pending.look();
                            return plans.get(made.id());
                        },
                        seen -> seen.state().isFinal());
        if (ended.state() != PlanState.COMPLETED) {
            throw new IllegalStateException(PlanDriver.brief(ended));
        }
        added.forEach(CassandraNode::attach);
        StringBuilder steps = new StringBuilder();
        Instant normal = began;
        for (PlanStep step : ended.steps()) {
            Instant from = step.startedAt();
            Instant to = step.finishedAt();
            if (from == null || to == null) {
                continue;
            }
            steps.append("  %5.1f s  %s%n".formatted(seconds(from, to), step.title()));
            if (step.kind() == PlanStep.Kind.AWAIT) {
                // The last one ends when every node sees it UP and NORMAL.
                normal = to;
            }
        }
        return new MeasuredGrowth(seconds(began, normal), pending.longest(), steps.toString());
    }

    private boolean isMember(CassandraNode added, String keyspace) {
        return members.stream()
                .map(node -> new SeenRing(node, keyspace))
                .allMatch(seen -> seen.isUp(added)
                        && !seen.replicatedBy(added).isEmpty()
                        && seen.pendingAt(added).isEmpty());
    }

    private void retire(CassandraNode node) {
        node.kill9();
        Awaitility.await(node.address() + " is gone")
                .atMost(GONE)
                .pollInterval(Duration.ofSeconds(2))
                .ignoreExceptions()
                .until(() -> {
                    members.get(0).nodetool("assassinate", node.address());
                    return members.stream()
                            .map(member -> new SeenRing(member, LOAD.keyspace()))
                            .allMatch(seen -> seen.replicatedBy(node).isEmpty()
                                    && seen.pendingAt(node).isEmpty());
                });
        node.wipe();
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1e3;
    }

    @Override
    public void close() {
        sidecars.forEach(SidecarProcess::close);
        cluster.close();
    }
}
