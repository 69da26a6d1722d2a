/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.TlsContexts;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar with a revocation list, which changes while it runs. */
@Timeout(120)
class RevocationTest {
    private static final String CONTROL = "/v1/transfers";
    private static final String HEALTH = "/health/liveness";
    private static final String DATA = "/data/v1/snapshots/a/b/c/nb-1-big/Data.db";

    @TempDir
    Path directory;

    private Certificates authority;
    private TlsPaths own;
    private TlsPaths friend;
    private TlsPaths thief;
    private Path list;

    @BeforeEach
    void issue() throws Exception {
        authority = new Certificates(directory, "authority");
        own = authority.issue("CN=sidecar");
        friend = authority.issue("CN=friend");
        thief = authority.issue("CN=thief");
        list = directory.resolve("crl.pem");
    }

    @Test
    void aRevokedCertificateIsRefusedInTheHandshakeOfBothPlanes() throws Exception {
        publish(thief);
        try (RunningSidecar sidecar = start()) {
            assertThat(status(sidecar.uri("").getPort(), friend, CONTROL)).isEqualTo(200);
            assertThat(status(sidecar.data().getPort(), friend, DATA)).isEqualTo(404);

            assertRefused(sidecar.uri("").getPort(), thief, HEALTH);
            assertRefused(sidecar.uri("").getPort(), thief, CONTROL);
            assertRefused(sidecar.data().getPort(), thief, DATA);
        }
    }

    @Test
    void openConnectionsOfARevokedCertificateEndOnBothPlanes() throws Exception {
        publish();
        try (RunningSidecar sidecar = start();
                Open friendly = new Open(sidecar.uri("").getPort(), friend);
                Open friendlyData = new Open(sidecar.data().getPort(), friend);
                Open stolen = new Open(sidecar.uri("").getPort(), thief);
                Open stolenData = new Open(sidecar.data().getPort(), thief)) {
            assertThat(stolen.status(CONTROL)).isEqualTo(200);
            assertThat(stolenData.status(DATA)).isEqualTo(404);
            assertThat(friendly.status(CONTROL)).isEqualTo(200);
            assertThat(friendlyData.status(DATA)).isEqualTo(404);

            publish(thief);
            stolen.awaitEnd();
            stolenData.awaitEnd();

            assertThat(friendly.status(CONTROL)).isEqualTo(200);
            assertThat(friendlyData.status(DATA)).isEqualTo(404);
            assertRefused(sidecar.uri("").getPort(), thief, CONTROL);
            assertRefused(sidecar.data().getPort(), thief, DATA);
            assertThat(body(sidecar.uri("").getPort(), friend, "/metrics"))
                    .contains("idaeus_tls_revoked_connections_closed_total 2.0")
                    .contains("idaeus_tls_reloads_total{outcome=\"applied\"} 1.0");
        }
    }

    @Test
    void aConnectionThatWasOpenedBeforeItsHandshakeEndsToo() throws Exception {
        publish();
        try (RunningSidecar sidecar = start();
                Open late = new Open(sidecar.data().getPort(), thief);
                Open lateControl = new Open(sidecar.uri("").getPort(), thief)) {
            publish(thief);
            Await.until("the list is taken", () -> applied(sidecar));

            late.assertRefused(DATA);
            lateControl.assertRefused(CONTROL);
        }
    }

    @Test
    void aListThatCannotBeUsedChangesNothing() throws Exception {
        publish(thief);
        try (RunningSidecar sidecar = start()) {
            Files.writeString(list, "half a li");
            Await.until("the refusal is counted", () -> metrics(sidecar)
                    .contains("idaeus_tls_reloads_total{outcome=\"rejected\"} 1.0"));

            assertRefused(sidecar.data().getPort(), thief, DATA);
            assertThat(status(sidecar.data().getPort(), friend, DATA)).isEqualTo(404);
        }
    }

    private boolean applied(RunningSidecar sidecar) {
        return metrics(sidecar).contains("idaeus_tls_reloads_total{outcome=\"applied\"} 1.0");
    }

    private String metrics(RunningSidecar sidecar) {
        try {
            return body(sidecar.uri("").getPort(), friend, "/metrics");
        } catch (IOException e) {
            return "";
        }
    }

    private void publish(TlsPaths... revoked) throws Exception {
        Files.copy(authority.revoke(revoked), list, StandardCopyOption.REPLACE_EXISTING);
    }

    private RunningSidecar start() throws Exception {
        String yaml = """
                tls: {certificate: %s, key: %s, trust: %s, crl: %s, reloadInterval: 1s}
                access: {list: %s}
                """.formatted(
                own.certificate(),
                own.key(),
                own.trust(),
                list,
                Files.writeString(directory.resolve("access.yaml"), "grants: [{role: operator, to: ['CN=*']}]"));
        return RunningSidecar.start(directory, yaml, HttpClient.newHttpClient());
    }

    private static int status(int port, TlsPaths caller, String path) throws IOException {
        try (Open open = new Open(port, caller)) {
            return open.status(path);
        }
    }

    private static String body(int port, TlsPaths caller, String path) throws IOException {
        try (Open open = new Open(port, caller)) {
            open.send(path, "close");
            return new String(open.socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void assertRefused(int port, TlsPaths caller, String path) throws IOException {
        try (Open open = new Open(port, caller)) {
            open.assertRefused(path);
        }
    }

    /** A connection that stays open between requests. Its handshake begins with the first one. */
    private static final class Open implements AutoCloseable {
        private final SSLSocket socket;

        Open(int port, TlsPaths caller) throws IOException {
            socket = (SSLSocket) TlsContexts.load(new TlsPaths(caller.certificate(), caller.key(), caller.trust()))
                    .jdk()
                    .getSocketFactory()
                    .createSocket("127.0.0.1", port);
            socket.setSoTimeout(60_000);
        }

        int status(String path) throws IOException {
            send(path, "keep-alive");
            String line = line();
            int length = 0;
            for (String header = line(); !header.isEmpty(); header = line()) {
                if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
                    length = Integer.parseInt(header.substring(15).strip());
                }
            }
            socket.getInputStream().readNBytes(length);
            return Integer.parseInt(line.split(" ", 3)[1]);
        }

        void send(String path, String connection) throws IOException {
            socket.getOutputStream()
                    .write("GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: %s\r\n\r\n"
                            .formatted(path, connection)
                            .getBytes(StandardCharsets.US_ASCII));
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = socket.getInputStream().read();
                    c != '\n';
                    c = socket.getInputStream().read()) {
                if (c < 0) {
                    throw new IOException("closed after '" + line + "'");
                }
                line.append((char) c);
            }
            return line.toString().strip();
        }

        /** The other end says no to the certificate, not to the request. */
        void assertRefused(String path) {
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> status(path));
        }

        void awaitEnd() throws IOException {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
