/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.api.TableRef;
import io.idaeus.api.keyspace.CleanupDue;
import io.idaeus.sidecar.audit.Trail;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The housekeeping report, while Cassandra is down. */
class HousekeepingTest {
    private static RunningSidecar sidecar;
    private static Path orphan;
    private static Path directory;

    @BeforeAll
    static void start(@TempDir Path temporary) throws Exception {
        directory = temporary;
        Certificates authority = new Certificates(directory, "Idaeus");
        TlsPaths own = authority.issue("CN=sidecar");
        Path access = Files.writeString(
                directory.resolve("access.yaml"), "grants:\n  - {role: operator, to: [\"CN=alice\"]}\n");
        CleanupMarks.open(directory.resolve("state"))
                .mark(
                        new TableRef("shop", "orders"),
                        new CleanupDue(Instant.parse("2026-01-02T03:04:05Z"), null, "rows outside its ranges"));
        orphan = Files.createDirectories(directory.resolve("staging/left-by-somebody"));
        String yaml = """
                tls: {certificate: %s, key: %s, trust: %s}
                access: {list: %s}
                staging: {roots: [%s]}
                """.formatted(own.certificate(), own.key(), own.trust(), access, directory.resolve("staging"));
        HttpClient alice = HttpClient.newBuilder()
                .sslContext(TlsContexts.load(authority.issue("CN=alice")).jdk())
                .build();
        sidecar = RunningSidecar.start(directory, yaml, alice);
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    @Test
    void whatIsDueIsListedWithoutCassandra() throws Exception {
        JsonNode found = sidecar.get("/v1/housekeeping").json();
        assertThat(found.path("cleanupDue"))
                .hasToString("[{\"keyspace\":\"shop\",\"table\":\"orders\",\"due\":"
                        + "{\"since\":\"2026-01-02T03:04:05Z\",\"reason\":\"rows outside its ranges\"}}]");
        assertThat(found.path("orphans")).hasSize(1);
        assertThat(found.at("/orphans/0/path").asText()).isEqualTo(orphan.toString());
        assertThat(Instant.parse(found.at("/orphans/0/modifiedAt").asText()))
                .isEqualTo(Instant.ofEpochMilli(orphan.toFile().lastModified()));
        assertThat(found.path("certificates")).hasSize(2);
        assertThat(found.path("certificates").findValuesAsText("subject"))
                .containsExactlyInAnyOrder("CN=sidecar", "CN=Idaeus");
        assertThat(found.path("certificates")).allSatisfy(certificate -> {
            assertThat(certificate.path("issuer").asText()).isEqualTo("CN=Idaeus");
            assertThat(Instant.parse(certificate.path("expiresAt").asText())).isAfter(Instant.now());
        });
    }

    @Test
    void aChangeIsAmongTheNewestRecords() throws Exception {
        assertThat(sidecar.send(sidecar.request("/v1/leases/old").DELETE()).status())
                .isEqualTo(204);
        var unused = new Trail(directory.resolve("state/audit/audit.jsonl")).await("releaseLease");
        JsonNode records = sidecar.get("/v1/audit").json().path("records");
        JsonNode last = records.get(records.size() - 1);
        assertThat(last.path("operation").asText()).isEqualTo("releaseLease");
        assertThat(last.path("identity").asText()).isEqualTo("CN=alice");
        assertThat(last.at("/target/id").asText()).isEqualTo("old");
        assertThat(last.path("status").asInt()).isEqualTo(204);
    }
}
