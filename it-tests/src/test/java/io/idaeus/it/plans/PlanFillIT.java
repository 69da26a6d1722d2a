/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRangePage;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanStep.Kind;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.SstableDamage;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
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

/** Plans that fill a node while the cluster changes around it. */
@Tag("plans")
@Timeout(600)
class PlanFillIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 20_000, 500);
    private static final long RATE = 500_000;

    @Test
    void anotherSourceTakesThePlaceOfOneThatIsGoneAndATableMadeAnewIsTransferredAgain() {
        DeadRing.Builder builder = DeadRing.of(CassandraVersion.selected(), "plan-fill")
                // A plan of many ranges: larger than a request may be.
                .cluster(nodes -> nodes.numTokens(256))
                .quickDeaths();
        for (int i = 0; i < 6; i++) {
            builder.table(new PayloadTable("more" + i, "users", 1, 1), 3);
        }
        try (DeadRing ring = builder.table(TABLE, 3).start()) {
            ring.live().forEach(node -> node.flush("shop", "users"));
            PlanDriver driver = ring.replacement()
                    .asking(request -> request.writes(Map.of("*", "ALL")).maxRate(RATE));
            // Either node alone may be the source: its SSTables span all ranges. The other one coordinates.
            boolean coordinates =
                    !sources(driver.planned(), ring.plans()).equals(Set.of(hostId(ring, ring.sidecar(0))));
            SidecarProcess coordinator = ring.sidecar(coordinates ? 0 : 1);
            SidecarProcess source = ring.sidecar(coordinates ? 1 : 0);
            PlansClient plans = ring.client(coordinator).plans();
            Plan plan = driver.coordinatedBy(coordinator).planned();
            String lost = hostId(ring, source);
            assertThat(sources(plan, plans)).contains(lost);
            assertThat(drafts(coordinator)).allMatch(bytes -> bytes > 1 << 20);
            driver.approve(plan);
            driver.driveTo(Step.FILL);

            SidecarClient here = ring.client(driver.sidecar());
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
            ring.live().get(0).cql().execute("DROP TABLE shop.users");
            TABLE.create(ring.live().get(0).cql());
            DeadRing.patiently(() -> TABLE.insert(ring.live().get(0).cql(), LongStream.range(0, 10)));
            Transfer anew = transfer(plans, here, plan, 2, each -> each.state().isFinal());
            assertThat(Step.DECLARE.of(driver.driveTo(Step.START_IN_SURVEY)).state())
                    .isEqualTo(PlanStep.State.DONE);
            assertThat(here.transfer(without.id()).outcome()).isNotEqualTo(Transfer.Outcome.COMPLETE);
            assertThat(here.transfer(anew.id()).outcome()).isEqualTo(Transfer.Outcome.COMPLETE);
            assertThat(here.transfer(anew.id()).sstables().imported()).isPositive();

            URI address = coordinator.restUri();
            Stream<String> events = events(address);
            plans.cancel(plan.id());
            DeadRing.await("the plan is cancelled", () -> driver.plan().state() == PlanState.CANCELLED);
            assertThat(driver.plan().due()).isNotEmpty();
            assertThat(CompletableFuture.supplyAsync(() -> events.anyMatch(line -> line.startsWith("data: {\"plan\":")
                            && line.contains(plan.id())
                            && line.contains("\"" + PlanState.CANCELLED + "\""))))
                    .succeedsWithin(Duration.ofMinutes(2))
                    .isEqualTo(true);
            assertThat(metrics(address))
                    .containsPattern("idaeus_plan_step_duration_seconds_count\\{action=\"FILL\"} [1-9]")
                    .containsPattern("idaeus_plan_step_duration_seconds_count\\{action=\"DECLARE\"} [1-9]");
        }
    }

    @Test
    void aSourceThatIsElsewhereIsFoundByItsHostIdAndWhatItCannotReadIsLeftBehindWhereThePlanAcceptsThat()
            throws IOException {
        try (DeadRing ring = DeadRing.of(CassandraVersion.selected(), "plan-moved")
                .quickDeaths()
                .table(TABLE, 3)
                .start()) {
            ring.live().forEach(node -> node.flush("shop", "users"));
            CassandraNode source = ring.live().get(1);
            // A second SSTable, which cannot be read.
            DeadRing.patiently(() -> TABLE.insert(source.cql(), LongStream.of(TABLE.rows())));
            source.flush("shop", "users");
            Path statistics = newest(source, "-Statistics.db");
            SstableDamage.cut(statistics, Files.size(statistics) / 2);
            SidecarProcess usual = ring.sidecar(1);
            usual.kill9();
            String elsewhere = ring.cluster().addNode(source).address();
            PlanDriver driver = ring.replacement(ring.dead(), sidecar -> sidecar.allowPeers("127.0.0.0/8"));
            try (SidecarProcess first = ring.beside(source)
                    .name("elsewhere")
                    .listenOn(elsewhere, elsewhere)
                    .allowPeers("127.0.0.0/8")
                    .start()) {
                Plan plan = driver.asking(request -> request.writes(Map.of("*", "QUORUM"))
                                .maxRate(2 * RATE)
                                .sidecars(List.of(first.restUri().toString()))
                                .accept(List.of("SSTABLE_UNREADABLE")))
                        .planned();
                driver.approve(plan);
                driver.driveTo(Step.FILL);
                SidecarClient here = ring.client(driver.sidecar());
                PlansClient plans = ring.plans();
                Transfer before = transfer(plans, here, plan, 0, each -> each.state() == TransferState.PULLING);
                assertThat(addresses(before)).contains(first.restUri().toString());

                first.kill9();
                usual.restart();
                Transfer after =
                        transfer(plans, here, plan, 1, each -> each.state().isFinal());
                assertThat(here.transfer(before.id()).state()).isEqualTo(TransferState.CANCELLED);
                assertThat(addresses(after))
                        .contains(usual.restUri().toString())
                        .doesNotContain(first.restUri().toString());
                assertThat(after.request().sources())
                        .extracting(SourceRef::hostId)
                        .hasSameElementsAs(before.request().sources().stream()
                                .map(SourceRef::hostId)
                                .toList());
                assertThat(after.state()).as("%s", after).isEqualTo(TransferState.COMPLETED);
                assertThat(after.outcome()).isEqualTo(Transfer.Outcome.PARTIAL);
                assertThat(after.sstables().excluded()).isEqualTo(1);

                Plan filled = driver.driveTo(Step.START_IN_SURVEY);
                assertThat(Step.DECLARE.of(filled).state()).isEqualTo(PlanStep.State.DONE);
                assertThat(filled.digest()).isEqualTo(plan.digest());
                assertThat(filled.due()).extracting(PlanDue::command).containsOnlyOnce("nodetool repair --full shop");
            }
        }
    }

    private static List<String> addresses(Transfer transfer) {
        return transfer.request().sources().stream().map(SourceRef::uri).toList();
    }

    private static Path newest(CassandraNode node, String suffix) throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path directory : node.tableDirectories("shop", "users")) {
            try (Stream<Path> files = Files.list(directory)) {
                files.filter(file -> file.toString().endsWith(suffix)).forEach(all::add);
            }
        }
        all.sort(Comparator.comparing(file -> file.toFile().lastModified()));
        return all.get(all.size() - 1);
    }

    /** The lines of {@code GET /v1/events}, from now on. */
    private static Stream<String> events(URI sidecar) {
        HttpRequest request =
                HttpRequest.newBuilder(sidecar.resolve("/v1/events")).build();
        return HttpClient.newHttpClient()
                .sendAsync(request, BodyHandlers.ofLines())
                .join()
                .body();
    }

    private static String metrics(URI sidecar) {
        HttpRequest request =
                HttpRequest.newBuilder(sidecar.resolve("/metrics")).build();
        return HttpClient.newHttpClient()
                .sendAsync(request, BodyHandlers.ofString())
                .join()
                .body();
    }

    private static String hostId(DeadRing ring, SidecarProcess sidecar) {
        return ring.client(sidecar).node().hostId();
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
}
