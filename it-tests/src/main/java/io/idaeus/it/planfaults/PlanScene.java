/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.process.LoopDisk;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.QuorumJournal;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import io.idaeus.it.plans.DeadRing;
import io.idaeus.it.plans.PlanDriver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A ring of three nodes with three replicas, one of them dead, with writers and readers at QUORUM. A node that has
 * replaced the dead one is the next to die. Not thread-safe.
 */
public final class PlanScene implements AutoCloseable {
    /** Within it the docs promise a report. */
    public static final Duration REPORTED = Duration.ofSeconds(30);

    static final PayloadTable TABLE = new PayloadTable("shop", "users", 2_000, 1_000);

    private static final Duration LEAVES = Duration.ofMinutes(3);
    private static final int DISK_MIB = 256;
    private static final long RATE = 1 << 20;

    private final DeadRing ring;
    private final CqlClient writer;
    private final CqlClient reader;
    private final QuorumJournal journal;
    private final List<PlanDriver> open = new ArrayList<>();
    private @Nullable LoopDisk disk;

    private PlanScene(DeadRing ring) {
        this.ring = ring;
        // Clients of their own: they outlive restarts of the nodes.
        writer = CqlClient.connect(firstNode().address());
        reader = CqlClient.connect(secondNode().address());
        journal = QuorumJournal.start(TABLE, writer, reader, TABLE.rows());
    }

    public static PlanScene open(CassandraVersion version) {
        return open(version, Duration.ofSeconds(5));
    }

    /** @param ringDelay Cassandra's {@code ring_delay_ms}, on every node */
    public static PlanScene open(CassandraVersion version, Duration ringDelay) {
        DeadRing ring = DeadRing.of(version, "plan-faults")
                // A node prefers itself as a replica only where it knows racks.
                .cluster(nodes -> nodes.racks("r1", "r2", "r1")
                        .jvmOptions(
                                "-Dcassandra.ring_delay_ms=" + ringDelay.toMillis(),
                                "-Dcassandra.schema_delay_ms=1000",
                                "-Dcassandra.skip_wait_for_gossip_to_settle=-1"))
                .quickDeaths()
                .sidecars(sidecar -> sidecar.allowPeers("127.0.0.0/8")
                        .set("transfers.peerTimeout", "3s")
                        .set("transfers.connectTimeout", "2s"))
                .table(TABLE, 3)
                .start();
        try {
            return new PlanScene(ring);
        } catch (RuntimeException e) {
            ring.close();
            throw e;
        }
    }

    public DeadRing ring() {
        return ring;
    }

    /** A new host for the dead node. Neither its Cassandra nor a plan has begun. */
    public PlanDriver replacement() {
        return replacement(dead());
    }

    /** @param neighbour in whose rack the new host stands */
    public PlanDriver replacement(CassandraNode neighbour) {
        return opened(ring.replacement(neighbour, sidecar -> sidecar));
    }

    /** As {@link #replacement()}, with the sidecar's staging on a {@link #disk} of its own. Needs root. */
    public PlanDriver replacementWithDisk() {
        return opened(ring.replacement(dead(), sidecar -> {
                    Path root = firstNode().directory().resolveSibling("disk");
                    disk = Objects.requireNonNull(
                            LoopDisk.make(root, DISK_MIB), "a file system of its own (it needs root)");
                    return sidecar.set(
                            "staging.roots", List.of(root.resolve("staging").toString()));
                }))
                .asking(request -> request.maxRate(RATE).accept(List.of("STAGING_ELSEWHERE")));
    }

    private PlanDriver opened(PlanDriver replacement) {
        open.add(replacement);
        return replacement.asking(request -> request.maxRate(RATE));
    }

    /** The disk of the replacement that has one. */
    public LoopDisk disk() {
        return Objects.requireNonNull(disk, "a disk of its own");
    }

    /** Adds one more node for good. Returns once the others see it NORMAL. All members must be up. */
    public CassandraNode joinedNode() {
        CassandraNode joined = ring.cluster().addNode(secondNode());
        joined.start();
        DeadRing.await("a node that has joined", () -> ring.seen(joined).equals("UP NORMAL"));
        return joined;
    }

    /** Lets a node that has joined leave again. */
    public void decommission(CassandraNode joined) {
        joined.nodetool(LEAVES, "decommission").orThrow();
        joined.kill9();
        DeadRing.await(joined.address() + " has left", () -> ring.seen(joined).equals("GONE"));
    }

    /** Makes the scene ready for the next replacement, however the last ones ended. */
    public void settle() {
        mend();
        open.forEach(this::settle);
        open.clear();
        if (disk != null) {
            disk.close();
            disk = null;
        }
    }

    private void settle(PlanDriver replacement) {
        CassandraNode node = replacement.node();
        replacement.close();
        if (node.isAlive() && ring.seen(node).equals("UP NORMAL")) {
            ring.lose(node);
        } else if (isPending(node)) {
            ring.remove(node);
        }
        node.kill9();
        if (dead().isAlive()) {
            dead().kill9();
        }
    }

    // The sidecars and nodes that a fault has stopped.
    private void mend() {
        for (SidecarProcess sidecar : List.of(firstSidecar(), secondSidecar())) {
            if (!sidecar.isAlive()) {
                sidecar.start();
            }
        }
        for (CassandraNode node : List.of(firstNode(), secondNode())) {
            if (!node.isAlive()) {
                node.start();
            }
        }
    }

    public CassandraNode dead() {
        return ring.dead();
    }

    /** Its sidecar coordinates plans. */
    public CassandraNode firstNode() {
        return ring.live().get(0);
    }

    /** A source. */
    public CassandraNode secondNode() {
        return ring.live().get(1);
    }

    public SidecarProcess firstSidecar() {
        return ring.sidecar(0);
    }

    public SidecarProcess secondSidecar() {
        return ring.sidecar(1);
    }

    public QuorumJournal journal() {
        return journal;
    }

    public CqlClient cql() {
        return writer;
    }

    /** Whether writes wait for a node that is not read. */
    public boolean isPending(CassandraNode node) {
        return ring.isPending(TABLE.keyspace(), node);
    }

    /** A {@code seed_provider} of cassandra.yaml that names these nodes. */
    public static List<Map<String, Object>> seeds(CassandraNode... nodes) {
        String addresses = String.join(
                ",", Arrays.stream(nodes).map(CassandraNode::address).toList());
        return List.of(Map.of(
                "class_name",
                "org.apache.cassandra.locator.SimpleSeedProvider",
                "parameters",
                List.of(Map.of("seeds", addresses))));
    }

    @Override
    public void close() {
        journal.close();
        writer.close();
        reader.close();
        ring.close();
    }
}
