/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.Certificates;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The image's health check, {@code docker/sidecar/ready}, against real sidecars. */
@Timeout(120)
class ReadyProbeTest {
    @TempDir
    Path directory;

    private Path addressFile;

    private record Probe(int exitCode, String output) {}

    @BeforeEach
    void nameTheFile() {
        addressFile = directory.resolve("address");
    }

    @Test
    void printsWhyTheSidecarIsNotReady() throws Exception {
        try (RunningSidecar sidecar = start("", "127.0.0.1")) {
            assertThat(Files.readString(addressFile)).isEqualTo(sidecar.uri("") + "\n");
            Probe probe = probe();

            assertThat(probe.output()).startsWith("HTTP/1.1 503").contains("\"up\":false");
            assertThat(probe.exitCode()).isEqualTo(1);
        }
        assertThat(addressFile).doesNotExist();
        assertThat(probe().output()).startsWith("no address in " + addressFile);
    }

    @Test
    void needsNoCertificateWhereTheSidecarSpeaksTls() throws Exception {
        TlsPaths own = new Certificates(directory, "ca").issue("CN=sidecar");
        String tls = "tls: {certificate: %s, key: %s, trust: %s}".formatted(own.certificate(), own.key(), own.trust());
        try (RunningSidecar sidecar = start(tls, "0.0.0.0")) {
            assertThat(Files.readString(addressFile))
                    .isEqualTo("https://127.0.0.1:" + sidecar.uri("").getPort() + "\n");
            assertThat(probe().output()).startsWith("HTTP/1.1 503").contains("\"up\":false");
        }
    }

    @Test
    void succeedsWhereTheSidecarIsReady() throws Exception {
        HttpServer ready = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ready.createContext("/health/readiness", exchange -> exchange.sendResponseHeaders(200, -1));
        ready.start();
        try {
            Files.writeString(
                    addressFile, "http://127.0.0.1:" + ready.getAddress().getPort() + "\n");

            assertThat(probe().exitCode()).isZero();
        } finally {
            ready.stop(0);
        }
        assertThat(probe()).isEqualTo(new Probe(1, "no response from " + Files.readString(addressFile)));
    }

    private RunningSidecar start(String yaml, String host) throws Exception {
        return RunningSidecar.start(
                directory,
                yaml,
                Map.of("IDAEUS_CONTROL_HOST", host, "IDAEUS_CONTROL_ADDRESS_FILE", addressFile.toString()));
    }

    private Probe probe() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("bash", "../docker/sidecar/ready").redirectErrorStream(true);
        builder.environment().put("IDAEUS_CONTROL_ADDRESS_FILE", addressFile.toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Probe(process.exitValue(), output);
    }
}
