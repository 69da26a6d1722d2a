/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.sidecar.RunningSidecar.Answer;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import io.idaeus.sidecar.store.StateJson;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may have {@code cassandra.lifecycle} run, where authentication is on. */
class LifecycleApprovalTest {
    private static final Draft DRAFT = PlanDrafter.draft(
            PlanRequest.builder(PlanKind.REPLACE)
                    .dead("10.0.1.2")
                    .destinations(List.of(RingFixture.NEW))
                    .way(PlanWay.SURVEY)
                    .writes(Map.of("*", "QUORUM"))
                    .build(),
            RingFixture.nodes(4).keyspace("shop", 3).down("10.0.1.2").facts(RingFixture.NEW));
    private static final List<String> OPTIONS =
            DRAFT.destinations().get(0).starts().get(1).jvmOptions();
    private static final String CLAIM = """
            {"digest": "%s", "fence": 1, "coordinator": "http://c:9043", "record": ""}""".formatted(DRAFT.digest());
    private static final String APPROVAL = """
            {"digest": "%%s", "destination": "%s"}""".formatted(RingFixture.NEW);

    @TempDir
    Path directory;

    private Path calls;
    private String tls;
    private HttpClient peer;
    private HttpClient operator;
    private RunningSidecar sidecar;

    @BeforeEach
    void prepare() throws Exception {
        calls = directory.resolve("calls");
        Path executable =
                Files.writeString(directory.resolve("lifecycle"), "#!/bin/sh\necho \"$@\" >> '" + calls + "'\n");
        assertThat(executable.toFile().setExecutable(true)).isTrue();
        Certificates authority = new Certificates(directory, "Idaeus");
        TlsPaths own = authority.issue("CN=sidecar");
        peer = client(authority.issue("CN=peer"));
        operator = client(authority.issue("CN=operator"));
        Path access = Files.writeString(directory.resolve("access.yaml"), """
                grants:
                  - {role: peer, to: ["CN=peer"]}
                  - {role: operator, to: ["CN=operator"]}
                """);
        tls = """
                tls: {certificate: %s, key: %s, trust: %s}
                access: {list: %s}
                """.formatted(own.certificate(), own.key(), own.trust(), access);
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    private void start(String yaml) throws Exception {
        sidecar = RunningSidecar.start(
                directory,
                yaml,
                Map.of(
                        "IDAEUS_CASSANDRA_LIFECYCLE",
                        directory.resolve("lifecycle").toString()),
                yaml.isEmpty() ? HttpClient.newHttpClient() : peer);
    }

    @Test
    void aPlanThatAnOperatorApprovedRestartsCassandra() throws Exception {
        start(tls);
        assertThat(approve(DRAFT.digest()).status()).isEqualTo(200);
        assertThat(sidecar.put("/v1/claims/p1", CLAIM).status()).isEqualTo(200);
        Answer early = restart(OPTIONS);
        assertThat(early.problem()).isEqualTo("forbidden");
        assertThat(early.detail()).contains("does not keep what was approved");
        assertThat(sendDraft().status()).isEqualTo(204);

        assertThat(restart(OPTIONS).status()).isEqualTo(204);

        assertThat(calls).hasContent("stop\nstart " + String.join(" ", OPTIONS));
        Answer other = restart(List.of("-Dcassandra.join_ring=true"));
        assertThat(other.problem()).isEqualTo("forbidden");
        assertThat(other.detail()).contains("nowhere");
    }

    @Test
    void aPlanThatNobodyKnownApprovedDoesNot() throws Exception {
        // On loopback, without TLS: without authentication.
        start("");
        assertThat(sidecar.put("/v1/claims/p1/approval", APPROVAL.formatted(DRAFT.digest()))
                        .status())
                .isEqualTo(200);
        assertThat(sidecar.put("/v1/claims/p1", CLAIM).status()).isEqualTo(200);
        assertThat(sendDraft().status()).isEqualTo(204);
        sidecar.close();
        start(tls);

        assertThat(restart(OPTIONS).problem()).isEqualTo("forbidden");
        assertThat(sidecar.put("/v1/claims/p1", CLAIM).problem()).isEqualTo("forbidden");
        approve("another");
        assertThat(sidecar.put("/v1/claims/p1", CLAIM).problem()).isEqualTo("forbidden");
        assertThat(calls).doesNotExist();
        approve(DRAFT.digest());
        assertThat(sidecar.put("/v1/claims/p1", CLAIM).status()).isEqualTo(200);
        assertThat(restart(OPTIONS).status()).isEqualTo(204);
        assertThat(calls).exists();
    }

    private Answer restart(List<String> options) throws Exception {
        return sidecar.post("/v1/claims/p1/restart", """
                {"digest": "%s", "fence": 1, "options": ["%s"]}""".formatted(DRAFT.digest(), String.join("\", \"", options)));
    }

    private Answer sendDraft() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            StateJson.mapper().writeValue(out, DRAFT);
        }
        return sidecar.put("/v1/claims/p1/draft/0", """
                {"digest": "%s", "fence": 1, "parts": 1, "data": "%s"}""".formatted(
                        DRAFT.digest(), Base64.getEncoder().encodeToString(bytes.toByteArray())));
    }

    private Answer approve(String digest) throws Exception {
        return new Answer(operator.send(
                sidecar.request("/v1/claims/p1/approval", "Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(APPROVAL.formatted(digest)))
                        .build(),
                BodyHandlers.ofString()));
    }

    private static HttpClient client(TlsPaths identity) {
        return HttpClient.newBuilder()
                .sslContext(TlsContexts.load(identity).jdk())
                .build();
    }
}
