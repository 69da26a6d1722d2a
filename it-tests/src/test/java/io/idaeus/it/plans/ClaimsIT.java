/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimRequest;
import io.idaeus.api.claim.ClaimedCleanup;
import io.idaeus.api.claim.ClaimedStep;
import io.idaeus.api.claim.ClaimedTransfer;
import io.idaeus.api.claim.Declaration;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.keyspace.TableSizes;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.node.PendingRange;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.cassandra.NodeReadiness;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A dead node comes back by the steps of a claim alone: filled outside the ring, declared, in write survey, joined. */
@Tag("plans")
@Timeout(900)
class ClaimsIT {
    private static final String PLAN = "p1";
    private static final String DIGEST = "d";
    private static final PayloadTable USERS = new PayloadTable("shop", "users", 1_000, 50);
    private static final PayloadTable ORDERS = new PayloadTable("shop", "orders", 1_000, 50);
    private static final List<TableRef> TABLES = List.of(new TableRef("shop", "users"), new TableRef("shop", "orders"));

    @Test
    void aNodeThatReplacesAnotherHasEveryRow() {
        try (DeadRing ring = DeadRing.of(CassandraVersion.selected(), "claims")
                .quickDeaths()
                .table(USERS, 2)
                .table(ORDERS, 2)
                .start()) {
            PlanDriver replacement = ring.replacement(ring.dead(), sidecar -> sidecar.allowPeers("127.0.0.0/8"));
            CassandraNode fresh = replacement.node();
            // By default a node outside the ring hears of a new table within a minute.
            fresh.start(NodeStart.withoutJoining().property("cassandra.schema_pull_interval_ms", 2_000));
            SidecarClient here = ring.client(replacement.sidecar());
            DeadRing.await("the sidecar sees its Cassandra", () -> here.host().cassandra() != null);
            CqlClient cql = ring.live().get(0).cql();
            Steps steps = new Steps(ring, here);
            steps.theHostIsKnown(fresh);
            String fill = steps.fill();
            steps.declareOnlyWhatIsProven(fill, cql);
            DeadRing.patiently(() -> USERS.insert(cql, LongStream.range(1_000, 1_500)));
            fresh.stop();
            fresh.start(replacing(ring.dead()));
            assertThat(fresh.log()).contains("Skipping streaming those ranges");
            DeadRing.await("writes reach the node", () -> ring.seen(fresh).startsWith("UP"));
            DeadRing.patiently(() -> ORDERS.insert(cql, LongStream.range(1_000, 1_500)));
            steps.deltaThenJoin(fill, fresh);
            aloneItHasEveryRow(ring, fresh, steps.ranges);
        }
    }

    // CQL stays closed, as in the survey of a cluster that authenticates clients.
    private static NodeStart replacing(CassandraNode dead) {
        return NodeStart.plain()
                .property("cassandra.replace_address_first_boot", dead.address())
                .property("cassandra.write_survey", true)
                .property("cassandra.reset_bootstrap_progress", false)
                .property("cassandra.start_native_transport", false)
                .property("cassandra.broadcast_interval_ms", 5000)
                .property("cassandra.schema_delay_ms", 1000)
                .property("cassandra.skip_wait_for_gossip_to_settle", -1)
                .until(NodeReadiness.SURVEY);
    }

    private static void aloneItHasEveryRow(DeadRing ring, CassandraNode fresh, List<RingRange> ranges) {
        OwnedRows owned = new OwnedRows(ranges.stream()
                .map(range -> List.of(range.range().split(":", -1)))
                .collect(Collectors.toSet()));
        Set<Long> all = owned.among(LongStream.range(0, 1_500).boxed().toList());
        assertThat(all).hasSizeGreaterThan(300);
        ring.live().forEach(CassandraNode::stop);
        assertThat(owned.ids(fresh.cql(), USERS, ConsistencyLevel.ONE)).isEqualTo(all);
        assertThat(owned.ids(fresh.cql(), ORDERS, ConsistencyLevel.ONE)).isEqualTo(all);
    }

    /** The calls of a coordinator. */
    private static final class Steps {
        private final List<SidecarProcess> live;
        private final SidecarClient source;
        private final SidecarClient here;
        private final String dead;
        private final List<RingRange> ranges;

        Steps(DeadRing ring, SidecarClient here) {
            this.live = List.of(ring.sidecar(0), ring.sidecar(1));
            this.source = ring.client(live.get(0));
            this.here = here;
            this.dead = ring.dead().address();
            this.ranges = source.ring("shop").ranges().stream()
                    .filter(range -> holds(range, dead))
                    .toList();
            this.here
                    .claims()
                    .claim(
                            PLAN,
                            new ClaimRequest(DIGEST, 1, live.get(0).restUri().toString(), "record"));
        }

        private static boolean holds(RingRange range, String address) {
            return range.replicas().stream()
                    .anyMatch(replica -> replica.address().equals(address));
        }

        void theHostIsKnown(CassandraNode fresh) {
            var process = Objects.requireNonNull(here.host().cassandra());
            assertThat(process.phase()).isEqualTo(Phase.NOT_JOINED);
            assertThat(process.options()).contains("-Dcassandra.join_ring=false");
            assertThat(process.address()).isEqualTo(fresh.address());
            assertThat(process.numTokens()).isEqualTo(16);
            assertThat(process.seeds()).isNotEmpty().doesNotContain(fresh.address());
            assertThat(here.node().tokens()).isEmpty();
            assertThat(here.host().claims()).extracting("plan").containsExactly(PLAN);
            assertThat(source.cluster().nodes())
                    .extracting(ClusterNode::address)
                    .contains(dead)
                    .doesNotContain(fresh.address());
            // A node outside the ring pulls the schema at intervals.
            DeadRing.await(
                    "one schema version",
                    () -> source.cluster().schemaVersions().size() == 1);
            DeadRing.await("its tables", () -> here.keyspaces().keyspaces().stream()
                    .anyMatch(keyspace -> keyspace.name().equals("shop")
                            && keyspace.tables().containsAll(List.of("orders", "users"))));
            assertThat(source.cluster().maxWriteTimeoutMillis()).isPositive();
            assertThat(source.pendingRanges("shop").ranges()).isEmpty();
            assertThat(source.sizes("shop").tables()).extracting("table").containsExactly("orders", "users");
            assertThat(source.sizes("shop").tables())
                    .extracting(TableSizes::findings)
                    .containsOnly(List.of());
        }

        String fill() {
            Transfer fill = ended(transfer("fill", TABLES, Phase.NOT_JOINED, List.of()));
            assertThat(fill.sstables().imported()).isPositive();
            assertThat(fill.plan()).isEqualTo(PLAN);
            assertThat(transfer("fill", TABLES, Phase.NOT_JOINED, List.of())).isEqualTo(fill.id());
            return fill.id();
        }

        void declareOnlyWhatIsProven(String fill, CqlClient cql) {
            String part = ended(transfer("part", TABLES.subList(0, 1), Phase.NOT_JOINED, List.of()))
                    .id();
            refused("shop.orders", () -> declare(texts(ranges), part));
            refused(
                    "was brought from 0 sources",
                    () -> declare(List.of("-9223372036854775808:9223372036854775807"), fill));
            refused("cannot join", () -> here.claims().join(PLAN, new ClaimedStep(DIGEST, 1)));

            cql.execute("CREATE TABLE shop.late (id int PRIMARY KEY)");
            refused("", () -> declare(texts(ranges), fill));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .untilAsserted(() -> refused("shop.late", () -> declare(texts(ranges), fill)));
            cql.execute("DROP TABLE shop.late");
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .ignoreExceptionsInstanceOf(SidecarException.class)
                    .untilAsserted(() -> declare(texts(ranges), fill));
            declare(texts(ranges), fill);
        }

        void deltaThenJoin(String fill, CassandraNode fresh) {
            assertThat(phase()).isEqualTo(Phase.SURVEY);
            assertThat(source.pendingRanges("shop").ranges())
                    .extracting(PendingRange::addresses)
                    .isNotEmpty()
                    .allSatisfy(addresses -> assertThat(addresses).containsExactly(fresh.address()));
            refused("NOT_JOINED", () -> declare(texts(ranges), fill));
            Transfer delta = ended(transfer("delta", TABLES, Phase.SURVEY, List.of(fill)));
            assertThat(delta.sstables().earlier()).isPositive();
            assertThat(delta.sstables().imported()).isPositive();

            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .ignoreExceptionsMatching(
                            e -> String.valueOf(e.getMessage()).contains("not complete"))
                    .untilAsserted(() -> here.claims().join(PLAN, new ClaimedStep(DIGEST, 1)));
            assertThat(phase()).isEqualTo(Phase.NORMAL);
            here.claims().join(PLAN, new ClaimedStep(DIGEST, 1));
            fresh.restart();
            Awaitility.await("CQL opens")
                    .atMost(Duration.ofMinutes(2))
                    .ignoreExceptionsInstanceOf(SidecarException.class)
                    .untilAsserted(() ->
                            assertThat(here.table("shop", "users").cleanupDue()).isNotNull());
            here.claims().cleanUp(PLAN, new ClaimedCleanup(DIGEST, 1, null));
            assertThat(here.table("shop", "users").cleanupDue()).isNull();
            here.claims().release(PLAN, 1);
        }

        private Phase phase() {
            return Objects.requireNonNull(here.host().cassandra()).phase();
        }

        private String transfer(String key, List<TableRef> tables, Phase phase, List<String> since) {
            List<SourceRef> sources = live.stream()
                    .map(sidecar -> new SourceRef(
                            sidecar.restUri().toString(),
                            null,
                            texts(ranges.stream()
                                    .filter(range ->
                                            holds(range, sidecar.restUri().getHost()))
                                    .toList())))
                    .toList();
            return here.claims()
                    .transfer(
                            PLAN,
                            new ClaimedTransfer(
                                    DIGEST,
                                    1,
                                    key,
                                    TransferRequest.builder(sources, tables).build(),
                                    texts(ranges),
                                    List.of(phase),
                                    since))
                    .id();
        }

        private Transfer ended(String id) {
            Transfer ended = Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> here.transfer(id), transfer -> transfer.state().isFinal());
            assertThat(ended.outcome()).as("%s", ended).isEqualTo(Transfer.Outcome.COMPLETE);
            return ended;
        }

        private void declare(List<String> declared, String transfer) {
            here.claims().declare(PLAN, new Declaration(DIGEST, 1, "shop", declared, 1, List.of(transfer)));
        }

        private static List<String> texts(List<RingRange> ranges) {
            return ranges.stream().map(RingRange::range).toList();
        }

        private static void refused(String words, ThrowingCallable call) {
            assertThatExceptionOfType(SidecarException.class)
                    .isThrownBy(call)
                    .withMessageContaining(words)
                    .matches(e -> e.is(ProblemType.ILLEGAL_STATE));
        }
    }
}
