/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Plan;
import io.idaeus.api.PlanKind;
import io.idaeus.api.PlanRange;
import io.idaeus.api.PlanRangePage;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanState;
import io.idaeus.api.PlanStep;
import io.idaeus.api.PlanStep.Kind;
import io.idaeus.api.PlanWay;
import io.idaeus.api.SourceRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferState;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.NodeStart;
import io.idaeus.it.harness.PayloadTable;
import io.idaeus.it.harness.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a plan does while it fills a node and the cluster changes around it. */
@Tag("plans")
@Timeout(600)
class PlanFillIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 20_000, 500);
    private static final long RATE = 500_000;

    @Test
    void anotherSourceTakesThePlaceOfOneThatIsGoneAndATableMadeAnewIsTransferredAgain() {
        try (CassandraCluster ring = CassandraCluster.builder(CassandraVersion.selected())
                .name("plan-fill")
                .nodes(3)
                // A plan of many ranges: larger than a request may be.
                .numTokens(256)
                .yaml("phi_convict_threshold", 5)
                .jvmOptions("-Dcassandra.ring_delay_ms=5000")
                .start()) {
            for (int i = 0; i < 6; i++) {
                ring.cql().createKeyspace("more" + i, 3);
                new PayloadTable("more" + i, "users", 1, 1).create(ring.cql());
            }
            ring.cql().createKeyspace("shop", 3);
            TABLE.create(ring.cql());
            DeadNodeRing.patiently(() -> TABLE.insert(ring.cql()));
            ring.node(0).flush("shop", "users");
            ring.node(1).flush("shop", "users");
            CassandraNode dead = ring.node(2);
            CassandraNode added = ring.addNode(dead);
            dead.kill9();
            try (SidecarProcess first = SidecarProcess.beside(ring.node(0))
                            .allowPeers(added.address())
                            .start();
                    SidecarProcess second = SidecarProcess.beside(ring.node(1))
                            .allowPeers(added.address())
                            .start();
                    SidecarProcess replacement = SidecarProcess.beside(added).build()) {
                replacement.startUnready();
                // Either node alone may be the source: its SSTables span all ranges. The other one coordinates.
                Set<String> chosen = sources(planned(plans(first), dead, replacement), plans(first));
                boolean coordinates = !chosen.equals(Set.of(hostId(first)));
                PlansClient plans = plans(coordinates ? first : second);
                SidecarProcess source = coordinates ? second : first;
                Plan plan = planned(plans, dead, replacement);
                String lost = hostId(source);
                assertThat(sources(plan, plans)).contains(lost);
                assertThat(drafts(coordinates ? first : second)).allMatch(bytes -> bytes > 1 << 20);
                plans.approve(plan.id(), plan.digest());
                added.start(NodeStart.withoutJoining());

                SidecarClient here = SidecarClient.of(replacement.restUri());
                Transfer before = transfer(plans, here, plan, 0, each -> each.state() == TransferState.PULLING);
                source.kill9();
                // The other keyspaces are done: all of the rate is its own.
                Transfer without = transfer(
                        plans,
                        here,
                        plan,
                        1,
                        each -> each.state() == TransferState.PULLING && Objects.equals(each.maxRate(), RATE));
                assertThat(here.transfer(before.id()).state()).isEqualTo(TransferState.CANCELLED);
                assertThat(without.request().sources())
                        .extracting(SourceRef::hostId)
                        .isNotEmpty()
                        .doesNotContain(lost);

                // Cassandra would refuse TRUNCATE while a node is down.
                ring.cql().execute("DROP TABLE shop.users");
                TABLE.create(ring.cql());
                TABLE.insert(ring.cql(), LongStream.range(0, 10));
                Transfer anew =
                        transfer(plans, here, plan, 2, each -> each.state().isFinal());
                step(plans, plan, Kind.DECLARE, step -> step.state() == PlanStep.State.DONE);
                assertThat(here.transfer(without.id()).outcome()).isNotEqualTo(Transfer.Outcome.COMPLETE);
                assertThat(here.transfer(anew.id()).outcome()).isEqualTo(Transfer.Outcome.COMPLETE);
                assertThat(here.transfer(anew.id()).sstables().imported()).isPositive();

                URI coordinator = (coordinates ? first : second).restUri();
                CompletableFuture<String> told = eventOf(coordinator, plan.id(), PlanState.CANCELLED);
                plans.cancel(plan.id());
                Awaitility.await("the plan is cancelled")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> plans.get(plan.id()).state() == PlanState.CANCELLED);
                assertThat(plans.get(plan.id()).due()).isNotEmpty();
                assertThat(told)
                        .succeedsWithin(Duration.ofMinutes(1))
                        .asString()
                        .isNotEmpty();
                assertThat(metrics(coordinator))
                        .containsPattern("idaeus_plan_step_duration_seconds_count\\{action=\"FILL\"} [1-9]")
                        .containsPattern("idaeus_plan_step_duration_seconds_count\\{action=\"DECLARE\"} [1-9]");
            }
        }
    }

    private static Plan planned(PlansClient plans, CassandraNode dead, SidecarProcess replacement) {
        PlanRequest request = new PlanRequest(
                PlanKind.REPLACE,
                dead.address(),
                List.of(replacement.restUri().toString()),
                null,
                null,
                PlanWay.SURVEY,
                Map.of("*", "ALL"),
                null,
                null,
                RATE,
                null,
                null);
        return Awaitility.await("a plan that is not refused")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> plans.create(request), plan -> !plan.refused());
    }

    /** What {@code GET /v1/events} says of the plan in that state. */
    private static CompletableFuture<String> eventOf(URI sidecar, String plan, PlanState state) {
        HttpRequest request =
                HttpRequest.newBuilder(sidecar.resolve("/v1/events")).build();
        return HttpClient.newHttpClient()
                .sendAsync(request, BodyHandlers.ofLines())
                .thenApply(response -> response.body()
                        .filter(line -> line.startsWith("data: {\"plan\":")
                                && line.contains(plan)
                                && line.contains("\"" + state + "\""))
                        .findFirst()
                        .orElse(""));
    }

    private static String metrics(URI sidecar) {
        HttpRequest request =
                HttpRequest.newBuilder(sidecar.resolve("/metrics")).build();
        return HttpClient.newHttpClient()
                .sendAsync(request, BodyHandlers.ofString())
                .join()
                .body();
    }

    private static PlansClient plans(SidecarProcess sidecar) {
        return SidecarClient.of(sidecar.restUri()).plans();
    }

    private static String hostId(SidecarProcess sidecar) {
        return SidecarClient.of(sidecar.restUri()).node().hostId();
    }

    private static List<Long> drafts(SidecarProcess sidecar) {
        try (Stream<Path> files = Files.list(sidecar.stateDirectory().resolve("cluster-plan-drafts"))) {
            return files.map(file -> file.toFile().length()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> sources(Plan plan, PlansClient plans) {
        Set<String> sources = new HashSet<>();
        String after = null;
        do {
            PlanRangePage page = plans.ranges(plan.id(), 1_000, after);
            for (PlanRange range : page.ranges()) {
                assertThat(range.sources()).as("writes at ALL").hasSize(1);
                if (range.keyspace().equals("shop")) {
                    sources.addAll(range.sources());
                }
            }
            after = page.next();
        } while (after != null);
        return sources;
    }

    /** @param number of the table's transfers, from 0 */
    private static Transfer transfer(
            PlansClient plans, SidecarClient destination, Plan plan, int number, Predicate<Transfer> until) {
        return Awaitility.await("transfer " + number)
                .atMost(Duration.ofMinutes(2))
                .until(
                        () -> transfers(plans, destination, plan),
                        all -> all.size() > number && until.test(all.get(number)))
                .get(number);
    }

    private static List<Transfer> transfers(PlansClient plans, SidecarClient destination, Plan plan) {
        return plans.get(plan.id()).steps().stream()
                .filter(step -> step.kind() == Kind.FILL)
                .flatMap(step -> Objects.requireNonNullElse(step.transfers(), List.<String>of()).stream())
                .map(destination::transfer)
                .filter(transfer ->
                        transfer.request().tables().get(0).keyspace().equals("shop"))
                .toList();
    }

    private static void step(PlansClient plans, Plan plan, Kind kind, Predicate<PlanStep> until) {
        Awaitility.await(kind + " of " + plan.id())
                .atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    List<PlanStep> steps = plans.get(plan.id()).steps();
                    assertThat(steps).as("%s", steps).anyMatch(step -> step.kind() == kind && until.test(step));
                });
    }
}
