/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.client.ClientJson;
import io.idaeus.client.Diagnosis;
import io.idaeus.client.Diagnosis.Status;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.config.ConfigFile;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.doctor.Doctor;
import io.idaeus.sidecar.doctor.ExaminedHost;
import io.idaeus.sidecar.filemode.OtherUser;
import io.idaeus.sidecar.security.Certificates;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    @TempDir
    Path directory;

    private int exitCode;

    @Test
    void errorsOfTheConfigurationAreFindings() throws Exception {
        Path file = Files.writeString(directory.resolve("c.yaml"), "control: {port: x, hots: y}\n");
        List<Diagnosis> found = examine(file);
        assertThat(exitCode).isEqualTo(1);
        assertThat(found)
                .allMatch(each -> each.status() == Status.FAIL && each.check().equals("configuration"));
        assertThat(found)
                .extracting(Diagnosis::found)
                .containsExactly(
                        file + ": control.hots: unknown key; did you mean control.host?",
                        file + ": control.port: found \"x\", expected a port, 0 to 65535");
    }

    @Test
    void aHostWhereNothingRunsHasItsFindings() throws Exception {
        int closed = ClosedPort.NUMBER;
        List<Diagnosis> found =
                examine("""
                cassandra: {jmx: {port: %1$d}, cql: {port: %1$d}, responseTimeout: 20s}
                control: {port: %1$d}
                peers: {allow: ["127.0.0.1:%1$d", "localhost:%1$d", "10.0.0.0/8", "127.0.0.1:9044"]}
                stateDirectory: %2$s
                staging: {roots: [%3$s]}
                """.formatted(closed, directory.resolve("state"), directory.resolve("staging")));
        assertThat(exitCode).isEqualTo(1);
        assertThat(found)
                .filteredOn(each -> !each.check().equals("user"))
                .extracting(each -> each.status() + " " + each.check())
                .containsExactly(
                        "OK configuration",
                        "OK java",
                        "OK certificate",
                        "OK access",
                        "FAIL jmx",
                        "FAIL cql",
                        "OK nodetool",
                        "OK state",
                        "OK staging",
                        "FAIL sidecar",
                        "WARN peer");
        assertThat(found).filteredOn(each -> each.status() != Status.OK).allSatisfy(each -> assertThat(each.remedy())
                .isNotBlank());
        assertThat(find("peer", found).found())
                .isEqualTo("no response from http://localhost:%d: connection refused".formatted(closed));
        for (String check : List.of("jmx", "cql")) {
            assertThat(find(check, found).found()).contains(":%d: Connection refused (".formatted(closed));
        }
        assertThat(find("cql", found).remedy())
                .startsWith("start Cassandra, or set cassandra.cql.host and .port to rpc_address ");
        assertThat(directory.resolve("state")).doesNotExist();
    }

    @Test
    void aSidecarThatRunsAnswersAndItsClockIsCompared() throws Exception {
        try (RunningSidecar running = RunningSidecar.start(directory)) {
            int port = running.uri("/").getPort();
            Path file = Files.writeString(
                    directory.resolve("doctor.yaml"),
                    "cassandra: {responseTimeout: 20s}\npeers: {allow: [\"localhost:%d\"]}\n".formatted(port)
                            + "control: {port: %d}\nstateDirectory: %s\n".formatted(port, directory.resolve("state")));
            String uri = "http://127.0.0.1:" + port;

            assertThat(find("sidecar", examine(file)).found()).isEqualTo(uri + " answers, and its clock agrees");
            assertThat(find("peer", examine(file)).found())
                    .isEqualTo("http://localhost:" + port + " answers, and its clock agrees");

            Clock fast = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(1));
            ConfigFile config = ConfigFile.read(file, Map.of());
            Settings settings = new Settings(config.config());
            ExaminedHost host =
                    new ExaminedHost(() -> new CassandraDoor(settings.cassandra()), () -> {}, null, new TreeMap<>());
            List<Diagnosis> found = new ArrayList<>();
            new Doctor(config, host, fast).examine(found::add);
            Diagnosis clock = find("clock", found);
            assertThat(clock.status()).isEqualTo(Status.WARN);
            assertThat(clock.found()).startsWith(uri + " says it is ");
        }
    }

    @Test
    void aSidecarWithTlsIsAskedWithItsOwnCertificate() throws Exception {
        TlsPaths tls = new Certificates(directory, "ca").issue("CN=node1");
        String section = """
                tls:
                  certificate: %s
                  key: %s
                  trust: %s
                """.formatted(tls.certificate(), tls.key(), tls.trust());
        try (RunningSidecar running = RunningSidecar.start(directory, section, Map.of())) {
            Path file = Files.writeString(
                    directory.resolve("doctor.yaml"),
                    section
                            + "control: {port: %d}\nstateDirectory: %s\n"
                                    .formatted(running.uri("/").getPort(), directory.resolve("state")));
            List<Diagnosis> found = examine(file);
            assertThat(find("sidecar", found).found())
                    .startsWith("https://127.0.0.1:")
                    .endsWith("its clock agrees");
            assertThat(find("issuer", found).status()).isEqualTo(Status.OK);
        }
    }

    @Test
    void whatIsNotReadAtTheStartIsFoundAllTheSame() throws Exception {
        Path list = Files.writeString(directory.resolve("access.yaml"), "roles: nonsense\n");
        TlsPaths tls = new Certificates(directory, "ca").issue("CN=node1");
        Path none = Files.writeString(directory.resolve("none.pem"), "none");
        List<Diagnosis> found = examine(
                """
                tls: {certificate: %s, key: %s, trust: %s}
                access: {list: %s}
                cassandra: {jmx: {tls: {trust: %s}}}
                control: {port: 0}
                stateDirectory: %s
                """.formatted(tls.certificate(), tls.key(), tls.trust(), list, none, directory.resolve("state")));
        assertThat(find("access", found).status()).isEqualTo(Status.FAIL);
        assertThat(find("access", found).found()).contains(list.toString());
        assertThat(find("cassandra", found).found()).contains(none + " holds no certificate");
        assertThat(find("state", found).status()).isEqualTo(Status.OK);
    }

    @Test
    void peopleReadLinesWithoutTheLog() throws Exception {
        Path file = Files.writeString(directory.resolve("c.yaml"), "control: {port: x}\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(run(out, Map.of(), "doctor", "--config", file.toString())).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("fail  configuration  " + file + ": control.port: found \"x\", expected a port, 0 to 65535\n"
                        + "                     -> correct it: the sidecar does not start until then\n");
        assertThat(run(out, Map.of(), "--json")).isEqualTo(2);
        assertThat(run(out, Map.of(), "doctor", "--jsn")).isEqualTo(2);
    }

    @Test
    void aConfigurationThatIsMissingOrBrokenIsFoundWithoutItsSecrets() throws Exception {
        Path absent = directory.resolve("absent.yaml");
        Diagnosis missing = examine(absent).get(0);
        assertThat(missing.found()).isEqualTo(absent + ": no such file");
        assertThat(missing.remedy()).isEqualTo("name the file with --config or IDAEUS_CONFIG");

        Path unreadable = Files.writeString(directory.resolve("mine.yaml"), "");
        Files.setPosixFilePermissions(unreadable, Set.of());
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        Diagnosis denied = OtherUser.call(() -> examine(unreadable).get(0));
        assertThat(denied.found()).isEqualTo(unreadable + ": this user cannot read it");
        assertThat(denied.remedy()).isEqualTo("run doctor as the sidecar's user, and let that user read the file");

        for (String broken : List.of(
                "cassandra:\n  jmx:\n    user: u\n    password: hunter2\n   port: 1\n",
                "cassandra: {jmx: {user: u, password: hunter2\n",
                "cassandra: {jmx: {user: u, password: [hunter2]}}\n",
                "cassandra: {jmx: {user: u, passwort: hunter2}}\n",
                "cassandra:\n  jmx:\n    password: *hunter2\n",
                "cassandra:\n  jmx:\n    password: \"hunter2\\q\"\n",
                "cassandra:\n  jmx:\n    password hunter2\n")) {
            List<Diagnosis> found = examine(broken);
            assertThat(exitCode).isEqualTo(1);
            assertThat(found).isNotEmpty().allSatisfy(each -> {
                assertThat(each.status()).isEqualTo(Status.FAIL);
                assertThat(each.found())
                        .startsWith(directory.resolve("c.yaml") + ": ")
                        .doesNotContain("hunter2");
                assertThat(each.remedy()).isEqualTo("correct it: the sidecar does not start until then");
            });
        }
    }

    @Test
    @Tag("timing")
    void aCheckThatHangsOrBreaksIsAFindingAndTheOthersGoOn() throws Exception {
        Path file = Files.writeString(
                directory.resolve("c.yaml"),
                "control: {port: 0}\nstateDirectory: %s\n".formatted(directory.resolve("state")));
        ConfigFile config = ConfigFile.read(file, Map.of());
        CountDownLatch never = new CountDownLatch(1);
        ExaminedHost host = new ExaminedHost(
                () -> {
                    throw new IllegalStateException("broken");
                },
                () -> awaitUninterruptibly(never),
                null,
                new TreeMap<>());
        List<Diagnosis> found = new ArrayList<>();
        new Doctor(config, host, Clock.systemUTC(), Duration.ofSeconds(3)).examine(found::add);
        never.countDown();

        Diagnosis hanging = find("access", found);
        assertThat(hanging.status()).isEqualTo(Status.FAIL);
        assertThat(hanging.found()).isEqualTo("the access list: no result within 3 s");
        Diagnosis broken = find("cassandra", found);
        assertThat(broken.status()).isEqualTo(Status.FAIL);
        assertThat(broken.found())
                .isEqualTo("Cassandra: the check itself failed: java.lang.IllegalStateException: broken");
        assertThat(find("state", found).status()).isEqualTo(Status.OK);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean over = false;
        while (!over) {
            try {
                latch.await();
                over = true;
            } catch (InterruptedException ignored) {
                // It hangs in the kernel.
            }
        }
    }

    @Test
    void variablesThatNameNoKeyAreFound() throws Exception {
        Path file = Files.writeString(directory.resolve("c.yaml"), "control: {port: 0}\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        run(out, Map.of("IDAEUS_CONTROL_PROT", "1"), "doctor", "--config", file.toString());
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("warn  configuration  IDAEUS_CONTROL_PROT matches no");
    }

    private List<Diagnosis> examine(String yaml) throws Exception {
        return examine(Files.writeString(directory.resolve("c.yaml"), yaml));
    }

    private List<Diagnosis> examine(Path file) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        exitCode = run(out, Map.of(), "doctor", "--json", "--config", file.toString());
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        List<Diagnosis> found = new ArrayList<>();
        for (String line : lines) {
            found.add(ClientJson.mapper().readValue(line, Diagnosis.class));
        }
        return found;
    }

    private static int run(ByteArrayOutputStream out, Map<String, String> environment, String... arguments) {
        PrintStream err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return Main.run(List.of(arguments), environment, new PrintStream(out, true, StandardCharsets.UTF_8), err);
    }

    private static Diagnosis find(String check, List<Diagnosis> all) {
        return all.stream()
                .filter(each -> each.check().equals(check))
                .findFirst()
                .orElseThrow(() -> new AssertionError(check + " is not in " + all));
    }
}
