/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.TlsContexts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The certificates of {@code bin/idaeus-certificates}, used by two sidecars and an operator. */
@Timeout(120)
class CertificatesScriptTest {
    private static final Path SCRIPT =
            Path.of("src/dist/bin/idaeus-certificates").toAbsolutePath();
    private static final String DATA = "/data/v1/snapshots/a/b/c/nb-1-big/Data.db";

    @TempDir
    Path directory;

    @Test
    void twoSidecarsAndAnOperatorMeet() throws Exception {
        run("authority");
        run("sidecar", "node1", "127.0.0.1", "localhost");
        run("sidecar", "node2", "127.0.0.1", "localhost");
        run("operator", "alice");
        run("monitoring", "prometheus");

        try (RunningSidecar one = start("node1");
                RunningSidecar two = start("node2")) {
            for (RunningSidecar sidecar : List.of(one, two)) {
                assertThat(status(sidecar.uri("/v1/transfers").toString(), "GET", "alice"))
                        .isEqualTo(200);
            }
            assertThat(status(two.uri("/v1/leases/x").toString(), "DELETE", "node1"))
                    .as("a peer has leases")
                    .isNotIn(401, 403);
            assertThat(status(two.uri("/v1/transfers").toString(), "GET", "node1"))
                    .as("and no transfers")
                    .isEqualTo(403);
            assertThat(status(data(two), "GET", "node1")).as("without a lease").isEqualTo(403);
            assertThat(status(two.uri("/metrics").toString(), "GET", "prometheus"))
                    .isEqualTo(200);
            assertThat(status(two.uri("/v1/transfers").toString(), "GET", "prometheus"))
                    .isEqualTo(403);

            run("revoke", "node1");
            Await.until("the revoked sidecar is refused", () -> refused(data(two), "node1"));
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> status(two.uri("/v1/leases/x").toString(), "DELETE", "node1"));
            assertThat(status(two.uri("/v1/transfers").toString(), "GET", "alice"))
                    .isEqualTo(200);

            run("sidecar", "node1", "127.0.0.1");
            assertThat(status(data(two), "GET", "node1")).as("without a lease").isEqualTo(403);
        }
    }

    @Test
    void keysAreForTheirOwnerAlone() throws Exception {
        run("authority", "example");
        run("operator", "alice");

        for (String key : List.of("ca.key", "alice.key")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(key))))
                    .isEqualTo("rw-------");
        }
        assertThat(certificates("alice").certificate()).isNotEmptyFile();
    }

    @Test
    void mistakesAreNamed() throws Exception {
        assertThat(call("operator", "alice"))
                .isEqualTo("idaeus-certificates: " + directory.resolve("pki")
                        + " has no authority: idaeus-certificates authority");
        run("authority");
        assertThat(call("authority")).endsWith("/ca.key is there: this directory has an authority");
        assertThat(call("operator", "a/b"))
                .isEqualTo("idaeus-certificates: 'a/b' is no name (expected: letters, digits, dots, dashes and"
                        + " underscores)");
        assertThat(call("operator", "ca"))
                .isEqualTo("idaeus-certificates: 'ca' is the name of a file of the authority: choose another");
        assertThat(call("sidecar", "node1", "a,DNS:*"))
                .isEqualTo("idaeus-certificates: 'a,DNS:*' is neither a name nor an address");
        assertThat(call("revoke", "bob")).endsWith(" has no valid certificate of bob");
        assertThat(call("sidecar", "node1")).startsWith("idaeus-certificates authority [NAME] ");
    }

    private RunningSidecar start(String name) throws Exception {
        TlsPaths tls = certificates(name);
        String yaml = """
                tls: {certificate: %s, key: %s, trust: %s, crl: %s, reloadInterval: 1s}
                access: {list: %s}
                """.formatted(tls.certificate(), tls.key(), tls.trust(), file("crl.pem"), file("access.yaml"));
        // Its own certificate, which does not change when another of this name is issued.
        Path home = Files.createDirectory(directory.resolve(name));
        Files.copy(tls.certificate(), home.resolve("node.pem"));
        Files.copy(tls.key(), home.resolve("node.key"));
        return RunningSidecar.start(
                home,
                yaml.replace(
                                tls.certificate().toString(),
                                home.resolve("node.pem").toString())
                        .replace(tls.key().toString(), home.resolve("node.key").toString()),
                HttpClient.newHttpClient());
    }

    private static String data(RunningSidecar sidecar) {
        return "https://localhost:" + sidecar.data().getPort() + DATA;
    }

    private boolean refused(String uri, String caller) {
        try {
            return status(uri, "GET", caller) < 0;
        } catch (IOException e) {
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int status(String uri, String method, String caller) throws IOException, InterruptedException {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(TlsContexts.load(certificates(caller)).jdk())
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create(uri))
                                .method(method, BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
    }

    private TlsPaths certificates(String name) {
        return new TlsPaths(file(name + ".pem"), file(name + ".key"), file("ca.pem"));
    }

    private Path file(String name) {
        return directory.resolve("pki").resolve(name);
    }

    private void run(String... arguments) throws Exception {
        assertThat(call(arguments)).isEmpty();
    }

    /** Returns the output. */
    private String call(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .put("IDAEUS_CERTIFICATES", directory.resolve("pki").toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.strip();
    }
}
