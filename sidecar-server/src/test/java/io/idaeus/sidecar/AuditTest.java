/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.api.contract.Permission;
import io.idaeus.sidecar.access.Role;
import io.idaeus.sidecar.audit.Trail;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The audit file of a sidecar with TLS and an access list, after calls on both planes. */
class AuditTest {
    private static final String SECRET = "c2VjcmV0LXRva2Vu";
    private static final Map<Role, HttpClient> CLIENTS = new EnumMap<>(Role.class);

    private static RunningSidecar sidecar;
    private static HttpClient stranger;
    private static HttpClient someone;
    private static HttpClient nobody;
    private static Path file;
    private static Trail trail;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        Certificates authority = new Certificates(directory, "Idaeus");
        TlsPaths own = authority.issue("CN=sidecar");
        StringBuilder list = new StringBuilder("grants:\n");
        for (Role role : Role.values()) {
            list.append("  - {role: %s, to: [\"CN=%s\"]}%n".formatted(role.spelling(), role.spelling()));
            CLIENTS.put(role, client(authority.issue("CN=" + role.spelling())));
        }
        list.append("  - {role: operator, to: [\"CN=someone\"]}\n");
        someone = client(authority.issue("CN=someone"));
        Path access = Files.writeString(directory.resolve("access.yaml"), list);
        stranger = client(authority.issue("CN=stranger"));
        nobody = HttpClient.newBuilder().sslContext(trusting(own.trust())).build();
        String yaml = """
                tls: {certificate: %s, key: %s, trust: %s}
                access: {list: %s}
                """.formatted(own.certificate(), own.key(), own.trust(), access);
        sidecar = RunningSidecar.start(directory, yaml, stranger);
        file = directory.resolve("state/audit/audit.jsonl");
        trail = new Trail(file);
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    static Stream<DocumentedOperation> changing() throws Exception {
        return DocumentedOperation.all().filter(operation -> !operation.isRead());
    }

    static Stream<DocumentedOperation> reading() throws Exception {
        return DocumentedOperation.all().filter(DocumentedOperation::isRead);
    }

    @ParameterizedTest
    @MethodSource("changing")
    void aChangeHasOneRecordWhoeverAsksForIt(DocumentedOperation operation) throws Exception {
        for (Role role : Role.values()) {
            int status = call(CLIENTS.get(role), operation);
            JsonNode record = one(operation.id(), "CN=" + role.spelling());
            assertThat(record.path("plane").asText()).isEqualTo("control");
            assertThat(record.path("status").asInt()).isEqualTo(status);
            assertThat(record.path("roles").asText()).isEqualTo(role.spelling());
            assertThat(record.path("issuer").asText()).isEqualTo("CN=Idaeus");
            assertThat(record.path("address").asText()).isEqualTo("127.0.0.1");
            assertThat(record.path("durationMillis").isIntegralNumber()).isTrue();
            assertThat(Instant.parse(record.path("time").asText()))
                    .isBetween(Instant.now().minusSeconds(60), Instant.now());
        }
        assertThat(call(stranger, operation)).isEqualTo(403);
        JsonNode refused = one(operation.id(), "CN=stranger");
        assertThat(refused.path("result").asText()).isEqualTo("forbidden");
        assertThat(refused.path("roles").asText()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("reading")
    void aReadHasARecordOnlyIfItIsRefused(DocumentedOperation operation) throws Exception {
        for (Role role : Role.values()) {
            HttpClient client = CLIENTS.get(role);
            boolean refused = call(client, operation) == 403;
            // The record of a later call is written later.
            String after = operation.id() + "-" + role.spelling();
            send(someone, request("/v1/leases/" + after).DELETE());
            awaitTarget("releaseLease", "CN=someone", "id", after);
            assertThat(records(operation.id(), "CN=" + role.spelling()))
                    .as("%s as %s", operation, role)
                    .hasSize(refused ? 1 : 0);
        }
    }

    @Test
    void whoPresentsNothingIsRecordedByTheAddress() throws Exception {
        int status = call(nobody, new DocumentedOperation("GET", "/v1/transfers", "listTransfers", Permission.READ));
        assertThat(status).isEqualTo(401);
        JsonNode record = trail.await(each -> each.path("result").asText().equals("unauthenticated")
                        && each.path("operation").asText().equals("listTransfers"))
                .get(0);
        assertThat(record.path("address").asText()).isEqualTo("127.0.0.1");
        assertThat(record.has("identity")).isFalse();
    }

    @Test
    void aRefusalOnTheDataPlaneNamesCertificateAndAddress() throws Exception {
        URI uri = URI.create(
                "https://127.0.0.1:" + sidecar.data().getPort() + "/data/v1/snapshots/t/shop/users/nb-1-big/Data.db");
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        assertThat(stranger.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
        JsonNode record = trail.await(each -> each.path("plane").asText().equals("data")
                        && each.path("identity").asText().equals("CN=stranger"))
                .get(0);
        assertThat(record.path("result").asText()).isEqualTo("forbidden");
        assertThat(record.path("address").asText()).isEqualTo("127.0.0.1");

        HttpClient peer = CLIENTS.get(Role.PEER);
        assertThat(peer.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
        trail.await(each -> each.path("plane").asText().equals("data")
                && each.path("identity").asText().equals("CN=peer"));
    }

    @Test
    void targetsAreNamed() throws Exception {
        String body = """
                {"tag": "before", "tables": [{"keyspace": "shop", "table": "users"}]}""";
        send(someone, request("/v1/snapshots").POST(BodyPublishers.ofString(body)));
        JsonNode record = awaitTarget("createSnapshot", "CN=someone", "tag", "before");
        assertThat(record.path("target").path("tables").asText()).isEqualTo("shop.users");

        send(someone, request("/v1/snapshots/gone?force=true").DELETE());
        JsonNode forced = awaitTarget("deleteSnapshot", "CN=someone", "tag", "gone");
        assertThat(forced.path("target").path("force").asText()).isEqualTo("true");
        assertThat(forced.path("result").asText()).isEqualTo("forbidden");
    }

    @Test
    void whatIsAcceptedOfAPlanIsNamed() throws Exception {
        for (String plan : List.of("plans", "claims")) {
            String body = "{\"digest\": \"v1:%s\", \"code\": \"NO_GC_GRACE\"}".formatted("0".repeat(64));
            send(someone, request("/v1/" + plan + "/p-accepted/accept").POST(BodyPublishers.ofString(body)));
        }
        for (String operation : List.of("acceptPlanFinding", "acceptClaimFinding")) {
            JsonNode target =
                    awaitTarget(operation, "CN=someone", "code", "NO_GC_GRACE").path("target");
            assertThat(target.path("digest").asText()).isEqualTo("v1:" + "0".repeat(64));
            assertThat(target.toString()).contains("p-accepted");
        }
    }

    @Test
    void secretsAreNotInIt() throws Exception {
        String body = """
                {"tag": "secrets", "password": "%s"}""".formatted(SECRET);
        send(
                someone,
                request("/v1/snapshots?access_token=" + SECRET)
                        .header("Authorization", "Bearer " + SECRET)
                        .header("Cookie", SECRET)
                        .header("Idempotency-Key", SECRET)
                        .POST(BodyPublishers.ofString(body)));
        send(
                someone,
                request("/v1/limits")
                        .header("Authorization", "Bearer " + SECRET)
                        .DELETE());
        send(
                nobody,
                request("/v1/limits").header("Authorization", "Basic " + SECRET).DELETE());
        trail.await(each -> each.path("operation").asText().equals("resetLimits")
                && each.path("result").asText().equals("unauthenticated"));
        assertThat(Files.readString(file)).doesNotContain(SECRET);
    }

    @Test
    void aChangeWhoseBodyIsTooLargeIsRecorded() throws Exception {
        String body = "{\"tag\": \"%s\"}".formatted("x".repeat(2 << 20));
        int status = send(someone, request("/v1/leases/large").PUT(BodyPublishers.ofString(body)));
        assertThat(status).isEqualTo(413);
        JsonNode record = awaitTarget("putLease", "CN=someone", "id", "large");
        assertThat(record.path("result").asText()).isEqualTo("payload-too-large");
    }

    @Test
    void aPathThatDoesNotExistIsRecordedOnlyIfItIsRefused() throws Exception {
        assertThat(send(someone, request("/nothing?token=" + SECRET).DELETE())).isEqualTo(404);
        assertThat(send(stranger, request("/nothing?token=" + SECRET).DELETE())).isEqualTo(403);
        List<JsonNode> records =
                trail.await(each -> each.at("/target/path").asText().equals("/nothing"));
        assertThat(records).singleElement().satisfies(record -> {
            assertThat(record.path("operation").asText()).isEqualTo("unknown");
            assertThat(record.path("identity").asText()).isEqualTo("CN=stranger");
        });
    }

    @Test
    void theFileIsForItsOwnerAndGroupAlone() throws Exception {
        send(someone, request("/v1/leases/any").DELETE());
        awaitTarget("releaseLease", "CN=someone", "id", "any");
        assertThat(Files.getPosixFilePermissions(file).toString()).doesNotContain("OTHERS");
    }

    private static JsonNode one(String operation, String identity) throws Exception {
        List<JsonNode> found = trail.await(each -> is(each, operation, identity));
        assertThat(found).as("%s of %s", operation, identity).hasSize(1);
        return found.get(0);
    }

    private static JsonNode awaitTarget(String operation, String identity, String name, String value) throws Exception {
        return trail.await(each -> is(each, operation, identity)
                        && each.path("target").path(name).asText().equals(value))
                .get(0);
    }

    private static boolean is(JsonNode record, String operation, String identity) {
        return record.path("operation").asText().equals(operation)
                && record.path("identity").asText().equals(identity);
    }

    private static List<JsonNode> records(String operation, String identity) throws IOException {
        return trail.all().stream()
                .filter(each -> is(each, operation, identity))
                .toList();
    }

    private static int call(HttpClient client, DocumentedOperation operation) throws Exception {
        String path = operation.path().replaceAll("\\{[^}]*}", "x");
        boolean body = operation.method().equals("POST") || operation.method().equals("PUT");
        return send(
                client,
                // The id is none, so that a stream without an end is refused.
                request(path)
                        .header("Last-Event-ID", "x")
                        .method(operation.method(), body ? BodyPublishers.ofString("{}") : BodyPublishers.noBody()));
    }

    private static HttpRequest.Builder request(String path) {
        return sidecar.request(path, "Content-Type", "application/json");
    }

    private static int send(HttpClient client, HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString()).statusCode();
    }

    private static HttpClient client(TlsPaths identity) {
        return HttpClient.newBuilder()
                .sslContext(TlsContexts.load(identity).jdk())
                .build();
    }

    private static SSLContext trusting(Path authority) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(authority)) {
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
