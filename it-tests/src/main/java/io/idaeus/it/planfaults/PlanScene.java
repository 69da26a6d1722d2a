/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import io.idaeus.api.Cluster;
import io.idaeus.api.Plan;
import io.idaeus.api.PlanRequest;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.CqlClient;
import io.idaeus.it.harness.LoopDisk;
import io.idaeus.it.harness.NodeStart;
import io.idaeus.it.harness.PayloadTable;
import io.idaeus.it.harness.QuorumJournal;
import io.idaeus.it.harness.Readiness;
import io.idaeus.it.harness.SidecarProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A ring of three nodes with three replicas, one of them dead, with writers and readers at QUORUM. A node that has
 * replaced the dead one is the next to die. Not thread-safe.
 */
public final class PlanScene implements AutoCloseable {
    /** Within it the docs promise a report. */
    public static final Duration REPORTED = Duration.ofSeconds(30);

    static final PayloadTable TABLE = new PayloadTable("shop", "users", 2_000, 1_000);

    private static final Duration JOINS = Duration.ofMinutes(2);
    private static final Duration LEAVES = Duration.ofMinutes(3);
    private static final int DISK_MIB = 256;
    private static final int INSERTS = 10;

    private final CassandraCluster ring;
    private final SidecarProcess first;
    private final SidecarProcess second;
    private final CqlClient writer;
    private final CqlClient reader;
    private final QuorumJournal journal;
    private CassandraNode dead;

    private PlanScene(CassandraCluster ring) {
        this.ring = ring;
        ring.cql().createKeyspace(TABLE.keyspace(), 3);
        TABLE.create(ring.cql());
        insert(ring.cql());
        dead = ring.node(2);
        dead.kill9();
        first = sidecar(ring.node(0));
        second = sidecar(ring.node(1));
        SidecarProcess.startTogether(first, second);
        // A client of its own: it outlives restarts of the node.
        writer = CqlClient.connect(ring.node(0).address());
        reader = CqlClient.connect(ring.node(1).address());
        journal = QuorumJournal.start(TABLE, writer, reader, TABLE.rows());
    }

    // Three nodes on a busy machine.
    private static void insert(CqlClient cql) {
        int attempts = 0;
        boolean done = false;
        while (!done) {
            try {
                TABLE.insert(cql);
                done = true;
            } catch (IllegalStateException e) {
                if (++attempts == INSERTS) {
                    throw e;
                }
            }
        }
    }

    public static PlanScene open(CassandraVersion version) {
        CassandraCluster ring = CassandraCluster.builder(version)
                .name("plan-faults")
                // A node prefers itself as a replica only where it knows racks.
                .racks("r1", "r2", "r1")
                .yaml("dynamic_snitch", false)
                .yaml("phi_convict_threshold", 5)
                .jvmOptions(
                        "-Dcassandra.ring_delay_ms=5000",
                        "-Dcassandra.broadcast_interval_ms=5000",
                        "-Dcassandra.schema_delay_ms=1000",
                        "-Dcassandra.skip_wait_for_gossip_to_settle=-1")
                .start();
        try {
            return new PlanScene(ring);
        } catch (RuntimeException e) {
            ring.close();
            throw e;
        }
    }

    /** Beside a node of the test. */
    public static SidecarProcess sidecar(CassandraNode node) {
        return settings(node).build();
    }

    private static SidecarProcess.Builder settings(CassandraNode node) {
        return SidecarProcess.beside(node)
                .allowPeers("127.0.0.0/8")
                .set("transfers.peerTimeout", "3s")
                .set("transfers.connectTimeout", "2s");
    }

    public CassandraVersion version() {
        return ring.node().version();
    }

    /** A new node for the dead one, with a sidecar. Neither its Cassandra nor a plan has begun. */
    public DrivenReplacement replacement() {
        return replacement(dead);
    }

    /** @param neighbour in whose rack the new node stands */
    public DrivenReplacement replacement(CassandraNode neighbour) {
        CassandraNode added = ring.addNode(neighbour);
        return started(added, sidecar(added), null);
    }

    /** As {@link #replacement()}, with the sidecar's staging on a file system of its own. Needs root. */
    public DrivenReplacement replacementWithDisk() {
        CassandraNode added = ring.addNode(dead);
        Path root = added.directory().resolveSibling(added.name() + "-disk");
        LoopDisk disk =
                Objects.requireNonNull(LoopDisk.make(root, DISK_MIB), "a file system of its own (it needs root)");
        SidecarProcess sidecar = settings(added)
                .set("staging.roots", List.of(root.resolve("staging").toString()))
                .build();
        return started(added, sidecar, disk);
    }

    private DrivenReplacement started(CassandraNode added, SidecarProcess sidecar, @Nullable LoopDisk disk) {
        sidecar.startUnready();
        return new DrivenReplacement(this, added, sidecar, disk);
    }

    /** Starts one more node that joins, but no further than to write survey. Returns once the ring waits for it. */
    public CassandraNode joiningNode() {
        CassandraNode joining = ring.addNode(secondNode());
        joining.launch(NodeStart.plain()
                .property("cassandra.write_survey", true)
                // The dead node owns ranges that it takes over.
                .property("cassandra.consistent.rangemovement", false)
                // Nobody can send the dead node's schema.
                .property("cassandra.skip_schema_check", true)
                .until(Readiness.JMX));
        await("a node that joins", JOINS, () -> seen(joining).endsWith("JOINING"));
        return joining;
    }

    /** Adds one more node for good. Returns once the others see it NORMAL. All members must be up. */
    public CassandraNode joinedNode() {
        CassandraNode joined = ring.addNode(secondNode());
        joined.start();
        await("a node that has joined", JOINS, () -> seen(joined).equals("UP NORMAL"));
        return joined;
    }

    /** Lets a node that has joined leave again. */
    public void decommission(CassandraNode joined) {
        joined.nodetool(LEAVES, "decommission").orThrow();
        joined.kill9();
        await(joined.address() + " has left", JOINS, () -> seen(joined).equals("GONE"));
    }

    /** Ends it, and makes the others forget it. */
    public void remove(CassandraNode joining) {
        joining.kill9();
        removeByForce(joining);
    }

    private void removeByForce(CassandraNode node) {
        String[] command = node.version() == CassandraVersion.V6_0
                ? new String[] {"abortbootstrap", "--ip", node.address()}
                : new String[] {"assassinate", node.address()};
        await(
                List.of(command) + " takes effect",
                Duration.ofMinutes(2),
                () -> seen(node).equals("GONE") || firstNode().nodetool(command).exitCode() == 0);
        await(node.address() + " is gone", JOINS, () -> seen(node).equals("GONE"));
    }

    /** Makes the scene ready for the next replacement, however this one ended. */
    public void settle(DrivenReplacement replacement) {
        mend();
        CassandraNode node = replacement.node();
        boolean joined = node.isAlive() && seen(node).equals("UP NORMAL");
        node.kill9();
        if (joined) {
            dead = node;
        } else if (isPending(node)) {
            removeByForce(node);
        }
        if (dead.isAlive()) {
            dead.kill9();
        }
        replacement.close();
    }

    public CassandraNode dead() {
        return dead;
    }

    /** Its sidecar coordinates plans. */
    public CassandraNode firstNode() {
        return ring.node(0);
    }

    /** A source. */
    public CassandraNode secondNode() {
        return ring.node(1);
    }

    public SidecarProcess firstSidecar() {
        return first;
    }

    public SidecarProcess secondSidecar() {
        return second;
    }

    public QuorumJournal journal() {
        return journal;
    }

    public CqlClient cql() {
        return writer;
    }

    public static SidecarClient client(SidecarProcess sidecar) {
        return SidecarClient.of(sidecar.restUri());
    }

    /** What the first node sees. */
    Cluster view() {
        return client(first).cluster();
    }

    /** For instance {@code DOWN NORMAL}; {@code GONE} for a node that is in the ring no more. */
    public String seen(CassandraNode node) {
        return view().nodes().stream()
                .filter(each -> each.address().equals(node.address()))
                .map(each -> each.liveness() + " " + each.movement())
                .findFirst()
                .orElse("GONE");
    }

    /** Whether writes wait for a node that is not read. */
    public boolean isPending(CassandraNode node) {
        return client(first).pendingRanges(TABLE.keyspace()).ranges().stream()
                .anyMatch(range -> range.addresses().contains(node.address()));
    }

    /** Replicas of the first range, by address. */
    public Set<String> replicas() {
        Set<String> found = new HashSet<>();
        client(first).ring(TABLE.keyspace()).ranges().forEach(range -> range.replicas()
                .forEach(replica -> found.add(replica.address())));
        return found;
    }

    /** A plan that may be approved, once it may. */
    public Plan approvable(PlanRequest request) {
        PlansClient plans = client(first).plans();
        return created(plans, request, plan -> !plan.refused());
    }

    /** A plan, whatever its findings. */
    public static Plan created(PlansClient plans, PlanRequest request) {
        return created(plans, request, plan -> true);
    }

    private static Plan created(PlansClient plans, PlanRequest request, Predicate<Plan> wanted) {
        return Awaitility.await("a plan as wanted")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(1))
                // A node that has just lost another may answer late.
                .ignoreExceptionsInstanceOf(SidecarCallException.class)
                .until(() -> plans.create(request), wanted);
    }

    /** @throws AssertionError where it does not come to pass */
    public static void await(String what, Duration bound, Callable<Boolean> holds) {
        Awaitility.await(what)
                .atMost(bound)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(250))
                .ignoreExceptionsMatching(e -> e instanceof SidecarCallException)
                .until(holds);
    }

    // The sidecars and nodes that a fault has stopped.
    private void mend() {
        for (SidecarProcess sidecar : List.of(first, second)) {
            if (!sidecar.isAlive()) {
                sidecar.start();
            }
        }
        for (CassandraNode node : List.of(ring.node(0), ring.node(1))) {
            if (!node.isAlive()) {
                node.start();
            }
        }
    }

    Map<String, String> writes() {
        return Map.of("*", "QUORUM");
    }

    @Override
    public void close() {
        journal.close();
        writer.close();
        reader.close();
        first.close();
        second.close();
        ring.close();
    }
}
