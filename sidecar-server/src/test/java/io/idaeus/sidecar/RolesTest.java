/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.contract.Permission;
import io.idaeus.sidecar.access.Role;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation of the OpenAPI document, called with every role. */
class RolesTest {
    private static final Map<Role, HttpClient> CLIENTS = new EnumMap<>(Role.class);

    private static RunningSidecar sidecar;
    private static HttpClient stranger;
    private static HttpClient scoped;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        Certificates authority = new Certificates(directory, "Idaeus");
        TlsPaths own = authority.issue("CN=sidecar");
        StringBuilder list = new StringBuilder("grants:\n");
        for (Role role : Role.values()) {
            list.append("  - {role: %s, to: [\"CN=%s\"]}%n".formatted(role.spelling(), role.spelling()));
            CLIENTS.put(role, client(authority.issue("CN=" + role.spelling())));
        }
        list.append("  - {role: operator, to: [\"CN=scoped\"], keyspaces: [\"shop\"]}\n");
        scoped = client(authority.issue("CN=scoped"));
        Path access = Files.writeString(directory.resolve("access.yaml"), list);
        stranger = client(authority.issue("CN=stranger"));
        String yaml = """
                tls: {certificate: %s, key: %s, trust: %s}
                access: {list: %s}
                """.formatted(own.certificate(), own.key(), own.trust(), access);
        sidecar = RunningSidecar.start(directory, yaml, stranger);
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    static Stream<DocumentedOperation> operations() throws Exception {
        return DocumentedOperation.all();
    }

    @Test
    void onlyHealthIsOpen() throws Exception {
        assertThat(operations().filter(each -> each.permission() == Permission.OPEN))
                .extracting(DocumentedOperation::toString)
                .containsExactlyInAnyOrder("GET /health/liveness", "GET /health/readiness");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void anOperationIsForThoseWhoseRoleHasItsPermission(DocumentedOperation operation) throws Exception {
        for (Role role : Role.values()) {
            RunningSidecar.Answer answer = call(CLIENTS.get(role), operation);
            boolean refused = answer.status() == 403 && answer.body().contains("with the permission");
            assertThat(!refused)
                    .as("%s as %s: %s", operation, role, answer.body())
                    .isEqualTo(role.has(operation.permission()));
        }
        int expected = operation.permission() == Permission.OPEN ? 0 : 403;
        int found = call(stranger, operation).status();
        assertThat(found == 403 ? 403 : 0)
                .as("%s as a stranger: %s", operation, found)
                .isEqualTo(expected);
    }

    @Test
    void whoOperatesInOneKeyspaceDoesNotOperateTheNode() throws Exception {
        for (DocumentedOperation operation : List.of(
                new DocumentedOperation("PUT", "/v1/limits", "", Permission.OPERATE),
                new DocumentedOperation("DELETE", "/v1/limits", "", Permission.OPERATE),
                new DocumentedOperation("POST", "/v1/plans/x/pause", "", Permission.OPERATE))) {
            RunningSidecar.Answer answer = call(scoped, operation);
            assertThat(answer.status()).as("%s: %s", operation, answer.body()).isEqualTo(403);
            assertThat(answer.body()).contains("in every keyspace");
        }
        RunningSidecar.Answer approval = new RunningSidecar.Answer(scoped.send(
                sidecar.request("/v1/claims/p/approval", "Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString("{\"digest\": \"d\", \"destination\": \"http://a:1\"}"))
                        .build(),
                BodyHandlers.ofString()));
        assertThat(approval.status()).as(approval.body()).isEqualTo(403);
        assertThat(approval.body()).contains("in every keyspace");
    }

    @Test
    void whoMayNotReadLearnsNoAddress() throws Exception {
        for (String path : List.of("/nothing", "/docs/", "/openapi/idaeus-v1.yaml", "/ui/", "/ui/app.js", "/")) {
            DocumentedOperation operation = new DocumentedOperation("GET", path, "", Permission.READ);
            assertThat(call(stranger, operation).status()).as(path).isEqualTo(403);
            assertThat(call(CLIENTS.get(Role.PEER), operation).status())
                    .as(path)
                    .isEqualTo(403);
            assertThat(call(CLIENTS.get(Role.READER), operation).status())
                    .as(path)
                    .isNotEqualTo(403);
        }
    }

    @Test
    void withTlsThePageIsThatOfTheCommand() throws Exception {
        for (String path : List.of("/ui/", "/ui/app.js", "/ui/sidecars.json")) {
            DocumentedOperation operation = new DocumentedOperation("GET", path, "", Permission.READ);
            RunningSidecar.Answer answer = call(CLIENTS.get(Role.READER), operation);
            assertThat(answer.problem()).as(path).isEqualTo("not-found");
            assertThat(answer.detail()).contains("Run `idaeus ui` with your certificate or token");
        }
    }

    private static RunningSidecar.Answer call(HttpClient client, DocumentedOperation operation) throws Exception {
        String path = operation.path().replaceAll("\\{[^}]*}", "x");
        boolean body = operation.method().equals("POST") || operation.method().equals("PUT");
        return new RunningSidecar.Answer(client.send(
                // The id is none, so that a stream without an end is refused.
                sidecar.request(path, "Content-Type", "application/json", "Last-Event-ID", "x")
                        .method(operation.method(), body ? BodyPublishers.ofString("{}") : BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString()));
    }

    private static HttpClient client(TlsPaths identity) {
        return HttpClient.newBuilder()
                .sslContext(TlsContexts.load(identity).jdk())
                .build();
    }
}
