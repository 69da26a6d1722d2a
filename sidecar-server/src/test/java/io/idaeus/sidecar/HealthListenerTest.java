/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.idaeus.sidecar.RunningSidecar.Answer;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Health on a port of its own, beside a control plane that wants certificates. */
class HealthListenerTest {
    private static TlsPaths own;
    private static Path addressFile;
    private static RunningSidecar sidecar;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        Certificates authority = new Certificates(directory, "Idaeus");
        own = authority.issue("CN=sidecar");
        Path list = Files.writeString(
                directory.resolve("access.yaml"), "grants: [{role: reader, to: ['CN=operator,O=Ilium']}]");
        String yaml = """
                tls:
                  certificate: %s
                  key: %s
                  trust: %s
                access: {list: %s}
                """.formatted(own.certificate(), own.key(), own.trust(), list);
        SSLContext operator =
                TlsContexts.load(authority.issue("CN=operator,O=Ilium")).jdk();
        addressFile = directory.resolve("address");
        sidecar = RunningSidecar.start(
                directory,
                yaml,
                Map.of("IDAEUS_CONTROL_HEALTH_PORT", "0", "IDAEUS_CONTROL_ADDRESS_FILE", addressFile.toString()),
                HttpClient.newBuilder().sslContext(operator).build());
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    @Test
    void healthNeedsNoCertificateThere() throws Exception {
        assertThat(plain("/health/liveness").status()).isEqualTo(200);
        assertThat(plain("/health/readiness").status()).isEqualTo(503);
        assertThat(plain("/health/readiness").json().at("/checks/0/name").asText())
                .isEqualTo("jmx");
        assertThat(Files.readString(addressFile))
                .isEqualTo(sidecar.health("").toString() + "\n")
                .startsWith("http://127.0.0.1:");
    }

    @Test
    void nothingElseIsServedThere() throws Exception {
        for (String path :
                new String[] {"/v1/transfers", "/metrics", "/docs/", "/nothing", "/health/../v1/transfers"}) {
            assertThat(plain(path).status()).as(path).isBetween(400, 404);
        }
        Answer refused = plain("/v1/transfers");
        assertThat(refused.problem()).as("no invitation to send a token").isEqualTo("not-found");
        assertThat(refused.detail()).contains("/health/readiness alone");
    }

    @Test
    void aProbeLeavesNothingInTheLog() throws Exception {
        Logger all = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        all.addAppender(log);
        try {
            plain("/health/liveness");
        } finally {
            all.detachAppender(log);
        }
        assertThat(log.list).extracting(ILoggingEvent::getLevel).doesNotContain(Level.ERROR, Level.WARN);
    }

    @Test
    void theHandshakeOfTheControlPlaneRequiresACertificate() throws Exception {
        HttpClient nobody = HttpClient.newBuilder().sslContext(trusting()).build();

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> call(nobody, sidecar.uri("/health/liveness")));
        assertThat(sidecar.get("/v1/transfers").status()).isEqualTo(200);
        assertThat(sidecar.get("/health/liveness").status()).isEqualTo(200);
    }

    @Test
    void withoutTlsNothingElseIsServedThereEither(@TempDir Path directory) throws Exception {
        try (RunningSidecar open = RunningSidecar.start(directory, "", Map.of("IDAEUS_CONTROL_HEALTH_PORT", "0"))) {
            assertThat(open.get("/v1/transfers").status()).isEqualTo(200);
            assertThat(call(HttpClient.newHttpClient(), open.health("/health/liveness"))
                            .status())
                    .isEqualTo(200);
            Answer refused = call(HttpClient.newHttpClient(), open.health("/v1/transfers"));
            assertThat(refused.problem()).isEqualTo("not-found");
            assertThat(refused.detail()).contains("/health/readiness alone");
        }
    }

    private static Answer plain(String path) throws Exception {
        return call(HttpClient.newHttpClient(), sidecar.health(path));
    }

    private static Answer call(HttpClient client, URI uri) throws Exception {
        return new Answer(client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()));
    }

    private static SSLContext trusting() throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(own.trust())) {
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
