/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.Authority;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.PayloadTable;
import io.idaeus.it.harness.SidecarProcess;
import io.idaeus.it.plans.ReplacementSetting.Variant;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A ring whose last node has died, a host for its replacement, and sidecars beside all but the dead one. Keyspace {@code
 * shop} has three replicas. Closing it ends everything.
 */
final class DeadNodeRing implements AutoCloseable {
    static final String KEYSPACE = "shop";

    /** Every replica has every row. */
    static final PayloadTable SAME = new PayloadTable(KEYSPACE, "same", 500, 200);

    /** Some rows are missing on the first node, others on the second. Each is on all its other replicas. */
    static final PayloadTable DIFFERING = new PayloadTable(KEYSPACE, "differing", 2_000, 200);

    /** For writers and readers that go on meanwhile. */
    static final PayloadTable JOURNAL = new PayloadTable(KEYSPACE, "journal", 0, 200);

    private static final int MISSING = 20;

    private final ReplacementSetting setting;
    private final CassandraCluster cluster;
    private final CassandraNode dead;
    private final CassandraNode added;
    private final List<SidecarProcess> sidecars = new ArrayList<>();
    private final SidecarProcess replacement;
    private final Authority.@Nullable Identity operator;
    private final Authority.@Nullable Identity stolen;

    private DeadNodeRing(ReplacementSetting setting, CassandraCluster cluster) {
        this.setting = setting;
        this.cluster = cluster;
        this.dead = cluster.node(cluster.nodes().size() - 1);
        this.added = cluster.addNode(dead);
        Authority authority = setting.variant() == Variant.ROLES ? authority() : null;
        this.operator = authority == null ? null : authority.issue("CN=operator", "127.0.0.1");
        this.stolen = authority == null ? null : authority.issue("CN=sidecar of another", "127.0.0.1");
        for (CassandraNode node : live()) {
            sidecars.add(secured(SidecarProcess.beside(node), authority, node)
                    .allowPeers(added.address())
                    .build());
        }
        SidecarProcess.Builder beside = secured(SidecarProcess.beside(added), authority, added);
        if (isRestartedBySidecar()) {
            beside.set("cassandra.lifecycle", added.lifecycleScript());
        }
        this.replacement = beside.build();
    }

    private Authority authority() {
        return new Authority(added.directory().resolveSibling("certificates"));
    }

    private static SidecarProcess.Builder secured(
            SidecarProcess.Builder sidecar, @Nullable Authority authority, CassandraNode node) {
        return authority == null
                ? sidecar
                : sidecar.identity(authority.issue("CN=sidecar of " + node.address(), node.address()))
                        .set(
                                "access.list",
                                authority.accessList(Map.of(
                                        "peer", List.of("CN=sidecar of *"), "operator", List.of("CN=operator"))));
    }

    static DeadNodeRing start(ReplacementSetting setting) {
        CassandraCluster.Builder builder = CassandraCluster.builder(setting.version())
                .name("plan")
                .racks(setting.variant().racks().toArray(String[]::new))
                .dataDirectories(setting.variant() == Variant.DISKS ? 2 : 1)
                // Otherwise a coordinator at ONE asks a faster replica than itself.
                .yaml("dynamic_snitch", false)
                .jvmOptions(
                        "-Dcassandra.ring_delay_ms=" + ringDelay(setting.version()),
                        "-Dcassandra.broadcast_interval_ms=5000",
                        "-Dcassandra.schema_delay_ms=4000");
        DeadNodeRing ring = new DeadNodeRing(
                setting, (setting.variant() == Variant.LOGINS ? builder.authenticating() : builder).start());
        try {
            ring.fill();
            ring.dead.kill9();
            ring.sidecars.forEach(SidecarProcess::start);
            ring.replacement.startUnready();
        } catch (RuntimeException e) {
            ring.close();
            throw e;
        }
        return ring;
    }

    // Shorter than the broadcast interval: a dead node that was heard of within this time is taken for alive. 6.0
    // forgets
    // a node that has not joined when it was silent for this time, as happens on a busy machine.
    private static int ringDelay(CassandraVersion version) {
        return version == CassandraVersion.V6_0 ? 10_000 : 3_000;
    }

    private void fill() {
        cluster.cql()
                .execute("CREATE KEYSPACE shop WITH replication ="
                        + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
        for (PayloadTable table : List.of(SAME, DIFFERING, JOURNAL)) {
            table.create(cluster.cql());
            // A read would write what a replica lacks.
            cluster.cql().execute("ALTER TABLE " + table.name() + " WITH read_repair = 'NONE'");
            patiently(() -> table.insert(cluster.cql(), LongStream.range(0, table.rows()), ConsistencyLevel.ALL));
        }
        miss(cluster.node(0), missingOnFirst());
        miss(cluster.node(1), missingOnSecond());
    }

    static LongStream missingOnFirst() {
        return LongStream.range(DIFFERING.rows(), DIFFERING.rows() + MISSING);
    }

    static LongStream missingOnSecond() {
        return LongStream.range(DIFFERING.rows() + MISSING, DIFFERING.rows() + 2 * MISSING);
    }

    private void miss(CassandraNode node, LongStream ids) {
        CassandraNode writer = cluster.nodes().stream()
                .filter(each -> each != node)
                .findFirst()
                .orElseThrow();
        long[] all = ids.toArray();
        without(node, () -> patiently(() -> DIFFERING.insert(writer.cql(), LongStream.of(all), ConsistencyLevel.TWO)));
    }

    /** Repeats writes that time out: a busy machine takes longer than Cassandra waits. */
    static void patiently(Runnable writes) {
        Awaitility.await("rows are written")
                .atMost(Duration.ofMinutes(2))
                .ignoreExceptions()
                .until(() -> {
                    writes.run();
                    return true;
                });
    }

    /** Does something while the others take a node for dead. */
    void without(CassandraNode node, Runnable action) {
        Absence.of(node, cluster.nodes(), action);
    }

    /** Whether the sidecar of the replacement starts and stops its Cassandra. */
    boolean isRestartedBySidecar() {
        return setting.variant() == Variant.LIFECYCLE || setting.variant() == Variant.ROLES;
    }

    ReplacementSetting setting() {
        return setting;
    }

    CassandraNode dead() {
        return dead;
    }

    CassandraNode added() {
        return added;
    }

    /** All but the dead one and its replacement. */
    List<CassandraNode> live() {
        return cluster.nodes().stream()
                .filter(node -> node != dead && node != added)
                .toList();
    }

    SidecarProcess sidecar(int index) {
        return sidecars.get(index);
    }

    SidecarProcess replacement() {
        return replacement;
    }

    /** Of the sidecar that coordinates. */
    PlansClient plans() {
        URI coordinator = sidecars.get(0).restUri();
        return operator == null
                ? SidecarClient.of(coordinator).plans()
                : SidecarClient.builder(coordinator).tls(operator.ssl()).build().plans();
    }

    /** A peer that is not the coordinator, at the new node. */
    SidecarClient stolen() {
        return SidecarClient.builder(replacement.restUri())
                .tls(Objects.requireNonNull(stolen, "stolen").ssl())
                .build();
    }

    /** Null without authentication. */
    Authority.@Nullable Identity operator() {
        return operator;
    }

    @Override
    public void close() {
        Stream.concat(sidecars.stream(), Stream.of(replacement)).forEach(SidecarProcess::close);
        if (isRestartedBySidecar()) {
            added.attach();
        }
        cluster.close();
    }
}
