/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.cli.doctor.CertificateExpiry;
import io.idaeus.cli.doctor.HostDoctor;
import io.idaeus.cli.doctor.SidecarDoctor;
import io.idaeus.client.Answers;
import io.idaeus.client.Certificates;
import io.idaeus.client.ClientJson;
import io.idaeus.client.Diagnosis;
import io.idaeus.client.Diagnosis.Status;
import io.idaeus.client.FakeSidecar;
import io.idaeus.client.SidecarClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {

    private static final String READY = "{\"up\":true,\"checks\":[{\"name\":\"jmx\",\"up\":true,\"detail\":\"fine\"}]}";
    private static final String NOT_READY =
            "{\"up\":false,\"checks\":[{\"name\":\"cql\",\"up\":false,\"detail\":\"no answer\"}]}";
    private static final String CLUSTER = """
            {"name":"Ilium","hostId":"a","cassandraVersion":"5.0.9","schemaVersions":{},"releaseVersions":{},"maxWriteTimeoutMillis":2000,"repairs":0,
             "nodes":[{"hostId":"a","address":"10.0.0.1","datacenter":"dc1","rack":"r1","liveness":"UP",
                       "movement":"NORMAL","tokens":2},
                      {"hostId":"b","address":"10.0.0.2","datacenter":"dc1","rack":"r1","liveness":"UP",
                       "movement":"NORMAL","tokens":2}]}""";

    @TempDir
    private Path directory;

    private final FakeSidecar sidecar =
            FakeSidecar.start().on("GET /health/liveness", 200, READY).on("GET /v1/node", 200, Answers.NODE);

    @AfterEach
    void stop() {
        System.clearProperty("idaeus.bin");
        sidecar.close();
    }

    @Test
    void aSidecarThatIsWellHasALineForEachCheck() {
        sidecar.on("GET /health/readiness", 200, READY).on("GET /v1/cluster", 200, CLUSTER);
        Invocation doctor = doctor("--url", sidecar.uri().toString());
        assertThat(doctor.out()).isEqualTo("""
                        ok    sidecar        %1$s answers, and its clock agrees
                        ok    readiness      %1$s is ready
                        ok    node           %1$s: Cassandra 5.0.9, NORMAL
                        ok    cluster        %1$s sees every node up
                        ok    version        Idaeus 0.1.0 (%1$s)
                        """.formatted(sidecar.uri()));
        assertThat(doctor.exitCode()).isZero();
    }

    @Test
    void whatIsWrongWithASidecarIsSaidWithTheRemedy() {
        sidecar.on("GET /health/readiness", 503, NOT_READY)
                .on("GET /v1/cluster", 200, CLUSTER.replaceFirst("\"UP\"", "\"DOWN\""));
        try (FakeSidecar other = FakeSidecar.start()
                .on("GET /health/liveness", 200, READY)
                .on("GET /health/readiness", 200, READY)
                .on("GET /v1/cluster", 200, CLUSTER)
                .on(
                        "GET /v1/node",
                        200,
                        Answers.NODE
                                .replace("\"0.1.0\"", "\"0.2.0\"")
                                .replace("\"insecure\":false", "\"insecure\":true"))) {
            Invocation doctor = doctorOf(sidecar.uri() + ", " + other.uri());
            assertThat(doctor.exitCode()).isEqualTo(ExitCodes.FAILED);
            assertThat(doctor.out())
                    .contains("fail  readiness      " + sidecar.uri() + " is not ready: cql: no answer\n")
                    .contains("-> correct what it names")
                    .contains("warn  cluster        " + sidecar.uri() + " does not see up: 10.0.0.1\n")
                    .contains("warn  node           " + other.uri() + ": Cassandra 5.0.9, NORMAL; it listens beyond")
                    .contains("warn  version        Idaeus 0.1.0 (%s); 0.2.0 (%s)\n"
                            .formatted(sidecar.uri(), other.uri()));
        }
    }

    @Test
    void aWarningAloneIsSomethingWrong() {
        sidecar.on("GET /health/readiness", 200, READY)
                .on("GET /v1/cluster", 200, CLUSTER.replaceFirst("\"UP\"", "\"DOWN\""));
        Invocation doctor = doctor("--url", sidecar.uri().toString());
        assertThat(doctor.out()).contains("warn  cluster").doesNotContain("fail ");
        assertThat(doctor.exitCode()).isEqualTo(ExitCodes.FAILED);
    }

    @Test
    void whoeverDoesNotAnswerAsASidecarFails() {
        try (FakeSidecar web = FakeSidecar.start().on("GET /health/liveness", 404, "text/html", "no")) {
            assertThat(doctor("--url", web.uri().toString()).out()).isEqualTo("""
                            fail  sidecar        %s answers with HTTP 404 when asked for its health
                                                 -> check that the address is a sidecar's control plane
                            """.formatted(web.uri()));
        }
        // Nobody runs tcpmux.
        String uri = "http://127.0.0.1:1";
        Invocation silent = doctor("--url", uri);
        assertThat(silent.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(silent.out())
                .startsWith("fail  sidecar        no response from " + uri + ": connection refused\n")
                .contains("-> check that the sidecar runs, and its address and port\n");
    }

    @Test
    void aRefusalIsAFinding() {
        sidecar.on("GET /health/readiness", 200, READY).on("GET /v1/cluster", 403, "application/problem+json", """
                {"type":"urn:idaeus:problem:forbidden","title":"The caller may not do this","status":403,
                 "detail":"CN=me has no role","instance":"/v1/cluster"}""");
        Invocation doctor = doctor("--url", sidecar.uri().toString());
        assertThat(doctor.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(doctor.out())
                .contains("fail  cluster        " + sidecar.uri() + ": The caller may not do this\n")
                .contains("-> CN=me has no role\n");
    }

    @Test
    void clocksThatDifferAreSaid() {
        SidecarClient client = SidecarClient.builder(sidecar.uri()).build();
        for (int hours : List.of(-1, 1)) {
            Clock wrong = Clock.offset(Clock.systemUTC(), Duration.ofHours(hours));
            List<Diagnosis> found = new SidecarDoctor(wrong).examine(List.of(client), null);
            assertThat(found.get(0).status()).isEqualTo(Status.WARN);
            assertThat(found.get(0).check()).isEqualTo("clock");
            assertThat(found.get(0).found()).contains(sidecar.uri() + " says it is", ", this host says ");
        }
        Clock near = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(1));
        assertThat(new SidecarDoctor(near).examine(List.of(client), null).get(0).status())
                .isEqualTo(Status.OK);
    }

    @Test
    void theCertificateOfTheCallerExpires() throws Exception {
        Path certificate = Certificates.make(directory, "me", "EC").certificate();
        Diagnosis soon = CertificateExpiry.of(certificate, Clock.systemUTC());
        assertThat(soon.status()).isEqualTo(Status.WARN);
        assertThat(soon.found()).startsWith("yours, CN=me in " + certificate + ", is valid until ");
        Clock before = Clock.offset(Clock.systemUTC(), Duration.ofDays(-14));
        assertThat(CertificateExpiry.of(certificate, before).status()).isEqualTo(Status.OK);
        Clock after = Clock.offset(Clock.systemUTC(), Duration.ofDays(3));
        assertThat(CertificateExpiry.of(certificate, after).status()).isEqualTo(Status.FAIL);
    }

    @Test
    void credentialsAndContextsThatCannotBeUsedAreFindings() throws Exception {
        Path certificate = Certificates.make(directory, "me", "EC").certificate();
        Path none = Files.writeString(directory.resolve("none.pem"), "no PEM");
        Invocation doctor =
                doctor("--url", "https://127.0.0.1:1", "--cert", certificate.toString(), "--key", none.toString());
        assertThat(doctor.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(doctor.out())
                .startsWith("warn  certificate    yours, CN=me")
                .contains("fail  context        " + none + " holds no private key");
        assertThat(doctor("--url", "https://h:1", "--cert", none.toString(), "--key", none.toString())
                        .out())
                .startsWith("fail  certificate    " + none + " holds no certificate");

        Invocation wrong = doctorOf("h");
        assertThat(wrong.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(wrong.out()).contains("fail  context        ", "contexts.a.sidecars: found \"h\"");
    }

    @Test
    void theSidecarOfThisHostExaminesIt() throws Exception {
        launcher("""
                echo "a line of the log"
                echo '{"status":"OK","check":"java","found":"'"$*"'"}'
                echo '{"status":"FAIL","check":"jmx","found":"'"${IDAEUS_TOKEN_FILE-unset}"'","remedy":"start it"}'
                exit 1
                """);
        Invocation doctor = doctor("--config", "/x y.yaml");
        assertThat(doctor.exitCode()).isEqualTo(ExitCodes.FAILED);
        // Nobody named a sidecar: the host's own is examined by it alone.
        assertThat(doctor.out()).isEqualTo("""
                        ok    java           doctor --json --config /x y.yaml
                        fail  jmx            unset
                                             -> start it
                        """);
        sidecar.on("GET /health/readiness", 200, READY).on("GET /v1/cluster", 200, CLUSTER);
        String uri = sidecar.uri().toString();
        assertThat(doctor("--config", "/x.yaml", "--url", uri).out()).contains("fail  jmx", "ok    cluster");
        // A user who names a sidecar means that one: here the package may be installed for the command alone.
        assertThat(doctor("--url", uri).out()).contains("ok    cluster").doesNotContain("jmx", "host");
        Map<String, String> exported = Map.of("HOME", directory.toString(), "IDAEUS_URL", uri);
        assertThat(Invocation.of(exported, "doctor").out())
                .startsWith(
                        "ok    host           this host is not examined, because $IDAEUS_URL is set; name its configuration with --config to examine it, too\n")
                .contains("ok    cluster")
                .doesNotContain("jmx");
        assertThat(Invocation.of(exported, "doctor", "--config", "/x.yaml").out())
                .contains("fail  jmx", "ok    cluster")
                .doesNotContain("not examined");
    }

    @Test
    void aLauncherThatFindsNothingIsAFinding() throws Exception {
        launcher("echo broken >&2; exit 70");
        Invocation doctor = doctor();
        assertThat(doctor.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(doctor.out())
                .contains("idaeus-sidecar doctor ended with exit code 70 and found nothing")
                .contains("-> run it alone to see why: " + directory.resolve("bin/idaeus-sidecar") + " doctor --json");
        launcher("echo '{\"level\":\"high\"}'");
        assertThat(doctor().out()).contains("warn  host", "-> install the same version of idaeus and idaeus-sidecar");
    }

    @Test
    @Tag("timing")
    void aLauncherThatHangsIsEndedAndWhatItFoundIsKept() throws Exception {
        launcher("""
                echo '{"status":"OK","check":"java","found":"Java 17"}'
                exec sleep 60
                """);
        String launcher = directory.resolve("bin/idaeus-sidecar").toString();
        List<Diagnosis> found = HostDoctor.run(List.of(launcher), Map.of(), Duration.ofSeconds(3));
        assertThat(found).extracting(Diagnosis::check).containsExactly("java", "host");
        assertThat(found.get(1).status()).isEqualTo(Status.FAIL);
        assertThat(found.get(1).found()).isEqualTo(launcher + " doctor did not end within 3 s");
    }

    @Test
    void variablesOfTheServiceAreThoseOfTheSidecarAndNoValueIsPrinted() throws Exception {
        Path file = Files.writeString(directory.resolve("default"), """
                # IDAEUS_COMMENT=x
                IDAEUS_CASSANDRA_JMX_PASSWORD="hunter 2"
                IDAEUS_CONTROL_PORT=9053
                JAVA_OPTS=-agentlib:jdwp=transport=dt_socket,address=5005
                """);
        List<Diagnosis> found = new ArrayList<>();
        Map<String, String> variables = HostDoctor.variables(file, found::add);
        assertThat(variables)
                .isEqualTo(Map.of("IDAEUS_CASSANDRA_JMX_PASSWORD", "hunter 2", "IDAEUS_CONTROL_PORT", "9053"));
        assertThat(found)
                .containsExactly(
                        Diagnosis.ok("environment", file + " sets IDAEUS_CASSANDRA_JMX_PASSWORD, IDAEUS_CONTROL_PORT"));

        launcher("echo '{\"status\":\"OK\",\"check\":\"java\",\"found\":\"'$IDAEUS_CONTROL_PORT'\"}'");
        assertThat(HostDoctor.run(
                        List.of(directory.resolve("bin/idaeus-sidecar").toString()), variables, Duration.ofSeconds(60)))
                .containsExactly(Diagnosis.ok("java", "9053"));

        assertThat(HostDoctor.variables(directory.resolve("absent"), found::add))
                .isEmpty();
        Diagnosis unreadable = unreadable(Files.createDirectory(directory.resolve("d")));
        assertThat(unreadable.status()).isEqualTo(Status.WARN);
        assertThat(unreadable.found()).contains("which the unit reads, cannot be read");
    }

    private static Diagnosis unreadable(Path file) {
        List<Diagnosis> found = new ArrayList<>();
        assertThat(HostDoctor.variables(file, found::add)).isEmpty();
        return found.get(0);
    }

    @Test
    void variablesOfTheCommandAreNotTakenForKeysOfTheSidecar() {
        Map<String, String> environment = new HashMap<>(
                Map.of("IDAEUS_URL", "x", "IDAEUS_TOKEN_FILE", "y", "IDAEUS_CONTROL_PORT", "1", "PATH", "/bin"));
        HostDoctor.adapt(environment, Map.of("IDAEUS_CONTROL_PORT", "2", "IDAEUS_DATA_PORT", "3"));
        assertThat(environment).isEqualTo(Map.of("IDAEUS_CONTROL_PORT", "1", "IDAEUS_DATA_PORT", "3", "PATH", "/bin"));
    }

    @Test
    void aHostWithoutASidecarIsNotExaminedAndThatIsSaid() {
        assertThat(doctor().out())
                .startsWith("ok    host           idaeus-sidecar is not installed beside this command, "
                        + "so this host is not examined\n");
    }

    @Test
    void withoutASidecarOnThisHostThereIsNoConfiguration() {
        Invocation doctor = doctor("--config", "/x.yaml");
        assertThat(doctor.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(doctor.out())
                .startsWith(
                        "fail  host           idaeus-sidecar is not installed beside this command, so nothing can read /x.yaml\n");
        assertThat(doctor("--confog", "x").exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void scriptsReadTheSameFields() throws Exception {
        launcher("""
                echo '{"status":"OK","check":"java","found":"Java 17"}'
                echo '{"status":"WARN","check":"user","found":"root","remedy":"be another"}'
                """);
        JsonNode checks =
                ClientJson.mapper().readTree(doctor("-o", "json").out()).path("checks");
        assertThat(checks).hasSize(2);
        assertThat(checks.get(0).toString()).isEqualTo("{\"status\":\"OK\",\"check\":\"java\",\"found\":\"Java 17\"}");
        assertThat(checks.get(1).path("remedy").asText()).isEqualTo("be another");
        assertThat(doctor("-o", "yaml").out()).startsWith("checks:\n- status: \"OK\"\n  check: \"java\"\n");
    }

    private void launcher(String script) throws IOException {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path launcher = Files.writeString(bin.resolve("idaeus-sidecar"), "#!/bin/sh\n" + script);
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        // As the launcher of the command does.
        System.setProperty("idaeus.bin", bin.toString());
    }

    private Invocation doctorOf(String sidecars) {
        try {
            Path file = directory.resolve(".config/idaeus/config.yaml");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "current: a\ncontexts: {a: {sidecars: [%s]}}\n".formatted(sidecars));
            return doctor();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    private Invocation doctor(String... args) {
        Map<String, String> environment = Map.of("HOME", directory.toString());
        String[] all = new String[args.length + 1];
        all[0] = "doctor";
        System.arraycopy(args, 0, all, 1, args.length);
        return Invocation.of(environment, all);
    }
}
