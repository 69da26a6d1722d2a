/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.Claim;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sidecars of today on the state directories of an earlier build, {@code it-tests/upgrades}. The nodes are new ones:
 * what was read from the old ones must not go on with these.
 */
@Tag("versions")
@Timeout(300)
class StateUpgradeIT {
    private static final String BUILD = "65a6847";
    private static final Pattern RECORDED_ADDRESS = Pattern.compile("127\\.20\\.0\\.([12])\\b");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final PayloadTable QUEUED = new PayloadTable("shop", "queued", 500, 16_384);

    private static CassandraCluster ring;
    private static SidecarProcess source;
    private static SidecarProcess destination;
    private static SidecarClient there;
    private static SidecarClient here;

    @BeforeAll
    static void start() {
        ring = CassandraCluster.builder(CassandraVersion.selected())
                .name("upgrade")
                .datacenters("dc1", "dc2")
                .start();
        ring.cql().execute(keyspace("CREATE", "shop", "'dc1': 1"));
        ring.cql().execute(keyspace("CREATE", "early", "'dc1': 1, 'dc2': 1"));
        ring.cql().execute(keyspace("CREATE", "late", "'dc1': 1, 'dc2': 1"));
        for (String table : List.of("complete", "partial", "cancelled", "running")) {
            new PayloadTable("shop", table, 0, 16_384).create(ring.cql());
        }
        for (String keyspace : List.of("early", "late")) {
            new PayloadTable(keyspace, "users", 0, 16_384).create(ring.cql());
        }
        QUEUED.create(ring.cql());
        QUEUED.insert(ring.node(0).cql());
        ring.node(0).flush("shop", "queued");
        ring.cql().execute(keyspace("ALTER", "shop", "'dc1': 1, 'dc2': 1"));
        source = SidecarProcess.beside(ring.node(0)).set("audit.maxFiles", 10).build();
        destination =
                SidecarProcess.beside(ring.node(1)).set("audit.maxFiles", 10).build();
        there = SidecarClient.of(source.restUri());
        here = SidecarClient.of(destination.restUri());
        copy("source", source.stateDirectory());
        copy("destination", destination.stateDirectory());
        SidecarProcess.startTogether(source, destination);
    }

    @AfterAll
    static void stop() {
        Stream.of(destination, source).filter(sidecar -> sidecar != null).forEach(SidecarProcess::close);
        if (ring != null) {
            ring.close();
        }
    }

    @Test
    void everyRecordIsRead() throws IOException {
        for (SidecarProcess sidecar : List.of(source, destination)) {
            try (Stream<Path> files = Files.walk(sidecar.stateDirectory())) {
                assertThat(files.map(file -> file.getFileName().toString()))
                        .noneMatch(name -> name.contains("corrupt"));
            }
            assertThat(Files.readString(sidecar.log()))
                    .doesNotContain("left in place")
                    .doesNotContain("left out")
                    .doesNotContain("moved to");
        }
    }

    @Test
    void whatHasEndedIsListedAsTheEarlierBuildListedIt() {
        assertListed("destination", destination, "transfers", "COMPLETED", "FAILED", "CANCELLED");
        assertListed("source", source, "plans", "COMPLETED", "DRAFT");
    }

    @Test
    void limitsAndAuditRecordsAreKept() throws IOException {
        assertThat(here.limits().receive().bytesPerSecond()).isEqualTo(500L << 20);
        String before = here(Files.readString(recorded("destination").resolve("audit/audit.jsonl")));
        assertThat(Files.readString(destination.stateDirectory().resolve("audit/audit.jsonl")))
                .startsWith(before);
    }

    /** Its idempotency key still names it, with another body where the nodes have other addresses than in the recording. */
    @Test
    void aQueuedTransferRunsToItsEnd() {
        String id = recordedId("queued");
        Transfer transfer = await(id, seen -> seen.state().isFinal());

        assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.COMPLETED);
        assertThat(transfer.outcome()).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(transfer.sstables().imported()).isEqualTo(1);
        assertThat(ofKey(transfer.request(), "queued")).contains(id);
    }

    private String ofKey(TransferRequest request, String key) {
        try {
            return here.createTransfer(request, key).id();
        } catch (SidecarException e) {
            assertThat(e.problem().type()).isEqualTo(ProblemType.IDEMPOTENCY_KEY_REUSED.uri());
            return e.problem().detail();
        }
    }

    @Test
    void aRunningTransferFailsWhereAnotherNodeAnswersForItsSource() {
        Transfer transfer = await(recordedId("running"), seen -> seen.state().isFinal());

        assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.FAILED);
        assertThat(transfer.problem().type()).isEqualTo(ProblemType.PEER_MISMATCH.uri());
        assertThat(transfer.problem().detail()).contains("is the sidecar of node ", "(expected: ");
    }

    @Test
    void aPausedTransferStaysPausedUntilItIsResumed() {
        String id = recordedId("paused");
        assertThat(here.transfer(id).state()).isEqualTo(TransferState.PAUSED);
        here.resumeTransfer(id);

        Transfer transfer = await(id, seen -> seen.state().isFinal());
        assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.FAILED);
        assertThat(transfer.problem().type()).isEqualTo(ProblemType.PEER_MISMATCH.uri());
        assertThat(transfer.problem().detail()).contains("is the sidecar of node ", "(expected: ");
    }

    /** Its ring is not this one. */
    @Test
    void aPausedPlanKeepsItsClaimAndIsNotCarriedOutInAnotherRing() {
        Plan paused = plan(PlanState.PAUSED);
        assertThat(here.host().claims()).extracting(Claim::plan).containsExactly(paused.id());
        assertThat(here.host().claims()).allMatch(Claim::draftKept);

        there.plans().resume(paused.id());
        Plan waiting = Awaitility.await("it waits")
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> there.plans().get(paused.id()),
                        plan -> plan.finishedAt() != null
                                || plan.steps().stream().anyMatch(step -> step.waiting() != null));
        assertThat(waiting.steps())
                .extracting(PlanStep::waiting)
                .filteredOn(Objects::nonNull)
                .singleElement()
                .satisfies(why -> {
                    assertThat(why.cause()).isEqualTo(PlanWait.Cause.TRANSFER);
                    assertThat(why.detail()).contains("is the sidecar of node ");
                });
        there.plans().cancel(paused.id());
        Plan ended = Awaitility.await("it ends")
                .atMost(Duration.ofSeconds(60))
                .until(() -> there.plans().get(paused.id()), plan -> plan.finishedAt() != null);
        assertThat(ended.state()).isEqualTo(PlanState.CANCELLED);
        assertThat(here.host().claims()).isEmpty();
    }

    private static Plan plan(PlanState state) {
        return there.plans().list().plans().stream()
                .filter(plan -> plan.state() == state)
                .findFirst()
                .orElseThrow();
    }

    private static Transfer await(String id, Predicate<Transfer> enough) {
        return Awaitility.await(id)
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> here.transfer(id), enough);
    }

    /** The transfer that was created with this idempotency key. */
    private static String recordedId(String key) {
        try (Stream<Path> files = Files.list(recorded("destination").resolve("transfers"))) {
            for (Path file : files.toList()) {
                JsonNode record = JSON.readTree(file.toFile());
                if (record.path("idempotencyKey").asText().equals(key)) {
                    return record.path("id").asText();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("no recorded transfer has the key " + key);
    }

    /** Whatever the earlier build said of those in these states, today's says too; it may say more. */
    private static void assertListed(String side, SidecarProcess sidecar, String list, String... states) {
        Map<String, JsonNode> now = byId(read(sidecar, "/v1/" + list).path(list));
        JsonNode before = recordedAnswer(side, list).path(list);
        int compared = 0;
        for (JsonNode entry : before) {
            if (List.of(states).contains(entry.path("state").asText())) {
                assertThat(now).containsKey(entry.path("id").asText());
                assertHolds(
                        entry.path("id").asText(),
                        entry,
                        now.get(entry.path("id").asText()));
                compared++;
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(states.length);
    }

    private static void assertHolds(String where, JsonNode before, JsonNode now) {
        if (before.isObject()) {
            before.properties().forEach(field -> {
                assertThat(now.has(field.getKey()))
                        .as("%s.%s", where, field.getKey())
                        .isTrue();
                assertHolds(where + "." + field.getKey(), field.getValue(), now.get(field.getKey()));
            });
        } else if (before.isArray()) {
            assertThat(now.size()).as(where).isEqualTo(before.size());
            for (int i = 0; i < before.size(); i++) {
                assertHolds(where + "[" + i + "]", before.get(i), now.get(i));
            }
        } else {
            assertThat(now).as(where).isEqualTo(before);
        }
    }

    private static Map<String, JsonNode> byId(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .collect(Collectors.toMap(entry -> entry.path("id").asText(), entry -> entry));
    }

    private static JsonNode recordedAnswer(String side, String list) {
        try {
            return JSON.readTree(
                    here(Files.readString(recorded("answers").resolve(side).resolve(list + ".json"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode read(SidecarProcess sidecar, String path) {
        HttpRequest request =
                HttpRequest.newBuilder(sidecar.restUri().resolve(path)).build();
        try {
            return JSON.readTree(HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String keyspace(String verb, String name, String replicas) {
        return verb + " KEYSPACE " + name + " WITH replication = {'class': 'NetworkTopologyStrategy', " + replicas
                + "}";
    }

    private static void copy(String side, Path to) {
        Path from = recorded(side);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.writeString(copy, here(Files.readString(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path recorded(String side) {
        return Workspace.module()
                .resolve("src/test/resources/upgrades")
                .resolve(BUILD)
                .resolve(side);
    }

    /** With the addresses of today's nodes. */
    private static String here(String text) {
        return RECORDED_ADDRESS.matcher(text).replaceAll(found -> ring.node(
                        found.group(1).equals("1") ? 0 : 1)
                .address());
    }
}
