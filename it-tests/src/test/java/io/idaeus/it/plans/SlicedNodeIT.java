/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member of a ring that has all its rows from slices: nothing that was deleted is back, and Cassandra uses them as its own. */
@Tag("versions")
@Timeout(600)
class SlicedNodeIT {
    private static final PayloadTable ORDERS = new PayloadTable("shop", "orders", 3_000, 0);
    private static final int KINDS = 5;
    // Rows and tombstones of one range alone: their SSTables are narrow, and move whole.
    private static final long NARROW = 100_000;

    private static boolean isEarly(long id) {
        return id % 3 == 0;
    }

    private static boolean isLate(long id) {
        return id % 3 == 1;
    }

    private static CassandraCluster ring() {
        return CassandraCluster.builder(CassandraVersion.selected())
                .name("sliced")
                .racks("r1", "r1", "r1")
                .dataDirectories(2)
                // Otherwise a coordinator at ONE may ask a faster replica than itself.
                .yaml("dynamic_snitch", false)
                .jvmOptions("-Dcassandra.ring_delay_ms=10000")
                .start();
    }

    private static boolean isAtLeast(CassandraVersion version) {
        return CassandraVersion.selected().compareTo(version) >= 0;
    }

    @Test
    void nothingDeletedIsBackAndCassandraUsesItsSlices() {
        try (CassandraCluster ring = ring()) {
            CassandraNode fed = ring.node(2);
            replicate(ring, 2);
            ring.cql().execute("CREATE TABLE shop.orders (id bigint PRIMARY KEY, kind int, note text)");
            ring.cql().execute("CREATE INDEX ON shop.orders (kind)");
            boolean attached = isAtLeast(CassandraVersion.V5_0);
            if (attached) {
                ring.cql().execute("CREATE INDEX notes ON shop.orders (note) USING 'sai'");
            }
            Set<Long> live = written(ring, fed);

            try (SidecarProcess first = SidecarProcess.beside(ring.node(0)).build();
                    SidecarProcess second = SidecarProcess.beside(ring.node(1)).build();
                    SidecarProcess here = SidecarProcess.beside(fed).build()) {
                SidecarProcess.startTogether(first, second, here);
                assertMoved(SidecarClient.of(here.restUri()), first, second);
            }
            expect("what the node owns", owned(fed), OwnedRows.of(fed).among(live));

            // The node asks itself for its own ranges.
            Set<Long> ofOneKind =
                    live.stream().filter(id -> id % KINDS == 1).collect(Collectors.toCollection(TreeSet::new));
            expect("by an index", ids(fed, " WHERE kind = 1"), ofOneKind);
            if (attached) {
                expect("by an attached index", ids(fed, " WHERE note = 'note 1'"), ofOneKind);
            }

            // It owns the rest, too, and has none of its tombstones.
            Set<Long> own = OwnedRows.of(fed).among(live);
            replicate(ring, 3);
            expect("what it has of everything", owned(fed), own);

            fed.nodetool("repair", "--full", "shop").orThrow();
            expect("after a repair", owned(fed), live);
            CassandraNode joined = ring.addNode(fed);
            // So it has some ranges from the node. Cassandra 6.0 waits for the other one.
            if (!isAtLeast(CassandraVersion.V6_0)) {
                die(ring.node(1), List.of(ring.node(0), fed));
            }
            joined.start(NodeStart.plain().property("cassandra.consistent.rangemovement", false));
            expect(
                    "a node that was streamed to",
                    owned(joined),
                    OwnedRows.of(joined).among(live));

            fed.nodetool("compact", "shop").orThrow();
            fed.verify(Duration.ofMinutes(2), "shop");
            expect("after a compaction", owned(fed), OwnedRows.of(fed).among(live));
        }
    }

    private static void die(CassandraNode node, List<CassandraNode> others) {
        node.kill9();
        Awaitility.await("it is seen dead").atMost(Duration.ofMinutes(1)).until(() -> others.stream()
                .allMatch(other -> new SeenRing(other, "").isDown(node)));
    }

    private static Set<Long> owned(CassandraNode node) {
        return OwnedRows.of(node).ids(node.cql(), ORDERS, ConsistencyLevel.ONE);
    }

    private static void expect(String what, Set<Long> found, Set<Long> expected) {
        Set<Long> missing = new TreeSet<>(expected);
        missing.removeAll(found);
        Set<Long> more = new TreeSet<>(found);
        more.removeAll(expected);
        assertThat(missing.isEmpty() && more.isEmpty())
                .as("%s: %d of %d rows, missing %s, more %s", what, found.size(), expected.size(), missing, more)
                .isTrue();
    }

    private static void replicate(CassandraCluster ring, int replicas) {
        String replication = " KEYSPACE %sshop WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': "
                + replicas + "}";
        ring.cql().execute(("CREATE" + replication).formatted("IF NOT EXISTS "));
        ring.cql().execute(("ALTER" + replication).formatted(""));
    }

    /** While one node is away. Returns the ids of the rows that are not deleted. */
    private static Set<Long> written(CassandraCluster ring, CassandraNode away) {
        List<CassandraNode> others =
                ring.nodes().stream().filter(node -> node != away).toList();
        others.forEach(node -> node.nodetool("disableautocompaction", "shop").orThrow());
        Set<Long> narrow = narrow(away);
        Set<Long> live = new TreeSet<>();
        Absence.of(
                away,
                ring.nodes(),
                () -> DeadRing.patiently(() -> {
                    live.clear();
                    insert(others, LongStream.range(0, ORDERS.rows()).boxed().toList());
                    delete(others, LongStream.range(0, ORDERS.rows()).boxed().toList(), SlicedNodeIT::isEarly);
                    // Narrow rows whose tombstones span the ring, and narrow tombstones whose rows do.
                    insert(others, narrow.stream().filter(id -> id >= NARROW).toList());
                    delete(
                            others,
                            Stream.concat(narrow.stream().filter(id -> id >= NARROW), all())
                                    .toList(),
                            id -> isEarly(id));
                    delete(others, narrow.stream().filter(id -> id < NARROW).toList(), SlicedNodeIT::isLate);
                    live.addAll(Stream.concat(all(), narrow.stream())
                            .filter(id -> !isEarly(id))
                            .filter(id -> !(isLate(id) && id < NARROW && narrow.contains(id)))
                            .collect(Collectors.toSet()));
                }));
        return live;
    }

    private static Stream<Long> all() {
        return LongStream.range(0, ORDERS.rows()).boxed();
    }

    // Rows in the node's longest range.
    private static Set<Long> narrow(CassandraNode node) {
        List<String> longest = OwnedRows.of(node).ranges().stream()
                .filter(range -> Long.parseLong(range.get(0)) < Long.parseLong(range.get(1)))
                .max(Comparator.comparingDouble(
                        range -> Double.parseDouble(range.get(1)) - Double.parseDouble(range.get(0))))
                .orElseThrow();
        return new OwnedRows(Set.of(longest))
                .among(Stream.concat(
                                all(),
                                LongStream.range(NARROW, NARROW + ORDERS.rows()).boxed())
                        .toList());
    }

    private static void insert(List<CassandraNode> nodes, Collection<Long> ids) {
        ids.forEach(id -> execute(
                nodes.get(0),
                "INSERT INTO shop.orders (id, kind, note) VALUES (%d, %d, 'note %d')"
                        .formatted(id, id % KINDS, id % KINDS)));
        nodes.forEach(node -> node.flush("shop", "orders"));
    }

    private static void delete(List<CassandraNode> nodes, Collection<Long> ids, LongPredicate which) {
        ids.stream()
                .filter(which::test)
                .forEach(id -> execute(nodes.get(0), "DELETE FROM shop.orders WHERE id = " + id));
        nodes.forEach(node -> node.flush("shop", "orders"));
    }

    private static void execute(CassandraNode node, String statement) {
        node.cql().session().execute(SimpleStatement.newInstance(statement).setConsistencyLevel(ConsistencyLevel.ONE));
    }

    private static void assertMoved(SidecarClient here, SidecarProcess... sources) {
        List<SourceRef> from = Stream.of(sources)
                .map(source -> SourceRef.at(source.restUri().toString()))
                .toList();
        String id = here.createTransfer(
                        TransferRequest.builder(from, List.of(ORDERS.ref())).build(), null)
                .id();
        Transfer transfer = Awaitility.await("transfer " + id)
                .atMost(Duration.ofMinutes(2))
                .until(() -> here.transfer(id), seen -> seen.state().isFinal());
        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        List<TransferSstable> moved = here.allTransferSstables(id).toList();
        assertThat(moved).allMatch(sstable -> sstable.state() == TransferSstable.State.IMPORTED);
        assertThat(moved)
                .extracting(TransferSstable::part)
                .as("%s", moved)
                .contains(TransferSstable.Part.WHOLE, TransferSstable.Part.SLICE);
    }

    private static Set<Long> ids(CassandraNode node, String where) {
        Set<Long> found = new TreeSet<>();
        node.cql()
                .session()
                .execute(SimpleStatement.newInstance("SELECT id FROM shop.orders" + where)
                        .setConsistencyLevel(ConsistencyLevel.ONE)
                        .setTimeout(Duration.ofMinutes(1)))
                .forEach(row -> found.add(row.getLong("id")));
        return found;
    }
}
