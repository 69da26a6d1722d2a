/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.it.ControlPlaneCalls.Answer;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Authority;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The control plane beside a real node, as callers see it: every operation of the OpenAPI document and every
 * refusal. A second sidecar of the same node is the source of its transfers.
 */
@Tag("core")
class ControlPlaneIT {
    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    private static final TableRef USERS = new TableRef("shop", "users");

    private static ControlPlaneNode here;
    private static ControlPlaneCalls calls;

    @BeforeAll
    static void start() throws IOException {
        here = new ControlPlaneNode(nodes.first());
        calls = here.calls();
    }

    @AfterAll
    static void stop() {
        if (here != null) {
            here.close();
        }
    }

    @Test
    void theNodeIsDescribed() {
        Answer answer = calls.get("/v1/node").is(200);

        assertThat((String) answer.at("hostId"))
                .isEqualTo(here.cql()
                        .execute("SELECT host_id FROM system.local")
                        .get(0)
                        .getUuid(0)
                        .toString());
        assertThat((String) answer.at("cassandraVersion")).startsWith("5.0.");
        assertThat((String) answer.at("partitioner")).contains("Murmur3Partitioner");
        assertThat((String) answer.at("mode")).isEqualTo("NORMAL");
        assertThat(answer.<Object>at("tokens", 0)).isInstanceOf(String.class);
        assertThat((String) answer.at("dataDirectories", 0, "path"))
                .isEqualTo(here.node().dataDirectories().get(0).toString());
        assertThat((String) answer.at("dataDirectories", 0, "stagingRoot"))
                .isEqualTo(here.sidecar().stagingRoot().toString());
        assertThat(((Number) answer.at("dataDirectories", 0, "freeBytes")).longValue())
                .isPositive();
        assertThat(answer.<Object>at("dataPlane"))
                .isEqualTo(Map.of("host", here.node().address(), "port", SidecarProcess.DATA_PORT, "tls", false));
        assertThat(answer.<Object>at("apiVersions")).isEqualTo(List.of("v1"));
        assertThat(answer.<Object>at("dataPlaneVersions")).isEqualTo(List.of("v1"));
        assertThat(answer.<Object>at("capabilities"))
                .isEqualTo(List.of(
                        "nodetool-import",
                        "piece-checksums",
                        "bundles",
                        "slices",
                        "enter-survey",
                        "parallel-steps",
                        "expansion",
                        "cleanup",
                        "clone",
                        "source-checks",
                        "zstd",
                        "rows"));
        assertThat((boolean) answer.at("insecure")).isFalse();
    }

    @Test
    void anUnsecuredPublicSidecarWarns() throws IOException {
        Answer answer =
                new ControlPlaneCalls(here.source().restUri()).get("/v1/node").is(200);

        assertThat((boolean) answer.at("insecure")).isTrue();
        assertThat(Files.readAllLines(here.source().log()))
                .filteredOn(line -> line.contains("insecure: true"))
                .singleElement()
                .asString()
                .contains("WARN");
        assertThat(Files.readString(here.sidecar().log())).doesNotContain("insecure");
    }

    @Test
    void withTlsOnlyCallersOnTheListMayCall(@TempDir Path directory) throws Exception {
        Authority authority = new Authority(directory);
        String address = here.node().address();
        Authority.Identity own = authority.issue("CN=sidecar,O=Ilium", address);
        Authority.Identity operator = authority.issue("CN=operator,O=Ilium", address);
        Authority.Identity other = authority.issue("CN=operator,O=Achaia", address);
        try (SidecarProcess guarded = here.another("tls", 9243)
                .identity(own)
                .set("access.list", authority.accessList(Map.of("operator", List.of(operator.subject()))))
                .http(operator.http())
                .start()) {
            CommandResult allowed = operator.call(guarded.restUri(), "node", "--output", "json");
            CommandResult refused = other.call(guarded.restUri(), "node");
            CommandResult unknown = own.callAsNobody(guarded.restUri(), "node");

            assertThat(allowed.orThrow().stdout().replace(" ", "")).contains("\"insecure\":false", "\"tls\":true");
            assertThat(refused.exitCode()).as(refused.describe()).isEqualTo(4);
            assertThat(refused.stderr()).contains("forbidden", "O=Achaia");
            assertThat(unknown.exitCode()).as(unknown.describe()).isEqualTo(4);
            assertThat(unknown.stderr()).contains("unauthenticated");
        }
    }

    @Test
    void certificatesOfANewAuthorityApplyToBothPlanesWithoutARestart(@TempDir Path directory) throws Exception {
        String address = here.node().address();
        Authority.Identity own = new Authority(directory).issue("CN=sidecar", address);
        Authority next = new Authority(directory);
        Authority.Identity operator = next.issue("CN=operator", address);
        try (SidecarProcess sidecar = here.another("reload", 9245)
                .identity(own)
                .set("tls.reloadInterval", "1s")
                .set("access.list", next.accessList(Map.of("operator", List.of("CN=sidecar", "CN=operator"))))
                .http(own.http())
                .start()) {
            HttpClient http = operator.http();
            assertThatThrownBy(() -> status(http, sidecar.restUri().resolve("/v1/node")))
                    .isInstanceOf(IOException.class);
            URI data = dataPlane(own.http(), sidecar);
            assertThatThrownBy(() -> status(http, data)).isInstanceOf(IOException.class);
            assertThat(status(own.http(), data)).isEqualTo(404);
            HttpClient formerly = own.http();

            next.issue("CN=sidecar", address).replace(own);

            URI control = sidecar.restUri().resolve("/v1/node");
            // The planes reload shortly after each other.
            Awaitility.await("both planes show the new certificate")
                    .atMost(Duration.ofSeconds(30))
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> status(http, data) == 404 && status(http, control) == 200);
            assertThatThrownBy(() -> status(formerly, data)).isInstanceOf(IOException.class);
            assertThat(Files.readString(sidecar.log())).contains("TLS: reloaded; new connections use CN=sidecar until");
        }
    }

    private static URI dataPlane(HttpClient http, SidecarProcess sidecar) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(sidecar.restUri().resolve("/v1/node")).build();
        Matcher port = Pattern.compile("\"port\" ?: ?(\\d+)")
                .matcher(
                        http.send(request, HttpResponse.BodyHandlers.ofString()).body());
        assertThat(port.find()).isTrue();
        return URI.create("https://" + sidecar.restUri().getHost() + ":" + port.group(1)
                + "/data/v1/snapshots/none/shop/users/nb-1-big/Data.db");
    }

    private static int status(HttpClient http, URI uri) throws Exception {
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void theSchemaAndTheRingAreServed() {
        Answer keyspaces = calls.get("/v1/keyspaces").is(200);
        Answer statements = calls.get("/v1/keyspaces/shop/statements").is(200);
        assertThat(statements.body()).contains("\"kind\":\"TABLE\"", "CREATE TABLE shop.users");
        Answer table = calls.get("/v1/keyspaces/shop/tables/users").is(200);
        Answer ring = calls.get("/v1/ring?keyspace=shop").is(200);

        List<Map<String, Object>> all = keyspaces.at("keyspaces");
        Map<String, Object> shop = all.stream()
                .filter(one -> one.get("name").equals("shop"))
                .findFirst()
                .orElseThrow();
        assertThat(shop).containsEntry("system", false).containsEntry("tables", List.of("users"));
        assertThat(all).anySatisfy(one -> assertThat(one).containsEntry("system", true));
        assertThat((String) table.at("id"))
                .isEqualTo(here.cql()
                        .execute("SELECT id FROM system_schema.tables WHERE keyspace_name = 'shop'")
                        .get(0)
                        .getUuid(0)
                        .toString());
        assertThat((String) table.at("createStatement"))
                .contains("CREATE TABLE")
                .contains("PRIMARY KEY");
        assertThat(names(table.at("definition", "columns"))).containsExactlyInAnyOrder("id", "name");
        assertThat((String) ring.at("ranges", 0, "range")).matches("-?\\d+:-?\\d+");
        assertThat((boolean) ring.at("ranges", 0, "local")).isTrue();
        assertThat((String) ring.at("ranges", 0, "replicas", 0, "address"))
                .isEqualTo(here.node().address());
    }

    @Test
    void sstablesAreListedByRangePageByPage() {
        Answer all = calls.get("/v1/sstables?" + ControlPlaneNode.USERS).is(200);
        Answer page =
                calls.get("/v1/sstables?" + ControlPlaneNode.USERS + "&limit=1").is(200);
        Answer rest = calls.get("/v1/sstables?" + ControlPlaneNode.USERS + "&after=" + page.at("next"));
        Answer half = calls.get("/v1/sstables?" + ControlPlaneNode.USERS + "&range=-9223372036854775808:0&range=5:6");
        Answer inside =
                calls.get("/v1/sstables?" + ControlPlaneNode.USERS + "&range=-9223372036854775808:0&overlap=CONTAINED");

        assertThat((int) all.at("total")).isEqualTo(2);
        assertThat((String) all.at("sstables", 0, "statistics", "firstToken"))
                .isEqualTo(String.valueOf(here.cql()
                        .execute("SELECT min(token(id)) FROM shop.users")
                        .get(0)
                        .getLong(0)));
        assertThat(all.body()).doesNotContain("\"next\"", "null");
        assertThat(Stream.of(page, rest).map(answer -> answer.<String>at("sstables", 0, "name")))
                .isEqualTo(names(all.at("sstables")));
        assertThat((String) half.at("sstables", 0, "overlap")).isEqualTo("PARTIAL");
        assertThat((double) half.at("sstables", 0, "estimatedShare")).isBetween(0.3, 0.7);
        assertThat((int) inside.at("total")).isZero();
        assertThat((int) calls.get("/v1/sstables?" + ControlPlaneNode.USERS + "&snapshot=foreign")
                        .at("total"))
                .isEqualTo(2);
    }

    @Test
    void aSnapshotIsTakenDescribedLeasedAndCleared() {
        Answer taken = calls.post("/v1/snapshots", "{\"tag\": \"taken\", \"keyspace\": \"shop\", \"ttl\": \"1h\"}")
                .is(201);
        Answer generated = calls.post("/v1/snapshots", "{\"tables\": [{\"keyspace\": \"shop\", \"table\": \"users\"}]}")
                .is(201);
        Answer lease = calls.put("/v1/leases/taken-for-a-test", "{\"tag\": \"taken\", \"ttl\": \"2h\"}")
                .is(200);

        assertThat(taken.header("Location")).isEqualTo("/v1/snapshots/taken");
        assertThat(Instant.parse(taken.at("expiresAt"))).isAfter(Instant.now());
        assertThat((boolean) taken.at("managed")).isTrue();
        assertThat(Instant.parse(lease.at("expiresAt"))).isAfter(Instant.now().plusSeconds(7000));
        assertThat(calls.get("/v1/leases").body()).contains("taken-for-a-test");
        assertThat(calls.get("/v1/snapshots/taken").is(200).<Object>at("leases"))
                .isEqualTo(List.of("taken-for-a-test"));

        String made = generated.header("Location");
        assertThat(made).startsWith("/v1/snapshots/idaeus-");
        assertThat(tags()).contains("taken", "foreign", made.substring("/v1/snapshots/".length()));
        calls.delete(made).is(204);
        calls.get(made).isProblem(ProblemType.UNKNOWN_SNAPSHOT, "idaeus-");
        calls.delete("/v1/leases/nobodys").is(204);
        assertThat(here.node().nodetool("listsnapshots").orThrow().stdout())
                .contains("taken")
                .doesNotContain(made.substring("/v1/snapshots/".length()));
    }

    @Test
    void aManifestListsEveryComponentWithItsChecksum() throws IOException {
        Answer manifest = here.manifest("kept");

        assertThat((int) manifest.at("manifestVersion")).isEqualTo(1);
        assertThat((int) manifest.at("total")).isEqualTo(2);
        assertThat((String) manifest.at("createStatement")).contains("shop.users");
        List<Map<String, Object>> components = manifest.at("sstables", 0, "components");
        String name = manifest.at("sstables", 0, "sstable", "name");
        Map<String, Object> data = components.stream()
                .filter(component -> component.get("name").equals("Data.db"))
                .findFirst()
                .orElseThrow();
        Path table = here.tableDirectory();
        String digest = Files.readString(table.resolve("snapshots/kept/" + name + "-Digest.crc32"));
        assertThat(Long.parseLong((String) data.get("crc32"), 16)).isEqualTo(Long.parseLong(digest.strip()));
        assertThat(data).containsEntry("checksumOrigin", "CASSANDRA");
        assertThat(components).allSatisfy(component -> assertThat((String) component.get("crc32"))
                .matches("[0-9a-f]{8}"));
        assertThat(here.manifest("kept", "&limit=1").<String>at("next")).isEqualTo(name);
        assertThat(here.manifest("kept", "&limit=1&after=" + name).body()).doesNotContain("\"next\"");
    }

    @Test
    void aSliceOfASnapshotIsDescribed() {
        Answer manifest = here.manifest("kept");
        String name = manifest.at("sstables", 0, "sstable", "name");
        long first = Long.parseLong(manifest.at("sstables", 0, "sstable", "statistics", "firstToken"));
        long last = Long.parseLong(manifest.at("sstables", 0, "sstable", "statistics", "lastToken"));
        String body = "{\"keyspace\": \"shop\", \"table\": \"users\", \"ranges\": [\"%d:%d\"], \"sstables\": [\"%s\"]}";

        Answer part = calls.post("/v1/snapshots/kept/slices", body.formatted(first, last, name))
                .is(200);
        Answer whole = calls.post("/v1/snapshots/kept/slices", body.formatted(first - 1, last, name))
                .is(200);
        Answer none = calls.post("/v1/snapshots/kept/slices", body.formatted(last, first - 1, name))
                .is(200);

        assertThat((String) part.at("slices", 0, "sstable")).isEqualTo(name);
        assertThat((String) part.at("slices", 0, "extent")).isEqualTo("PART");
        assertThat((String) part.at("slices", 0, "parts", "lastKey"))
                .isEqualTo(manifest.at("sstables", 0, "sstable", "statistics", "lastKey"));
        assertThat((String) whole.at("slices", 0, "extent")).isEqualTo("WHOLE");
        assertThat((String) none.at("slices", 0, "extent")).isEqualTo("NONE");
    }

    private static String slices(String table, String sstable) {
        return "{\"keyspace\": \"own\", \"table\": \"%s\", \"ranges\": [\"0:0\"], \"sstables\": [\"%s\"]}"
                .formatted(table, sstable);
    }

    @Test
    void aTransferIsPlannedStartedWatchedAndListed() {
        TableRef table = here.own("transferred");
        String body = here.transfer(table, "");
        Answer plan = calls.post("/v1/transfers", here.transfer(table, ", \"dryRun\": true"))
                .is(200);
        Answer accepted =
                calls.post("/v1/transfers", body, "Idempotency-Key", "second").is(202);
        String at = accepted.header("Location");
        List<String> followed = calls.readUntil("/v1/events", "\"following\"");
        Answer events = calls.get(at + "/events").is(200);
        Answer done = calls.get(at).is(200);

        assertThat((boolean) plan.at("refused")).isFalse();
        assertThat((List<?>) plan.at("sstables")).hasSize(2);
        assertThat((String) accepted.at("id")).matches("[0-9a-f]{8}-[0-9a-f]{4}-7.*");
        assertThat(followed).contains("event: reset");
        assertThat(events.header("Content-Type")).startsWith("text/event-stream");
        assertThat(events.body()).contains("event: state", "\"COMPLETED\"");
        assertThat((String) done.at("outcome")).as("%s", done).isEqualTo("COMPLETE");
        assertThat((int) done.at("sstables", "imported")).isEqualTo(2);
        assertThat((int) calls.get(at + "/sstables?limit=1").is(200).at("total"))
                .isEqualTo(2);
        assertThat((String) calls.get(at + "/sstables").at("sstables", 1, "state"))
                .isEqualTo("IMPORTED");
        assertThat((List<?>) calls.get(at + "/samples").is(200).at("samples")).isNotEmpty();
        assertThat((String) calls.get("/v1/transfers?state=COMPLETED&limit=1").at("transfers", 0, "id"))
                .isEqualTo(done.at("id"));
        assertThat((String) calls.post("/v1/transfers", body, "Idempotency-Key", "second")
                        .at("id"))
                .isEqualTo(done.at("id"));
        assertThat((String) calls.call("POST", at + "/cancel", null).is(202).at("state"))
                .isEqualTo("COMPLETED");
        assertThat(here.rows(table)).isEqualTo(200);
    }

    @Test
    void stagedFilesAreImported() throws IOException {
        TableRef table = here.own("imported");
        Path staged = here.stage("good", table);
        Answer answer = calls.post("/v1/imports", importOf(table, staged)).is(200);

        assertThat((boolean) answer.at("directories", 0, "imported"))
                .as("%s", answer)
                .isTrue();
        assertThat((String) answer.at("directories", 0, "directory")).isEqualTo(staged.toString());
        assertThat((List<?>) answer.at("directories", 0, "remainingFiles")).isEmpty();
        assertThat(here.rows(table)).isEqualTo(200);
        calls.delete("/v1/keyspaces/own/tables/imported/cleanup-due").is(204);
        assertThat((List<?>) calls.get("/v1/housekeeping").is(200).at("cleanupDue"))
                .noneMatch(due -> due.toString().contains("imported"));
    }

    /** Otherwise callers that went away would hold every place for requests about plans. */
    @Test
    void aPlanThatNobodyWaitsForIsGivenUp() throws IOException {
        String address = here.node().address();
        byte[] request = planWith("http://" + address + ":" + ControlPlaneNode.SILENT_PORT);
        List<Socket> callers = new ArrayList<>();
        List<Socket> asked = new ArrayList<>();
        try (ServerSocket silent = new ServerSocket(ControlPlaneNode.SILENT_PORT, 50, InetAddress.getByName(address))) {
            for (int i = 0; i < 8; i++) {
                Socket caller = new Socket(address, SidecarProcess.CONTROL_PORT);
                callers.add(caller);
                caller.getOutputStream().write(request);
                asked.add(silent.accept());
            }
            calls.post("/v1/plans/none/pause", "{}").is(429);

            close(callers);

            Awaitility.await("places for requests about plans")
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> calls.post("/v1/plans/none/pause", "{}").status(), status -> status == 404);
        } finally {
            close(callers);
            close(asked);
        }
    }

    private static byte[] planWith(String sidecar) {
        String body =
                "{\"kind\": \"REPLACE\", \"dead\": \"127.9.9.9\", \"destinations\": [\"%s\"], \"sidecars\": [\"%s\"]}"
                        .formatted(here.source().restUri(), sidecar);
        return "POST /v1/plans HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(here.sidecar().authority(), body.length(), body)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void close(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void compactedSstablesAreReadToo() {
        here.own("compacted");
        here.node().compact("own", "compacted");
        Answer answer = calls.get("/v1/sstables?keyspace=own&table=compacted").is(200);

        assertThat((int) answer.at("total")).isEqualTo(1);
        assertThat(answer.body()).doesNotContain("\"problem\"");
        assertThat(((Number) answer.at("sstables", 0, "statistics", "partitions")).intValue())
                .isEqualTo(200);
    }

    @Test
    void healthMetricsAndOpenApiAreServed() {
        assertThat((boolean) calls.get("/health/liveness").is(200).at("up")).isTrue();
        assertThat(ControlPlaneOutage.checks(calls.get("/health/readiness").is(200)))
                .isEqualTo(Map.of("jmx", true, "cql", true, "disks", true, "data-plane", true, "importer", true));
        int completed = calls.get("/v1/transfers?state=COMPLETED")
                .is(200)
                .<List<?>>at("transfers")
                .size();
        assertThat(calls.get("/metrics").is(200).body())
                .contains("idaeus_transfers{state=\"COMPLETED\"} " + (double) completed + "\n");
        assertThat(calls.get("/docs/").is(200).body()).contains("swagger-ui");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.idaeus.it.ControlPlaneRefusals#all")
    void anInvalidRequestIsRefusedByNameAndChangesNothing(ControlPlaneRefusals.Refusal refusal) {
        List<String> before = tags();
        Answer answer = refusal.sendTo(calls, here::resolved);

        answer.isProblem(
                refusal.type(), refusal.said().stream().map(here::resolved).toArray(String[]::new));
        assertThat(tags()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("io.idaeus.it.ControlPlaneRefusals#malformed")
    void malformedRequestsAreRefused(String head, ProblemType type) {
        String answer = calls.raw(head.replace("\n", "\r\n") + "Connection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 " + type.status()).contains("application/problem+json", type.uri());
    }

    @Test
    void aTransferFromAPeerThatIsNotAllowedFailsAndSaysSo() {
        Answer accepted = calls.post("/v1/transfers", here.transfer(USERS, "").replace(":9143", ":9144"))
                .is(202);
        Answer failed = here.awaitEnd(accepted.header("Location"));

        assertThat((String) failed.at("state")).isEqualTo("FAILED");
        assertThat((String) failed.at("problem", "type")).isEqualTo(ProblemType.PEER_NOT_ALLOWED.uri());
        assertThat((String) failed.at("problem", "detail")).contains(here.node().address() + ":9144");
    }

    @Test
    void anAdaptiveLimitBacksOffUnderARealNodesLoadAndRecovers() throws IOException {
        for (int read = 0; read < 100; read++) {
            here.cql().execute("SELECT name FROM shop.users WHERE id = ?", read);
        }
        calls.put("/v1/limits", adaptive("\"maxReadLatencyMicros\": 1")).is(200);
        Answer yielding = awaitLimit("BACKING_OFF");
        assertThat((String) yielding.at("receive", "reason")).contains("read latency p99 is");
        assertThat((String) yielding.at("send", "state")).isEqualTo("UNLIMITED");

        calls.put("/v1/limits", adaptive("\"maxReadLatencyMicros\": 3600000000, \"maxPendingCompactions\": 100000"))
                .is(200);
        assertThat((String) awaitLimit("AT_CEILING").at("receive", "reason"))
                .isEqualTo("Cassandra is within all bounds");

        assertThat((String) calls.delete("/v1/limits").is(200).at("receive", "state"))
                .isEqualTo("UNLIMITED");
        assertThat(Files.readString(here.sidecar().log()))
                .contains("receive limit: BACKING_OFF", "receive limit: AT_CEILING");
    }

    private static String adaptive(String bounds) {
        return "{\"adaptive\": {\"receive\": {\"floor\": 1048576, \"ceiling\": 1048577}, %s}}".formatted(bounds);
    }

    private static Answer awaitLimit(String state) {
        return Awaitility.await(state)
                .atMost(Duration.ofSeconds(40))
                .until(() -> calls.get("/v1/limits").is(200), answer -> answer.at("receive", "state")
                        .equals(state));
    }

    /** Others need a ring that changes, or another cluster: ClaimsIT, PlanReplaceIT and ComparisonIT call them. */
    @Test
    void everyOperationOfTheContractHasAnsweredWithSuccess() throws IOException {
        // Its own calls alone count.
        ControlPlaneCalls all = new ControlPlaneCalls(here.sidecar().restUri());
        TableRef table = here.own("everything");
        String path = "/v1/keyspaces/own/tables/everything";
        Stream.of(
                        "audit",
                        "cluster",
                        "comparisons",
                        "host",
                        "housekeeping",
                        "keyspaces",
                        "leases",
                        "limits",
                        "node",
                        "pending-ranges?keyspace=own",
                        "plans",
                        "ring?keyspace=own",
                        "sizes?keyspace=own",
                        "snapshots",
                        "sstables?keyspace=own&table=everything",
                        "tokens",
                        "transfers")
                .forEach(read -> all.get("/v1/" + read).is(200));
        List.of("/health/liveness", "/health/readiness", "/metrics", path)
                .forEach(read -> all.get(read).is(200));
        all.readUntil("/v1/events", "\"following\"");
        all.put("/v1/limits", adaptive("\"maxPendingCompactions\": 100000")).is(200);
        all.delete("/v1/limits").is(200);
        snapshotsAndLeases(all);
        all.post("/v1/imports", importOf(table, here.stage("everything", table)))
                .is(200);
        all.delete(path + "/cleanup-due").is(204);
        all.get("/v1/keyspaces/own/statements").is(200);
        rows(all);
        // At this rate it takes longer than a minute.
        PayloadTable slow = new PayloadTable("own", "slow", 400, 16_384);
        slow.create(here.cql());
        slow.insert(here.cql());
        transfers(all, here.transfer(slow.ref(), ", \"maxRate\": 65536"));

        assertThat(all.neverSucceeded())
                .allMatch(operation -> operation.contains("/v1/claims/")
                        || operation.contains("/v1/comparisons/")
                        || operation.contains("/v1/plans/")
                        || operation.equals("POST /v1/comparisons")
                        || operation.equals("POST /v1/plans"));
    }

    private static void snapshotsAndLeases(ControlPlaneCalls all) {
        String tag = "/v1/snapshots/everything";
        all.post("/v1/snapshots", "{\"tag\": \"everything\", \"keyspace\": \"own\"}")
                .is(201);
        all.get(tag).is(200);
        Awaitility.await("its manifest")
                .atMost(Duration.ofSeconds(20))
                .until(() ->
                        all.get(tag + "/manifest?keyspace=own&table=everything").status() == 200);
        String manifest = tag + "/manifest?keyspace=own&table=everything";
        all.post(tag + "/slices", slices("everything", all.get(manifest).at("sstables", 0, "sstable", "name")))
                .is(200);
        all.put("/v1/leases/everything", "{\"tag\": \"everything\"}").is(200);
        all.delete(tag + "?force=true").is(204);
        all.delete("/v1/leases/everything").is(204);
    }

    private static void rows(ControlPlaneCalls all) {
        String asked = "{\"keyspace\": \"own\", \"table\": \"everything\", \"now\": %d, \"level\": \"ONE\","
                        .formatted(Instant.now().getEpochSecond())
                + " \"columns\": [{\"name\": \"name\", \"times\": true}], %s}";
        String ring = "\"range\": \"%d:%d\"".formatted(Long.MIN_VALUE, Long.MAX_VALUE);
        Answer digests = all.post("/v1/rows/digests", asked.formatted(ring + ", \"rowsPerBlock\": 1000"))
                .is(200);
        assertThat(digests.<Object>at("blocks", 0, "rows")).isEqualTo(200);
        Answer keys = all.post("/v1/rows/keys", asked.formatted(ring)).is(200);
        assertThat(keys.<List<?>>at("rows")).hasSize(200);
        String key = "{\"token\": \"%s\", \"partition\": [\"%s\"], \"clustering\": []}"
                .formatted(
                        keys.<Object>at("rows", 0, "key", "token"), keys.<Object>at("rows", 0, "key", "partition", 0));
        Answer cells = all.post("/v1/rows/cells", asked.formatted("\"keys\": [" + key + "]"))
                .is(200);
        assertThat(cells.<Object>at("rows", 0, "cells", 0, "column")).isEqualTo("name");
    }

    private static void transfers(ControlPlaneCalls all, String slow) {
        String at = all.post("/v1/transfers", slow).is(202).header("Location");
        all.call("POST", at + "/pause", null).is(200);
        all.put(at + "/limit", "{}").is(200);
        all.call("POST", at + "/resume", null).is(200);
        here.awaitEnd(at);
        List.of("", "/events", "/samples", "/sstables")
                .forEach(what -> all.get(at + what).is(200));
        all.call("POST", at + "/cancel", null).is(202);
        all.delete(at).is(204);
    }

    private static String importOf(TableRef into, Path directory) {
        return "{\"keyspace\": \"%s\", \"table\": \"%s\", \"directories\": [\"%s\"]}"
                .formatted(into.keyspace(), into.table(), directory);
    }

    private static List<String> tags() {
        return names(calls.get("/v1/snapshots").is(200).at("snapshots"), "tag");
    }

    private static List<String> names(List<Map<String, String>> items) {
        return names(items, "name");
    }

    private static List<String> names(List<Map<String, String>> items, String key) {
        return items.stream().map(item -> item.get(key)).toList();
    }
}
