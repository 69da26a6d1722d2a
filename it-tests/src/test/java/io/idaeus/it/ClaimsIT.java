/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.api.CassandraProcess.Phase;
import io.idaeus.api.ClaimRequest;
import io.idaeus.api.ClaimedStep;
import io.idaeus.api.ClaimedTransfer;
import io.idaeus.api.ClusterNode;
import io.idaeus.api.Declaration;
import io.idaeus.api.PendingRange;
import io.idaeus.api.ProblemType;
import io.idaeus.api.RingRange;
import io.idaeus.api.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.CqlClient;
import io.idaeus.it.harness.NodeStart;
import io.idaeus.it.harness.Readiness;
import io.idaeus.it.harness.SidecarProcess;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    private static final List<TableRef> TABLES = List.of(new TableRef("shop", "users"), new TableRef("shop", "orders"));

    @Test
    void aNodeThatReplacesAnotherHasEveryRow() {
        CassandraVersion version = CassandraVersion.selected();
        try (CassandraCluster cluster = CassandraCluster.builder(version)
                .name("claims")
                .nodes(3)
                .yaml("phi_convict_threshold", 5)
                // 6.0 drops a node that has not joined from gossip when it was silent for as long, on a busy machine
                // soon.
                .jvmOptions("-Dcassandra.ring_delay_ms=" + (version == CassandraVersion.V6_0 ? 10_000 : 3_000))
                .start()) {
            CassandraNode dead = cluster.node(2);
            cluster.cql().createKeyspace("shop", 2);
            for (TableRef table : TABLES) {
                cluster.cql().execute("CREATE TABLE shop." + table.table() + " (id int PRIMARY KEY, v text)");
                insert(cluster, table.table(), 0, 1000);
            }
            dead.kill9();
            CassandraNode fresh = cluster.addNode(dead);
            // By default a node outside the ring hears of a new table within a minute.
            fresh.start(NodeStart.withoutJoining().property("cassandra.schema_pull_interval_ms", 2_000));
            List<RingRange> ranges;
            try (SidecarProcess first = SidecarProcess.beside(cluster.node(0)).start();
                    SidecarProcess second =
                            SidecarProcess.beside(cluster.node(1)).start();
                    SidecarProcess here = SidecarProcess.beside(fresh)
                            .allowPeers(
                                    cluster.node(0).address(), cluster.node(1).address())
                            .start()) {
                Steps steps = new Steps(List.of(first, second), here, dead.address());
                ranges = steps.ranges;
                steps.theHostIsKnown(fresh);
                String fill = steps.fill();
                steps.declareOnlyWhatIsProven(fill, cluster);
                insert(cluster, "users", 1000, 1500);
                fresh.stop();
                fresh.start(replacing(dead));
                assertThat(fresh.log()).contains("Skipping streaming those ranges");
                steps.awaitUp(fresh);
                insert(cluster, "orders", 1000, 1500);
                steps.deltaThenJoin(fill, fresh);
            }
            aloneItHasEveryRow(cluster, fresh, ranges);
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
                .until(Readiness.SURVEY);
    }

    private static void aloneItHasEveryRow(CassandraCluster cluster, CassandraNode fresh, List<RingRange> ranges) {
        Set<Integer> users = ids(cluster.cql(), "users", ranges);
        Set<Integer> orders = ids(cluster.cql(), "orders", ranges);
        cluster.node(0).stop();
        cluster.node(1).stop();
        try (CqlClient alone = CqlClient.connect(fresh.address())) {
            assertThat(ids(alone, "users", ranges)).isEqualTo(users).hasSizeGreaterThan(300);
            assertThat(ids(alone, "orders", ranges)).isEqualTo(orders).hasSizeGreaterThan(300);
        }
    }

    // Read at ONE.
    private static Set<Integer> ids(CqlClient cql, String table, List<RingRange> ranges) {
        return ranges.stream()
                .flatMap(range -> rows(cql, "SELECT id FROM shop." + table + " WHERE token(id) ", range.range()))
                .map(row -> row.getInt("id"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<Row> rows(CqlClient cql, String query, String range) {
        long left = Long.parseLong(range.split(":", -1)[0]);
        long right = Long.parseLong(range.split(":", -1)[1]);
        return left < right
                ? cql.execute(query + "> ? AND token(id) <= ?", left, right).stream()
                : Stream.concat(cql.execute(query + "> ?", left).stream(), cql.execute(query + "<= ?", right).stream());
    }

    private static void insert(CassandraCluster cluster, String table, int from, int to) {
        IntStream.range(from, to).forEach(id -> cluster.cql()
                .execute("INSERT INTO shop." + table + " (id, v) VALUES (?, ?)", id, "row " + id));
    }

    /** What a coordinator does. */
    private static final class Steps {
        private final List<SidecarProcess> live;
        private final SidecarClient source;
        private final SidecarClient here;
        private final String dead;
        private final List<RingRange> ranges;

        Steps(List<SidecarProcess> live, SidecarProcess here, String dead) {
            this.live = live;
            this.source = SidecarClient.of(live.get(0).restUri());
            this.here = SidecarClient.of(here.restUri());
            this.dead = dead;
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
            assertThat(source.cluster().schemaVersions()).hasSize(1);
            assertThat(source.cluster().maxWriteTimeoutMillis()).isPositive();
            assertThat(source.pendingRanges("shop").ranges()).isEmpty();
            assertThat(source.sizes("shop").tables()).extracting("table").containsExactly("orders", "users");
        }

        String fill() {
            Transfer fill = ended(transfer("fill", TABLES, Phase.NOT_JOINED, List.of()));
            assertThat(fill.sstables().imported()).isPositive();
            assertThat(fill.plan()).isEqualTo(PLAN);
            assertThat(transfer("fill", TABLES, Phase.NOT_JOINED, List.of())).isEqualTo(fill.id());
            return fill.id();
        }

        void declareOnlyWhatIsProven(String fill, CassandraCluster cluster) {
            String part = ended(transfer("part", TABLES.subList(0, 1), Phase.NOT_JOINED, List.of()))
                    .id();
            refused("shop.orders", () -> declare(texts(ranges), part));
            refused(
                    "was brought from 0 sources",
                    () -> declare(List.of("-9223372036854775808:9223372036854775807"), fill));
            refused("cannot join", () -> here.claims().join(PLAN, new ClaimedStep(DIGEST, 1)));

            cluster.cql().execute("CREATE TABLE shop.late (id int PRIMARY KEY)");
            refused("", () -> declare(texts(ranges), fill));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .untilAsserted(() -> refused("shop.late", () -> declare(texts(ranges), fill)));
            cluster.cql().execute("DROP TABLE shop.late");
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .ignoreExceptionsInstanceOf(SidecarException.class)
                    .untilAsserted(() -> declare(texts(ranges), fill));
            declare(texts(ranges), fill);
        }

        // Until then it is pending and counts as down, and writes fail.
        void awaitUp(CassandraNode fresh) {
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> source.cluster().nodes().stream()
                    .anyMatch(node -> node.address().equals(fresh.address())
                            && node.liveness().equals("UP")));
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
                    .atMost(Duration.ofMinutes(1))
                    .ignoreExceptionsMatching(
                            e -> String.valueOf(e.getMessage()).contains("not complete"))
                    .untilAsserted(() -> here.claims().join(PLAN, new ClaimedStep(DIGEST, 1)));
            assertThat(phase()).isEqualTo(Phase.NORMAL);
            here.claims().join(PLAN, new ClaimedStep(DIGEST, 1));
            fresh.restart();
            Awaitility.await("CQL opens")
                    .atMost(Duration.ofMinutes(1))
                    .ignoreExceptionsInstanceOf(SidecarException.class)
                    .untilAsserted(() ->
                            assertThat(here.table("shop", "users").cleanupDue()).isNotNull());
            here.claims().cleanUp(PLAN, new ClaimedStep(DIGEST, 1));
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
