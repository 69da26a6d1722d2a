/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.cli.command.ExitCodes;
import io.idaeus.client.Answers;
import io.idaeus.client.ClientJson;
import io.idaeus.client.FakeSidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContextsTest {

    @TempDir
    private Path home;

    private final FakeSidecar first = FakeSidecar.start().on("GET /v1/node", 200, Answers.NODE);
    private final FakeSidecar second =
            FakeSidecar.start().on("GET /v1/node", 200, Answers.NODE.replace("Ilium", "Troy"));

    @BeforeEach
    void twoContexts() throws IOException {
        write("""
                # The clusters of the shop.
                current: ilium
                contexts:
                  ilium:
                    sidecars: [%s]
                  troy:
                    sidecars:
                      - %s   # the first is called
                      - %s
                """.formatted(first.uri(), second.uri(), first.uri()));
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    @Test
    void optionsComeBeforeTheEnvironmentAndThatBeforeTheContext() {
        assertThat(run(Map.of(), "node").out()).contains("Ilium");
        assertThat(run(Map.of("IDAEUS_CONTEXT", "troy"), "node").out()).contains("Troy");
        assertThat(run(Map.of("IDAEUS_URL", second.uri().toString()), "node").out())
                .contains("Troy");
        assertThat(run(Map.of("IDAEUS_CONTEXT", "troy"), "node", "--context", "ilium")
                        .out())
                .contains("Ilium");
        assertThat(run(Map.of("IDAEUS_URL", first.uri().toString()), "node", "--context", "troy")
                        .out())
                .contains("Troy");
        assertThat(run(
                                Map.of("IDAEUS_URL", first.uri().toString()),
                                "node",
                                "--context",
                                "ilium",
                                "--url",
                                second.uri().toString())
                        .out())
                .contains("Troy");
    }

    @Test
    void theFileIsBelowXdgConfigHomeWhereThatIsSet() throws IOException {
        Path elsewhere = Files.createDirectories(home.resolve("elsewhere/idaeus"));
        Files.move(file(), elsewhere.resolve("config.yaml"));
        assertThat(run(Map.of(), "context", "list").out()).contains("(none)", file().toString());
        assertThat(run(Map.of("XDG_CONFIG_HOME", home.resolve("elsewhere").toString()), "context", "list")
                        .out())
                .contains("*  ilium");
    }

    @Test
    void listAndShow() throws IOException {
        assertThat(run(Map.of(), "context", "list").out()).isEqualTo("""
                           CONTEXT  SIDECARS
                        *  ilium    %1$s
                           troy     %2$s, %1$s
                        """.formatted(first.uri(), second.uri()));
        assertThat(ClientJson.mapper()
                        .readTree(run(Map.of(), "context", "list", "-o", "json").out())
                        .path("contexts")
                        .path(1)
                        .path("sidecars")
                        .path(0)
                        .asText())
                .isEqualTo(second.uri().toString());
        write("""
                contexts:
                  a:
                    sidecars: http://h:1
                    trust: ca.pem
                    tokenFile: ~/token
                """);
        assertThat(run(Map.of(), "context", "show", "a").out())
                .contains("trust         " + file().resolveSibling("ca.pem"))
                .contains("token         " + home.resolve("token"));
        Invocation none = run(Map.of(), "context", "show");
        assertThat(none.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(none.err()).contains("idaeus context use NAME");
    }

    @Test
    void useChangesOneLineAlone() throws IOException {
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));
        String before = Files.readString(file());
        assertThat(run(Map.of(), "context", "use", "troy").out()).startsWith("Commands now use troy: " + second.uri());
        assertThat(Files.readString(file())).isEqualTo(before.replace("current: ilium", "current: troy"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-r-----");
        assertThat(run(Map.of(), "node").out()).contains("Troy");
        Files.writeString(file(), before.replace("current: ilium\n", ""));
        run(Map.of(), "context", "use", "ilium");
        assertThat(Files.readString(file())).startsWith("current: ilium\n# The clusters");
        assertThat(run(Map.of(), "context", "use", "sparta").err())
                .contains("There is no context 'sparta' in " + file() + " (expected: ilium, troy)");
    }

    @Test
    void credentialsOfAContextAreUsedTogether() throws IOException {
        write("""
                current: a
                contexts:
                  a:
                    sidecars: [%s]
                    certificate: absent.pem
                    key: absent.key
                """.formatted(first.uri()));
        assertThat(run(Map.of(), "node").err()).contains(file().resolveSibling("absent.pem") + " cannot be read");
        assertThat(run(Map.of(), "node", "--cert", "/other.pem").err()).contains("go together");
        assertThat(run(Map.of("IDAEUS_CERT", "/other.pem"), "node").err()).contains("go together");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'contexts: {a: {sidecars: [h:1]}}'|contexts.a.sidecars: found \"h:1\", expected http://host:port",
                "'contexts: {a: {}}'|contexts.a.sidecars: found nothing, expected a list of at least one address",
                "'contexts: {a: {sidecars: []}}'|contexts.a.sidecars: found nothing",
                "'contexts: {a: {sidecars: [7]}}'|contexts.a.sidecars: found 7, expected",
                "'contexts: {a: {sidecars: [http://h:1], password: x}}'|contexts.a.password: found a secret, expected the name of a file that holds it: keyPasswordFile",
                "'contexts: {a: {sidecars: [http://h:1], token: x}}'|contexts.a.token: found a secret, expected the name of a file that holds it: tokenFile",
                "'contexts: {a: {sidecars: [http://h:1], cert: x}}'|contexts.a.cert: unknown key, expected one of sidecars",
                "'contexts: {a: {sidecars: [http://h:1], key: x}}'|contexts.a: found only one of certificate and key",
                "'contexts: {a: {sidecars: [http://h:1], trust: [x]}}'|contexts.a.trust: found [\"x\"], expected the name of a file",
                "'contexts: {a: {sidecars: [http://h:1], tokenFile: }, b: {sidecars: [x]}}'|contexts.b.sidecars",
                "'contexts: {a: {sidecars: [http://h:1], keyPasswordFile: x}}'|contexts.a.keyPasswordFile: found without key",
                "'contexts: {a b: {sidecars: [http://h:1]}}'|found the name 'a b', expected letters",
                "'current: b\ncontexts: {a: {sidecars: [http://h:1]}}'|current: found \"b\", expected one of the contexts: a",
                "'context: {}'|context: unknown key, expected current or contexts",
                "'contexts: {a: 1}'|contexts.a: found 1, expected sidecars and credentials",
                "'contexts: 1'|contexts: found 1, expected a name for each cluster",
                "'contexts: {}\ncontexts: {}'|Duplicate field",
                "'contexts: ['|line",
                "'- a'|expected the keys current and contexts",
            })
    void everythingThatIsWrongIsSaid(String text, String message) throws IOException {
        write(text);
        Invocation invocation = run(Map.of(), "node");
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(invocation.out()).isEmpty();
        assertThat(invocation.err())
                .startsWith("idaeus: The contexts in " + file() + " cannot be used\n  ")
                .contains(message);
        assertThat(first.received()).isEmpty();
    }

    @Test
    void aSecretIsNotRepeated() throws IOException {
        write("contexts: {a: {sidecars: [http://h:1], password: hunter2, key: \"-----BEGIN PRIVATE KEY-----\"}}");
        assertThat(run(Map.of(), "node").err())
                .contains("contexts.a.key: found PEM text")
                .doesNotContain("hunter2");
    }

    @Test
    void healthAsksEverySidecarOfTheContext() {
        String ready = "{\"up\":true,\"checks\":[{\"name\":\"jmx\",\"up\":true,\"detail\":\"fine\"}]}";
        String notReady = "{\"up\":false,\"checks\":[{\"name\":\"cql\",\"up\":false,\"detail\":\"no answer\"}]}";
        first.on("GET /health/readiness", 200, ready);
        second.on("GET /health/readiness", 200, ready).on("GET /health/readiness", 503, notReady);
        Invocation all = run(Map.of(), "health", "--context", "troy");
        assertThat(all.exitCode()).isZero();
        Invocation one = run(Map.of(), "health", "--context", "troy");
        assertThat(one.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(one.out()).isEqualTo("""
                        SIDECAR                 STATE      REASON
                        %s  not ready  cql: no answer
                        %s  ready
                        """.formatted(second.uri(), first.uri()));
        second.close();
        Invocation none = run(Map.of(), "health", "--context", "troy", "-o", "yaml");
        assertThat(none.exitCode()).isEqualTo(ExitCodes.UNREACHABLE);
        assertThat(none.out()).contains("state: \"NO_RESPONSE\"", "connection refused", "state: \"READY\"");
    }

    @Test
    void yamlHasTheFieldsOfJson() {
        assertThat(run(Map.of(), "node", "-o", "yaml").out())
                .contains("cluster: \"Ilium\"\n")
                .contains("tokens:\n- \"-9000000000000000000\"\n- \"42\"\n");
    }

    private Path file() {
        return home.resolve(".config/idaeus/config.yaml");
    }

    private void write(String text) throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), text);
    }

    private Invocation run(Map<String, String> environment, String... args) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("HOME", home.toString());
        return Invocation.of(all, args);
    }
}
