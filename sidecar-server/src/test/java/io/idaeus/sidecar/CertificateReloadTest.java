/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.MountedCertificates;
import io.idaeus.sidecar.security.TlsContexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar whose certificate files change while it runs: both planes follow. */
@Timeout(120)
class CertificateReloadTest {
    @TempDir
    Path directory;

    private Certificates old;
    private Certificates fresh;
    private MountedCertificates mounted;

    @BeforeEach
    void issue() throws Exception {
        old = new Certificates(directory, "old");
        fresh = new Certificates(directory, "fresh");
        mounted = MountedCertificates.in(Files.createDirectory(directory.resolve("mount")), old.issue("CN=sidecar"));
    }

    @Test
    void bothPlanesShowTheNewCertificateAndBelieveTheNewAuthority() throws Exception {
        TlsPaths formerly = old.issue("CN=operator");
        TlsPaths operator = fresh.issue("CN=operator");
        try (RunningSidecar sidecar = start()) {
            assertThat(status(sidecar, formerly)).isEqualTo(200);
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> status(sidecar, operator));
            assertThat(issuer(sidecar.data().getPort(), formerly)).isEqualTo("CN=old");

            mounted.replace(fresh.issue("CN=sidecar"));
            Await.until("the control plane believes the new authority", () -> believes(sidecar, operator));

            assertThat(issuer(sidecar.uri("").getPort(), operator)).isEqualTo("CN=fresh");
            assertThat(issuer(sidecar.data().getPort(), operator)).isEqualTo("CN=fresh");
            TlsPaths gullible = new TlsPaths(formerly.certificate(), formerly.key(), operator.trust());
            assertThat(status(sidecar, gullible))
                    .as("keeps the old certificate to itself")
                    .isEqualTo(401);
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> dataStatus(sidecar, gullible));
            assertThat(dataStatus(sidecar, operator)).isEqualTo(404);
        }
    }

    @Test
    void aPairThatDoesNotBelongTogetherChangesNeitherPlane() throws Exception {
        TlsPaths operator = old.issue("CN=operator");
        TlsPaths next = old.issue("CN=next");
        try (RunningSidecar sidecar = start()) {
            Files.copy(next.key(), mounted.files().key(), StandardCopyOption.REPLACE_EXISTING);
            Await.until("the refusal is counted", () -> metrics(sidecar, operator)
                    .contains("idaeus_tls_reloads_total{outcome=\"rejected\"} 1.0"));

            assertThat(subject(sidecar.uri("").getPort(), operator)).isEqualTo("CN=sidecar");
            assertThat(subject(sidecar.data().getPort(), operator)).isEqualTo("CN=sidecar");

            mounted.replace(next);
            Await.until("the change is counted", () -> metrics(sidecar, operator)
                    .contains("idaeus_tls_reloads_total{outcome=\"applied\"} 1.0"));
            assertThat(subject(sidecar.uri("").getPort(), operator)).isEqualTo("CN=next");
            assertThat(subject(sidecar.data().getPort(), operator)).isEqualTo("CN=next");
        }
    }

    @Test
    void theMetersTellWhenTheCertificateExpires() throws Exception {
        TlsPaths operator = old.issue("CN=operator");
        long expiry = TlsContexts.load(mounted.files())
                .material()
                .certificate()
                .getNotAfter()
                .toInstant()
                .getEpochSecond();
        try (RunningSidecar sidecar = start()) {
            assertThat(metrics(sidecar, operator).lines())
                    .filteredOn(line -> line.startsWith("idaeus_tls_certificate_expiry_timestamp_seconds "))
                    .singleElement()
                    .satisfies(line -> assertThat((long) Double.parseDouble(line.substring(line.indexOf(' '))))
                            .isEqualTo(expiry));
        }
    }

    private RunningSidecar start() throws Exception {
        String yaml = """
                tls: {certificate: %s, key: %s, trust: %s, reloadInterval: 1s}
                access: {list: %s}
                """.formatted(
                mounted.files().certificate(),
                mounted.files().key(),
                mounted.files().trust(),
                Files.writeString(directory.resolve("access.yaml"), "grants: [{role: operator, to: ['CN=operator']}]"));
        return RunningSidecar.start(directory, yaml, HttpClient.newHttpClient());
    }

    private static boolean believes(RunningSidecar sidecar, TlsPaths caller) {
        try {
            return status(sidecar, caller) == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private static int status(RunningSidecar sidecar, TlsPaths caller) throws IOException {
        return get(sidecar.uri("/v1/transfers"), caller).statusCode();
    }

    private static int dataStatus(RunningSidecar sidecar, TlsPaths caller) throws IOException {
        URI uri = URI.create(
                "https://127.0.0.1:" + sidecar.data().getPort() + "/data/v1/snapshots/a/b/c/nb-1-big/Data.db");
        return get(uri, caller).statusCode();
    }

    private static String metrics(RunningSidecar sidecar, TlsPaths caller) {
        try {
            return get(sidecar.uri("/metrics"), caller).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HttpResponse<String> get(URI uri, TlsPaths caller) throws IOException {
        try {
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .sslContext(TlsContexts.load(caller).jdk())
                    .build()
                    .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String issuer(int port, TlsPaths caller) throws IOException {
        return shown(port, caller).getIssuerX500Principal().getName();
    }

    private static String subject(int port, TlsPaths caller) throws IOException {
        return shown(port, caller).getSubjectX500Principal().getName();
    }

    private static X509Certificate shown(int port, TlsPaths caller) throws IOException {
        try (SSLSocket socket =
                (SSLSocket) TlsContexts.load(caller).jdk().getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        } catch (SSLException e) {
            throw new IOException("port " + port, e);
        }
    }
}
