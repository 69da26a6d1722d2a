/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.sidecar.RunningSidecar.Answer;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that the control plane answers without a Cassandra. */
class ControlPlaneTest {
    private static RunningSidecar sidecar;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        sidecar = RunningSidecar.start(directory);
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/node",
                "/v1/keyspaces",
                "/v1/keyspaces/k/tables/t",
                "/v1/ring?keyspace=k",
                "/v1/cluster",
                "/v1/pending-ranges?keyspace=k",
                "/v1/sizes?keyspace=k",
                "/v1/sstables?keyspace=k&table=t",
                "/v1/sstables?keyspace=k&table=t&snapshot=s",
                "/v1/snapshots",
                "/v1/snapshots/s",
                "/v1/snapshots/s/manifest?keyspace=k&table=t"
            })
    void aDeadCassandraIs503(String path) throws Exception {
        Answer answer = sidecar.get(path);

        assertThat(answer.problem()).isEqualTo("cassandra-unavailable");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("5");
        assertThat(answer.detail()).contains("Check that Cassandra runs");
    }

    @Test
    void whatNeedsNoCassandraIsThere() throws Exception {
        assertThat(sidecar.get("/v1/transfers?state=PULLING").body()).isEqualTo("{\"transfers\":[]}");
        assertThat(sidecar.get("/v1/leases").body()).isEqualTo("{\"leases\":[]}");
        assertThat(sidecar.delete("/v1/leases/nobodys").status()).isEqualTo(204);
        assertThat(sidecar.delete("/v1/keyspaces/k/tables/t/cleanup-due").status())
                .isEqualTo(204);
    }

    @Test
    void theHostIsKnownWithoutItsCassandra() throws Exception {
        Answer host = sidecar.get("/v1/host");

        assertThat(host.status()).isEqualTo(200);
        assertThat(host.json().at("/sidecarVersion").asText()).isEqualTo("dev");
        assertThat(host.json().has("cassandra")).isFalse();
        assertThat(host.json().at("/claims").isEmpty()).isTrue();
    }

    @Test
    void itLivesButIsNotReadyAndSaysWhy() throws Exception {
        Answer ready = sidecar.get("/health/readiness");

        assertThat(sidecar.get("/health/liveness").body()).isEqualTo("{\"up\":true,\"checks\":[]}");
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.json().at("/checks/0/name").asText()).isEqualTo("jmx");
        assertThat(ready.json().at("/checks/0/up").asBoolean()).isFalse();
        assertThat(ready.json().at("/checks/0/detail").asText()).contains("JMX at 127.0.0.1");
        assertThat(ready.json().at("/checks/1/name").asText()).isEqualTo("cql");
        assertThat(ready.json().at("/checks/2/name").asText()).isEqualTo("disks");
        assertThat(ready.json().at("/checks/2/up").asBoolean()).isTrue();
        assertThat(ready.json().at("/checks/3/name").asText()).isEqualTo("data-plane");
    }

    @Test
    void metricsAreInPrometheusFormat() throws Exception {
        sidecar.get("/v1/transfers");
        Answer metrics = sidecar.get("/metrics");

        assertThat(metrics.header("Content-Type")).startsWith("text/plain");
        assertThat(metrics.body())
                .contains(
                        "idaeus_http_request_duration_seconds_count{method=\"GET\",route=\"/v1/transfers\",status=\"200\"}")
                .contains("idaeus_serve_bytes_total{mode=\"sendfile\"}")
                .contains("idaeus_transfers{state=\"QUEUED\"} 0")
                .contains("jvm_memory_used_bytes");
    }

    @Test
    void everyMetricIsDocumented() throws Exception {
        String document = Files.readString(Path.of("../docs/metrics.md"));

        assertThat(sidecar.get("/metrics").body().lines())
                .filteredOn(line -> line.startsWith("# TYPE idaeus_"))
                .allSatisfy(line -> assertThat(document).contains("`" + line.split(" ", -1)[2]));
    }

    @Test
    void theApiPageAndItsDocumentAreServed() throws Exception {
        Answer page = sidecar.get("/docs/");

        assertThat(sidecar.get("/").header("Location")).isEqualTo("/docs/");
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.body()).contains("../openapi/idaeus-v1.yaml").doesNotContain("https://");
        for (String asset : new String[] {"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"}) {
            assertThat(page.body()).contains(asset);
            assertThat(sidecar.get("/docs/" + asset).status()).as(asset).isEqualTo(200);
        }
        assertThat(sidecar.get("/openapi/idaeus-v1.yaml").body())
                .isEqualTo(Files.readString(Path.of("../api-spec/openapi/idaeus-v1.yaml")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/nothing", "/v1", "/v1/nodes", "/docs/../../etc/passwd", "/docs/%2e%2e/%2e%2e/logback.xml"})
    void anUnknownAddressIs404(String path) throws Exception {
        assertThat(sidecar.get(path).problem()).isEqualTo("not-found");
    }

    @Test
    void aBrowserGetsProblemDocumentsToo() throws Exception {
        assertThat(sidecar.get("/nothing", "Accept", "text/html").problem()).isEqualTo("not-found");
    }

    @Test
    void anotherMethodIs405AndSaysWhichAreAllowed() throws Exception {
        Answer answer = sidecar.put("/v1/node", "{}");

        assertThat(answer.problem()).isEqualTo("method-not-allowed");
        assertThat(answer.header("Allow")).contains("GET");
        assertThat(answer.detail()).contains("PUT is not allowed here", "GET");
    }

    @Test
    void anAnswerThatNobodyCanGiveIs406() throws Exception {
        Answer answer = sidecar.get("/v1/leases", "Accept", "text/xml");

        assertThat(answer.problem()).isEqualTo("not-acceptable");
        assertThat(answer.status()).isEqualTo(406);
        assertThat(answer.detail()).contains("application/json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "a_b",
                "localhost.evil.example:9043",
                "localhost@evil.example",
                "a%zz",
                "a b",
                "[::1"
            })
    void anotherHostIs403AlsoWhereItIsNone(String host) throws Exception {
        assertThat(statusOf("Host: " + host)).startsWith("HTTP/1.1 403 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:9043", "127.0.0.1:1", "[::1]:9043", "[::1]"})
    void aLocalHostIsServed(String host) throws Exception {
        assertThat(statusOf("Host: " + host)).startsWith("HTTP/1.1 200 ");
    }

    /** The JDK's client sets Host itself. */
    private static String statusOf(String header) throws Exception {
        URI uri = sidecar.uri("/v1/leases");
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream()
                    .write(("GET /v1/leases HTTP/1.1\r\n" + header + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void anotherMediaTypeIs415() throws Exception {
        Answer answer = sidecar.send(sidecar.request("/v1/snapshots", "Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("{\"keyspace\":\"k\"}")));

        assertThat(answer.problem()).isEqualTo("unsupported-media-type");
        assertThat(answer.detail()).contains("text/plain", "expected: Content-Type: application/json");
    }

    @Test
    void aBodyBeyondTheLimitIs413() throws Exception {
        assertThat(sidecar.post("/v1/transfers", " ".repeat((1 << 20) + 1)).problem())
                .isEqualTo("payload-too-large");
    }

    @Test
    void aBodyJustWithinTheLimitIsRead() throws Exception {
        assertThat(sidecar.post("/v1/transfers", "{" + " ".repeat((1 << 20) - 2) + "}")
                        .problem())
                .isEqualTo("invalid-request");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/v1/snapshots | {\"tag\": | line 1, column",
                "/v1/snapshots | {\"tag\":\"a\"} {} | Trailing token",
                "/v1/snapshots | {\"tag\":\"a\",\"tag\":\"b\"} | Duplicate field 'tag'",
                "/v1/snapshots | {\"tagg\":\"a\"} | unknown field tagg (expected: keyspace, skipFlush, tables, tag, ttl)",
                "/v1/snapshots | {\"tag\":5} | tag: found \"5\", expected text",
                "/v1/snapshots | {\"tag\":true} | tag: found \"true\", expected text",
                "/v1/snapshots | {\"skipFlush\":\"yes\"} | skipFlush: expected true or false",
                "/v1/snapshots | {\"skipFlush\":1} | skipFlush:",
                "/v1/snapshots | {\"tables\":{}} | tables:",
                "/v1/snapshots | {\"tables\":[null]} | tables",
                "/v1/snapshots | {\"tables\":[{\"keyspace\":\"k\"}]} | tables[0].table is missing",
                "/v1/snapshots | {\"tables\":[{\"keyspace\":\"k\",\"table\":null}]} | table",
                "/v1/snapshots | [] | expected an object",
                "/v1/snapshots | null | ",
                "/v1/snapshots | `` | The body is missing",
                "/v1/snapshots | {\"ttl\":\"soon\",\"keyspace\":\"k\"} | ttl: \"soon\" (expected: a time, for instance",
                "/v1/snapshots | {\"tables\":[{\"keyspace\":\"k\",\"table\":\"a/b\"}]} | table: \"a/b\"",
                "/v1/transfers | {} | sources is missing",
                "/v1/transfers | {\"sources\":[],\"tables\":[]} | sources: 0 entries",
                "/v1/transfers | {\"sources\":[{\"uri\":\"http://h:1\"}],\"tables\":[{\"keyspace\":\"k\",\"table\":\"t\"}],\"onPartialOverlap\":\"MAYBE\"} | onPartialOverlap: found \"MAYBE\", expected SLICE, EXCLUDE, INCLUDE",
                "/v1/transfers | {\"sources\":[{\"uri\":\"http://h:1\"}],\"tables\":[{\"keyspace\":\"k\",\"table\":\"t\"}],\"compression\":\"AUTO\"} | compression: found \"AUTO\", expected OFF, ZSTD",
                "/v1/transfers | {\"sources\":[{\"uri\":\"http://h:1\"}],\"tables\":[{\"keyspace\":\"k\",\"table\":\"t\"}],\"onPartialOverlap\":0} | onPartialOverlap:",
                "/v1/transfers | {\"sources\":[{\"uri\":\"http://h:1\"}],\"tables\":[{\"keyspace\":\"k\",\"table\":\"t\"}],\"connectionsPerSource\":1.5} | connectionsPerSource:",
                "/v1/transfers | {\"sources\":[{\"uri\":\"http://h:1\"}],\"tables\":[{\"keyspace\":\"k\",\"table\":\"t\"}],\"connectionsPerSource\":99999999999} | out of range of int",
                "/v1/transfers | {\"sources\":[{\"uri\":\"file:///etc/passwd\"}],\"tables\":[{\"keyspace\":\"k\",\"table\":\"t\"}]} | file:///etc/passwd",
                "/v1/imports | {\"keyspace\":\"k\",\"table\":\"t\",\"directories\":[]} | directories: 0 entries",
                "/v1/imports | {\"keyspace\":\"k\",\"table\":\"t\",\"directories\":[\"x\"]} | an absolute path",
                "/v1/imports | {\"keyspace\":\"k\",\"table\":\"t\",\"directories\":[\"/x\"],\"options\":{\"fast\":true}} | unknown field options.fast",
            })
    void aBadBodyIs400AndSaysWhatIsWrong(String path, String body, String said) throws Exception {
        Answer answer = sidecar.post(path, body);

        assertThat(answer.problem()).isEqualTo("invalid-request");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail())
                .contains(said == null ? "" : said)
                .doesNotContain("java.", "io.idaeus", "jackson", "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/snapshots | {\"ttl\":\"0s\",\"keyspace\":\"k\"} | ttl: \"0s\"",
                "/v1/snapshots | {\"ttl\":\"999999999d\",\"keyspace\":\"k\"} | ttl: \"999999999d\"",
                "/v1/snapshots | {} | neither keyspace nor tables",
                "/v1/transfers | {\"sources\":[{\"uri\":\"http://[:::]:1\"}],\"tables\":[{\"keyspace\":\"k\",\"table\":\"t\"}]} | names no host",
                "/v1/plans | {\"kind\":\"REPLACE\"} | dead is missing",
                "/v1/plans | {\"kind\":\"REBUILD\",\"datacenter\":\"a\",\"sourceDatacenter\":\"b\",\"way\":\"SURVEY\"} | REPLACE"
            })
    void aBodyThatContradictsItselfIs422AndSaysWhy(String path, String body, String said) throws Exception {
        Answer answer = sidecar.post(path, body);

        assertThat(answer.problem()).isEqualTo("unprocessable");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.detail()).contains(said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/ring | invalid-request | keyspace is missing",
                "/v1/ring?keyspace=a-b | invalid-request | keyspace: \"a-b\"",
                "/v1/sizes?keyspace=a-b | invalid-request | keyspace: \"a-b\"",
                "/v1/pending-ranges?keyspace=a-b | invalid-request | keyspace: \"a-b\"",
                "/v1/ring?keyspace=k&dc=1 | invalid-request | unknown query parameter \"dc\" (expected: keyspace)",
                "/v1/node?x= | invalid-request | (expected: none)",
                "/v1/sstables?table=t | invalid-request | keyspace is missing",
                "/v1/sstables?keyspace=k&table=../t | invalid-request | table: \"../t\"",
                "/v1/sstables?keyspace=k&table=t&range=5 | invalid-range | \"5\"",
                "/v1/sstables?keyspace=k&table=t&range= | invalid-range | \"\"",
                "/v1/sstables?keyspace=k&table=t&range=1:2&range=1:99999999999999999999 | invalid-range | right token",
                "/v1/sstables?keyspace=k&table=t&range=a%3A1 | invalid-range | left token: \"a\"",
                "/v1/sstables?keyspace=k&table=t&overlap=SOME | invalid-request | expected CONTAINED, PARTIAL, NONE",
                "/v1/sstables?keyspace=k&table=t&limit=0 | invalid-request | limit: 0 (expected: 1 to 10000)",
                "/v1/sstables?keyspace=k&table=t&limit=many | invalid-request | limit: found \"many\"",
                "/v1/keyspaces?limit= | invalid-request | limit: found \"\", expected a whole number",
                "/v1/leases?limit=%2B5 | invalid-request | limit: found \"+5\"",
                "/v1/plans?limit=%D9%A5 | invalid-request | expected a whole number",
                "/v1/snapshots?limit=99999999999 | invalid-request | limit: found \"99999999999\"",
                "/v1/sstables?keyspace=k&table=t&after=*** | invalid-request | after: \"***\"",
                "/v1/sstables?keyspace=k&table=t&after=nb-1-big | invalid-request | after: \"nb-1-big\"",
                "/v1/sstables?keyspace=k&table=t&overlap=contained | invalid-request | expected CONTAINED",
                "/v1/ring?keyspace=k&keyspace=l | invalid-request | keyspace: found 2 times, expected once",
                "/v1/sstables?keyspace=k&table=t&snapshot=a%2Fb | invalid-tag | a/b",
                "/v1/snapshots/a%2F..%2Fb | invalid-tag | a/../b",
                "/v1/snapshots/%00 | invalid-tag | tag",
                "/v1/snapshots/s/manifest?keyspace=k | invalid-request | table is missing",
                "/v1/snapshots/s/manifest?keyspace=k&table=t&range=x | invalid-range | x",
                "/v1/transfers?state=DONE | invalid-request | expected QUEUED",
                "/v1/transfers?limit=10001 | invalid-request | 1 to 10000",
                "/v1/transfers/none | unknown-transfer | none",
                "/v1/transfers/none/sstables | unknown-transfer | none",
                "/v1/transfers/none/events | unknown-transfer | none"
            })
    void aBadRequestSaysWhatIsWrong(String path, String problem, String said) throws Exception {
        Answer answer = sidecar.get(path);

        assertThat(answer.problem()).isEqualTo(problem);
        assertThat(answer.detail()).contains(said).doesNotContain("\n");
    }

    @Test
    void severalRangesAreRead() throws Exception {
        assertThat(sidecar.get("/v1/sstables?keyspace=k&table=t&range=1:2&range=3:4&range=-5%3A-9")
                        .problem())
                .isEqualTo("cassandra-unavailable");
    }

    @Test
    void aRangeForEachTokenOfALargeClusterIsReadDownToTheLast() throws Exception {
        String ranges = IntStream.range(0, 10_000)
                .mapToObj(i -> "&range=-92233720368547" + (1000 + i) + "%3A" + i)
                .collect(Collectors.joining());

        assertThat(sidecar.get("/v1/sstables?keyspace=k&table=t" + ranges).problem())
                .isEqualTo("cassandra-unavailable");
        assertThat(sidecar.get("/v1/sstables?keyspace=k&table=t" + ranges + "&range=last")
                        .detail())
                .contains("\"last\"");
    }

    @Test
    void aHeadBeyondTheLimitsIsNamedAsOne() throws Exception {
        Answer line = sidecar.get("/v1/node?" + "x".repeat(1 << 20));
        Answer headers = sidecar.get("/v1/node", "X-Long", "x".repeat(9000));

        assertThat(line.problem()).isEqualTo("uri-too-long");
        assertThat(line.detail()).contains("1 MiB", "fewer ranges");
        assertThat(headers.problem()).isEqualTo("headers-too-large");
        assertThat(headers.detail()).contains("8 KiB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "on", "1", "TRUE", ""})
    void forceIsTrueOrFalseAndNothingLikeIt(String force) throws Exception {
        Answer answer = sidecar.delete("/v1/snapshots/s?force=" + force);

        assertThat(answer.problem()).isEqualTo("invalid-request");
        assertThat(answer.detail()).isEqualTo("force: found \"" + force + "\", expected true or false.");
    }

    @Test
    void aLeaseIsGivenRenewedListedAndGivenBack() throws Exception {
        Answer first = sidecar.put("/v1/leases/t1", "{\"tag\":\"s\",\"ttl\":\"1h\"}");
        Answer renewed = sidecar.put("/v1/leases/t1", "{\"tag\":\"s\"}");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().path("clearOnRelease").asBoolean(true))
                .as("a backup of somebody's must not go because a lease on it ended")
                .isFalse();
        assertThat(renewed.json().path("expiresAt").asText())
                .matches("\\d{4}-\\d\\d-\\d\\dT.*Z")
                .isGreaterThan(first.json().path("expiresAt").asText());
        assertThat(sidecar.get("/v1/leases").json().path("leases")).hasSize(1);
        assertThat(sidecar.put("/v1/leases/t1", "{\"tag\":\"other\"}").problem())
                .isEqualTo("illegal-state");
        assertThat(sidecar.put("/v1/leases/t1", "{\"tag\":\"\"}").problem()).isEqualTo("invalid-tag");
        assertThat(sidecar.put("/v1/leases/a%2Fb", "{\"tag\":\"s\"}").problem()).isEqualTo("invalid-request");
        assertThat(sidecar.delete("/v1/leases/t1").status()).isEqualTo(204);
        assertThat(sidecar.get("/v1/leases").json().path("leases")).isEmpty();
    }

    @Test
    void leasesComeInPagesThatNewOnesDoNotShift() throws Exception {
        for (String id : List.of("p1", "p2", "p3")) {
            sidecar.put("/v1/leases/" + id, "{\"tag\":\"s\"}");
        }
        JsonNode first = sidecar.get("/v1/leases?limit=2").json();
        sidecar.put("/v1/leases/p0", "{\"tag\":\"s\"}");
        sidecar.delete("/v1/leases/p2");
        JsonNode second = sidecar.get(
                        "/v1/leases?limit=2&after=" + first.path("next").asText())
                .json();

        assertThat(first.path("leases").findValuesAsText("id")).containsExactly("p1", "p2");
        assertThat(second.path("leases").findValuesAsText("id")).containsExactly("p3");
        assertThat(second.has("next")).isFalse();
        assertThat(sidecar.get("/v1/leases?after=p2").detail()).contains("the previous page's next");
        for (String id : List.of("p0", "p1", "p3")) {
            sidecar.delete("/v1/leases/" + id);
        }
    }

    @Test
    void anEmptyTagNeverNamesASnapshot() throws Exception {
        assertThat(sidecar.delete("/v1/snapshots/").problem()).isEqualTo("method-not-allowed");
        assertThat(sidecar.delete("/v1/snapshots/%20").problem()).isIn("invalid-tag", "cassandra-unavailable");
    }

    @Test
    void importsStayBelowTheStagingRoots() throws Exception {
        assertThat(sidecar.post("/v1/imports", "{\"keyspace\":\"k\",\"table\":\"t\",\"directories\":[\"/tmp\"]}")
                        .problem())
                .isEqualTo("staging-outside-roots");
    }

    @Test
    void aTransferIsAcceptedOnceForAnIdempotencyKeyAndCanBeCancelled() throws Exception {
        String body =
                "{\"sources\":[{\"uri\":\"http://127.0.0.1:1\"}],\"tables\":[{\"keyspace\":\"k\",\"table\":\"t\"}]}";
        String key = UUID.randomUUID().toString();

        Answer accepted = sidecar.post("/v1/transfers", body, "Idempotency-Key", key);
        String id = accepted.json().path("id").asText();

        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.header("Location")).isEqualTo("/v1/transfers/" + id);
        assertThat(UUID.fromString(id).version()).isEqualTo(7);
        assertThat(sidecar.post("/v1/transfers", body, "Idempotency-Key", key)
                        .json()
                        .path("id")
                        .asText())
                .isEqualTo(id);
        assertThat(sidecar.post("/v1/transfers", body.replace("\"t\"", "\"u\""), "Idempotency-Key", key)
                        .problem())
                .isEqualTo("idempotency-key-reused");
        assertThat(sidecar.get(accepted.header("Location")).json().path("id").asText())
                .isEqualTo(id);
        assertThat(sidecar.get("/v1/transfers/" + id + "/sstables")
                        .json()
                        .path("total")
                        .asInt())
                .isZero();
        assertThat(sidecar.post("/v1/transfers/" + id + "/cancel", "").status()).isEqualTo(202);
        assertThat(sidecar.post("/v1/transfers/" + id + "/cancel", "").status()).isEqualTo(202);
        String events = sidecar.get("/v1/transfers/" + id + "/events").body();
        assertThat(events).contains("event: state", "\"state\":\"FAILED\"", "staging root");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/defect", "/v1/defect/error"})
    void aDefectIs500WithAnIdAndNothingOfItsInside(String path) throws Exception {
        Answer answer = sidecar.get(path);

        assertThat(answer.problem()).isEqualTo("internal");
        assertThat(answer.detail()).matches(".*under the id [0-9a-f-]{36}\\.");
        assertThat(answer.body()).doesNotContain("hunter2", "Exception", "io.idaeus");
    }

    @Test
    void requestsAreWorkedOnBesideTheEventLoops() throws Exception {
        assertThat(sidecar.get("/v1/defect/thread").body()).startsWith("blocking-executor");
    }

    @Test
    void aPageOfAnotherOriginMayNotCall() throws Exception {
        assertThat(sidecar.get("/v1/transfers", "Origin", "http://evil.example").problem())
                .isEqualTo("forbidden");
        assertThat(sidecar.get("/v1/transfers", "Origin", sidecar.uri("").toString())
                        .status())
                .isEqualTo(200);
    }
}
