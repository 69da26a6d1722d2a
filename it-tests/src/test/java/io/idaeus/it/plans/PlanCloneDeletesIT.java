/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rows are deleted before, while and after a table is cloned, and Cassandra may purge their tombstones at once: one replica
 * has purged them, and the others have both, each in an SSTable of its own.
 */
@Tag("clusters")
@Timeout(600)
class PlanCloneDeletesIT {
    private static final int BEFORE = 1_000;
    private static final int MEANWHILE = 12_000;
    private static final int KEPT = 1_000;
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", BEFORE + MEANWHILE + KEPT, 512);
    private static final Duration PAUSE = Duration.ofMillis(10);

    /** From the time of a snapshot until Cassandra has flushed what it has. */
    private static final Duration FLUSHED = Duration.ofSeconds(5);

    /**
     * When the deletion of a row was asked for, and when it was acknowledged by all replicas.
     *
     * @param acknowledged null where it was not
     */
    private record Deleted(Instant asked, @Nullable Instant acknowledged) {}

    @Test
    void noRowComesBackThatWasDeletedBeforeTheSnapshots() throws InterruptedException {
        List<CassandraCluster> clusters = CassandraCluster.startTogether(
                CassandraCluster.builder(CassandraVersion.selected())
                        .name("deletes-from")
                        .nodes(3),
                CassandraCluster.builder(CassandraVersion.selected()).name("deletes-into"));
        List<SidecarProcess> sidecars = new ArrayList<>();
        try {
            CassandraCluster there = clusters.get(0);
            CassandraNode here = clusters.get(1).node();
            fill(there);
            there.nodes()
                    .forEach(node -> sidecars.add(SidecarProcess.beside(node).build()));
            SidecarProcess destination = SidecarProcess.beside(here)
                    .set("cassandra.clones.accept", "true")
                    .allowPeers(
                            there.nodes().stream().map(CassandraNode::address).toArray(String[]::new))
                    .build();
            sidecars.add(destination);
            SidecarProcess.startTogether(sidecars.toArray(SidecarProcess[]::new));

            Map<Long, Deleted> deleted = new ConcurrentSkipListMap<>();
            AtomicLong next = new AtomicLong(BEFORE);
            Plan plan;
            ScheduledExecutorService deleting = Executors.newSingleThreadScheduledExecutor();
            try {
                Future<?> unused = deleting.scheduleWithFixedDelay(
                        () -> delete(there, next.getAndIncrement(), deleted),
                        0,
                        PAUSE.toMillis(),
                        TimeUnit.MILLISECONDS);
                plan = cloned(
                        SidecarClient.of(destination.restUri()).plans(),
                        sidecars.get(0).restUri().toString());
                long ended = next.get();
                Awaitility.await("rows are deleted long after the snapshots")
                        .atMost(Duration.ofMinutes(1))
                        .until(() ->
                                next.get() > ended + FLUSHED.multipliedBy(2).dividedBy(PAUSE) / 2);
            } finally {
                deleting.shutdownNow();
                assertThat(deleting.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
            }

            assertThat(plan.state()).as("%s", plan).isEqualTo(PlanState.COMPLETED);
            List<Instant> snapshots = SidecarClient.of(destination.restUri())
                    .allTransfers(null)
                    .flatMap(transfer -> transfer.sources().stream())
                    .map(Transfer.SourceStatus::snapshotTakenAt)
                    .map(Objects::requireNonNull)
                    .sorted()
                    .toList();
            assertRows(here, deleted, snapshots);
            here.nodetool("flush", "shop", "users").orThrow();
            here.nodetool("compact", "shop", "users").orThrow();
            assertRows(here, deleted, snapshots);
        } finally {
            sidecars.forEach(SidecarProcess::close);
            clusters.forEach(CassandraCluster::close);
        }
    }

    private static void fill(CassandraCluster ring) {
        CassandraNode first = ring.nodes().get(0);
        first.cql().createKeyspace("shop", 3);
        TABLE.create(first.cql());
        first.cql().execute("ALTER TABLE shop.users WITH gc_grace_seconds = 1 AND read_repair = 'NONE'");
        DeadRing.patiently(() -> TABLE.insert(ring.cql(), LongStream.range(0, TABLE.rows()), ConsistencyLevel.ALL));
        ring.nodes().forEach(node -> node.flush("shop", "users"));
        LongStream.range(0, BEFORE).forEach(id -> delete(ring, id));
        ring.nodes().forEach(node -> node.flush("shop", "users"));
        Awaitility.await("the tombstones may be purged")
                .pollDelay(Duration.ofSeconds(3))
                .until(() -> true);
        first.nodetool("compact", "shop", "users").orThrow();
    }

    private static void delete(CassandraCluster ring, long id) {
        ring.cql()
                .session()
                .execute(SimpleStatement.newInstance("DELETE FROM shop.users WHERE id = ?", id)
                        .setConsistencyLevel(ConsistencyLevel.ALL)
                        .setTimeout(Duration.ofSeconds(20)));
    }

    private static void delete(CassandraCluster ring, long id, Map<Long, Deleted> deleted) {
        if (id < BEFORE + MEANWHILE) {
            Instant asked = Instant.now();
            deleted.put(id, new Deleted(asked, null));
            try {
                delete(ring, id);
            } catch (DriverException e) {
                // It may be gone, or not.
                return;
            }
            deleted.put(id, new Deleted(asked, Instant.now()));
        }
    }

    private static Plan cloned(PlansClient plans, String from) {
        PlanRequest request = PlanRequest.builder(PlanKind.CLONE)
                .from(from)
                .tables(List.of("shop.users"))
                .writes(Map.of("*", "QUORUM"))
                .replication(Map.of("shop", Map.of("datacenter1", 1)))
                .accept(List.of("GC_GRACE_TOO_SHORT"))
                .build();
        return PlanDriver.carriedOut(plans, request, Duration.ofMinutes(4));
    }

    private static void assertRows(CassandraNode here, Map<Long, Deleted> deleted, List<Instant> snapshots) {
        Set<Long> found = new TreeSet<>();
        here.cql()
                .session()
                .execute(
                        SimpleStatement.newInstance("SELECT id FROM shop.users").setTimeout(Duration.ofMinutes(1)))
                .forEach(row -> found.add(row.getLong("id")));
        Instant oldest = snapshots.get(0);
        Instant newest = snapshots.get(snapshots.size() - 1);
        Set<Long> gone = new TreeSet<>();
        Set<Long> kept = new TreeSet<>();
        deleted.forEach((id, at) -> {
            if (at.acknowledged() != null && at.acknowledged().isBefore(oldest)) {
                gone.add(id);
            } else if (at.asked().isAfter(newest.plus(FLUSHED))) {
                kept.add(id);
            }
        });
        assertThat(gone).as("rows deleted meanwhile, before the snapshots").isNotEmpty();
        assertThat(kept).as("rows deleted afterwards").isNotEmpty();
        LongStream.range(0, BEFORE).forEach(gone::add);
        LongStream.range(BEFORE, TABLE.rows())
                .filter(id -> !deleted.containsKey(id))
                .forEach(kept::add);
        assertThat(found).doesNotContainAnyElementsOf(gone).containsAll(kept);
    }
}
