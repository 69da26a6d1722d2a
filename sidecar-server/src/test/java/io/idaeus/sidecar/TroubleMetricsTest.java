/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.keyspace.CleanupDue;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.metrics.PrometheusMetrics;
import io.idaeus.sidecar.security.CertificateMetrics;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.store.StateMetrics;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import io.idaeus.sidecar.transfer.landing.CleanupMetrics;
import java.io.FileInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics that alerts read. */
class TroubleMetricsTest {
    @TempDir
    Path directory;

    @Test
    void readinessIsThereByCheck() throws Exception {
        try (RunningSidecar sidecar = RunningSidecar.start(directory)) {
            assertThat(Scrape.whole(sidecar))
                    .contains("idaeus_readiness_up 0.0")
                    .contains("idaeus_readiness_check_up{check=\"jmx\"} 0.0")
                    .contains("idaeus_readiness_check_up{check=\"cql\"} 0.0")
                    .contains("idaeus_readiness_check_up{check=\"disks\"} 1.0")
                    .contains("idaeus_readiness_check_up{check=\"data-plane\"} 1.0");
        }
    }

    @Test
    void aFailedTransferIsCountedWithItsTimeUntilItsRecordIsDeleted() throws Exception {
        String request = """
                {"sources": [{"uri": "http://127.0.0.1:1"}], "tables": [{"keyspace": "k", "table": "t"}]}""";
        try (RunningSidecar sidecar = RunningSidecar.start(directory, "peers: {allow: [127.0.0.1]}\n", Map.of())) {
            long began = Instant.now().getEpochSecond();
            assertThat(Scrape.value(sidecar, "idaeus_transfers_last_end_timestamp_seconds{result=\"FAILED\"}"))
                    .isNaN();
            // Without a staging root.
            String id = sidecar.post("/v1/transfers", request).json().path("id").asText();
            Await.until("the failure", () -> Scrape.value(sidecar, "idaeus_transfers_ended{result=\"FAILED\"}") == 1);

            assertThat(Scrape.value(sidecar, "idaeus_transfers_last_end_timestamp_seconds{result=\"FAILED\"}"))
                    .isBetween((double) began, began + 60.0);
            assertThat(Scrape.value(sidecar, "idaeus_transfers_ended{result=\"PARTIAL\"}"))
                    .isZero();
            assertThat(sidecar.delete("/v1/transfers/" + id).status()).isEqualTo(204);
            assertThat(Scrape.value(sidecar, "idaeus_transfers_last_end_timestamp_seconds{result=\"FAILED\"}"))
                    .isNaN();
        }
    }

    @Test
    void aTransferThatWaitsIsThereByCauseWithSinceAndAttempts() throws Exception {
        String yaml = "staging: {roots: [%s]}\npeers: {allow: [127.0.0.1]}\n".formatted(directory.resolve("staging"));
        String request = """
                {"sources": [{"uri": "http://127.0.0.1:1"}], "tables": [{"keyspace": "k", "table": "t"}]}""";
        try (RunningSidecar sidecar = RunningSidecar.start(directory, yaml, Map.of())) {
            long began = Instant.now().getEpochSecond();
            sidecar.post("/v1/transfers", request);
            Await.until(
                    "the wait for Cassandra",
                    () -> Scrape.value(sidecar, "idaeus_transfers_waiting{cause=\"CASSANDRA\"}") == 1);

            assertThat(Scrape.value(sidecar, "idaeus_transfers_waiting_since_timestamp_seconds{cause=\"CASSANDRA\"}"))
                    .isBetween((double) began, began + 60.0);
            Await.until(
                    "another attempt",
                    () -> Scrape.value(sidecar, "idaeus_transfers_waiting_attempts{cause=\"CASSANDRA\"}") > 1);
            assertThat(Scrape.value(sidecar, "idaeus_transfers_waiting{cause=\"PEER\"}"))
                    .isZero();
        }
    }

    @Test
    void tablesThatAreDueForACleanupAreCountedUntilItIsDone() {
        CleanupMarks marks = CleanupMarks.open(directory);
        CleanupMetrics cleanup = new CleanupMetrics(marks);
        try (PrometheusMetrics metrics = new PrometheusMetrics("test")) {
            cleanup.bindTo(metrics.registry());
            marks.mark(new TableRef("k", "first"), new CleanupDue(Instant.ofEpochSecond(1000), null, "r"));
            marks.mark(new TableRef("k", "second"), new CleanupDue(Instant.ofEpochSecond(2000), null, "r"));
            cleanup.sample();
            assertThat(metrics.scrape())
                    .contains("idaeus_cleanup_due_tables 2.0")
                    .contains("idaeus_cleanup_due_since_timestamp_seconds 1000.0");

            marks.acknowledge("k", "first");
            cleanup.sample();
            assertThat(metrics.scrape())
                    .contains("idaeus_cleanup_due_tables 1.0")
                    .contains("idaeus_cleanup_due_since_timestamp_seconds 2000.0");
        }
    }

    @Test
    void eachCertificateOfAFileIsThereAndGoesWithIt() throws Exception {
        TlsPaths tls = new Certificates(directory, "Idaeus").issue("CN=sidecar");
        Path trust = Files.copy(tls.trust(), directory.resolve("both.pem"));
        Files.writeString(trust, Files.readString(trust) + Files.readString(tls.certificate()));
        Map<String, Path> files = Map.of("tls.certificate", tls.certificate(), "cassandra.cql.tls.trust", trust);
        CertificateMetrics certificates = new CertificateMetrics(files);
        try (PrometheusMetrics metrics = new PrometheusMetrics("test")) {
            certificates.bindTo(metrics.registry());
            certificates.sample();
            String name = "idaeus_certificate_expiry_timestamp_seconds{key=\"";
            assertThat(metrics.scrape())
                    .contains(name + "tls.certificate\",subject=\"CN=sidecar\"} " + (double) expiry(tls.certificate()))
                    .contains(name + "cassandra.cql.tls.trust\",subject=\"CN=sidecar\"} ")
                    .contains(name + "cassandra.cql.tls.trust\",subject=\"CN=Idaeus\"} ");

            Files.delete(trust);
            certificates.sample();
            assertThat(metrics.scrape())
                    .contains(name + "tls.certificate\"")
                    .doesNotContain(name + "cassandra.cql.tls.trust\"");
        }
    }

    private static long expiry(Path file) throws Exception {
        try (InputStream in = new FileInputStream(file.toFile())) {
            return ((X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in))
                    .getNotAfter()
                    .toInstant()
                    .getEpochSecond();
        }
    }

    @Test
    void recordsAreCountedByDirectoryWithTheirBytes() throws Exception {
        Path transfers = Files.createDirectories(directory.resolve("transfers/nested"));
        Files.writeString(directory.resolve("transfers/a.json"), "12345");
        Files.writeString(transfers.resolve("b.json"), "123");
        Files.createDirectory(directory.resolve("leases"));
        Files.writeString(directory.resolve("lock"), "1");
        StateMetrics state = new StateMetrics(directory);
        try (PrometheusMetrics metrics = new PrometheusMetrics("test")) {
            state.bindTo(metrics.registry());
            state.sample();
            assertThat(metrics.scrape())
                    .contains("idaeus_state_files{directory=\"transfers\"} 2.0")
                    .contains("idaeus_state_bytes{directory=\"transfers\"} 8.0")
                    .contains("idaeus_state_files{directory=\"leases\"} 0.0")
                    .doesNotContain("directory=\"lock\"");
        }
    }
}
