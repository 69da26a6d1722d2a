/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.Certificates;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @Test
    void aMissingConfigurationFileIsAConfigurationError() {
        assertThat(run("--config", "/nowhere/idaeus.yaml")).isEqualTo(2);
        assertThat(text(err)).isEqualTo("idaeus-sidecar: /nowhere/idaeus.yaml:\n  no such file\n");
    }

    @Test
    void eachConfigurationErrorIsALine() throws Exception {
        Path file = Files.writeString(directory.resolve("c.yaml"), "control: {port: x, hots: y}\n");

        assertThat(run("--config=" + file)).isEqualTo(2);
        assertThat(text(err).lines())
                .containsExactly(
                        "idaeus-sidecar: " + file + ":",
                        "  control.hots: unknown key; did you mean control.host?",
                        "  control.port: found \"x\", expected a port, 0 to 65535");
    }

    @Test
    void theEnvironmentCanNameTheConfigurationFile() {
        assertThat(Main.run(List.of(), Map.of("IDAEUS_CONFIG", "/nowhere/c.yaml"), print(out), print(err)))
                .isEqualTo(2);
        assertThat(text(err)).contains("/nowhere/c.yaml");
    }

    @Test
    void anUnknownOptionIsAUsageError() {
        assertThat(run("--port", "1")).isEqualTo(2);
        assertThat(text(err)).contains("unknown option --port", "Usage: idaeus-sidecar");
        assertThat(run("--config")).isEqualTo(2);
        assertThat(text(err)).contains("--config needs a file");
    }

    @Test
    void versionAndHelpArePrinted() {
        assertThat(run("--version")).isZero();
        assertThat(run("--help")).isZero();
        assertThat(text(out)).contains("idaeus-sidecar dev", "Usage: idaeus-sidecar");
    }

    @Test
    void aPortInUseIsOneClearLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            Path file = Files.writeString(
                    directory.resolve("c.yaml"),
                    "control: {port: %d}\ndata: {port: 0}\nstateDirectory: %s\n"
                            .formatted(taken.getLocalPort(), directory.resolve("state")));

            assertThat(run("--config", file.toString())).isEqualTo(1);
            assertThat(text(err).lines())
                    .singleElement()
                    .asString()
                    .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort(), "control.port");
        }
    }

    @Test
    void theDataPlanesPortInUseIsOneClearLineToo() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            Path file = Files.writeString(
                    directory.resolve("c.yaml"),
                    "control: {port: 0}\ndata: {port: %d}\nstateDirectory: %s\n"
                            .formatted(taken.getLocalPort(), directory.resolve("state")));

            assertThat(run("--config", file.toString())).isEqualTo(1);
            assertThat(text(err).lines())
                    .singleElement()
                    .asString()
                    .isEqualTo("idaeus-sidecar: The data plane cannot listen on 127.0.0.1:" + taken.getLocalPort()
                            + ": Address already in use; set data.host to an address of this machine and data.port to a"
                            + " free port.");
        }
    }

    @Test
    void aStateDirectoryBelongsToOneSidecar() throws Exception {
        try (RunningSidecar first = RunningSidecar.start(directory)) {
            SidecarConfig same = RunningSidecar.config(directory, "");

            assertThat(first.get("/health/liveness").status()).isEqualTo(200);
            assertThatExceptionOfType(StartException.class)
                    .isThrownBy(() -> Sidecar.start(same))
                    .withMessageContaining("Another sidecar uses the stateDirectory");
        }
    }

    @Test
    void aStateDirectoryThatCannotBeCreatedIsOneClearLine() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        Path config = Files.writeString(directory.resolve("c.yaml"), "stateDirectory: " + file.resolve("state") + "\n");

        assertThat(run("--config", config.toString())).isEqualTo(2);
        assertThat(text(err))
                .contains("cannot be written by " + System.getProperty("user.name"))
                .contains("install -d -m 0750 -o " + System.getProperty("user.name") + " " + file.resolve("state"))
                .hasLineCount(1);
    }

    @Test
    void aWrongOrMissingKeyPasswordIsOneClearLine() throws Exception {
        TlsPaths encrypted = Certificates.encrypted(new Certificates(directory, "ca").issue("CN=a"), "right");

        assertThat(startWith(encrypted, "")).isEqualTo(2);
        assertThat(text(err)).contains(encrypted.key().toString(), "encrypted").hasLineCount(1);

        err.reset();
        Path wrong = Files.writeString(directory.resolve("wrong"), "wrong\n");
        assertThat(startWith(encrypted, "keyPasswordFile: " + wrong)).isEqualTo(2);
        assertThat(text(err))
                .contains(encrypted.key().toString(), wrong.toString())
                .hasLineCount(1);
    }

    private int startWith(TlsPaths tls, String password) throws Exception {
        Path config = Files.writeString(directory.resolve("c.yaml"), """
                control: {port: 0}
                data: {port: 0}
                stateDirectory: %s
                tls:
                  certificate: %s
                  key: %s
                  trust: %s
                  %s
                """.formatted(
                        directory.resolve("state"), tls.certificate(), tls.key(), tls.trust(), password));
        return run("--config", config.toString());
    }

    private int run(String... arguments) {
        return Main.run(List.of(arguments), Map.of(), print(out), print(err));
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream from) {
        return from.toString(StandardCharsets.UTF_8);
    }
}
