/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.cli.command.ExitCodes;
import io.idaeus.client.Answers;
import io.idaeus.client.FakeSidecar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script and the self-contained jar, as processes. */
@Tag("core")
class LauncherIT {

    private static final Path LAUNCHER = Path.of("src/dist/bin/idaeus").toAbsolutePath();
    private static final Path JAR = Path.of("target/idaeus.jar").toAbsolutePath();

    @TempDir
    private Path directory;

    private final FakeSidecar sidecar = FakeSidecar.start();

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void versionIsTheManifests() throws Exception {
        assertThat(run(LAUNCHER, "--version").out()).matches("idaeus \\d+\\.\\d+\\.\\d+\\S*\n");
    }

    @Test
    void theJarIsFoundBesideTheScriptBelowLibAndThroughALink() throws Exception {
        Path bin = Files.createDirectories(directory.resolve("with space/bin"));
        Path copy = Files.copy(LAUNCHER, bin.resolve("idaeus"));
        assertThat(copy.toFile().setExecutable(true)).isTrue();
        assertThat(run(copy, "--version").err()).contains("idaeus.jar is neither in");

        Files.createDirectories(bin.resolveSibling("lib"));
        Files.copy(JAR, bin.resolveSibling("lib").resolve("idaeus.jar"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("with space/bin/idaeus"));
        assertThat(run(link, "--version").exitCode()).isZero();
    }

    @Test
    void anArchiveIsMadeForThisJavaAndUsedWithoutAWord() throws Exception {
        Path bin = Files.createDirectories(directory.resolve("archived/bin"));
        Path lib = Files.createDirectories(directory.resolve("archived/lib"));
        Path launcher = Files.copy(LAUNCHER, bin.resolve("idaeus"), StandardCopyOption.COPY_ATTRIBUTES);
        Path archiver = Files.copy(
                LAUNCHER.resolveSibling("idaeus-archive"),
                bin.resolve("idaeus-archive"),
                StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(JAR, lib.resolve("idaeus.jar"));
        Map<String, String> logging = Map.of("IDAEUS_OPTS", "-Xlog:class+load:stderr");
        String shared = "picocli.CommandLine$Model source: shared objects file";

        assertThat(run(logging, launcher, "--version").err()).doesNotContain(shared);
        Invocation made = run(archiver);
        assertThat(made.exitCode()).as(made.err()).isZero();
        Path archive = Path.of(made.out().strip());
        assertThat(archive).exists().hasParent(lib.toRealPath());
        assertThat(run(logging, launcher, "--version").err()).contains(shared);
        assertThat(run(launcher, "--version").err()).isEmpty();

        // One of another Java, and one that is broken: everything works, without a word.
        Files.writeString(archive, "no archive");
        Invocation broken = run(launcher, "--version");
        assertThat(broken.exitCode()).isZero();
        assertThat(broken.err()).isEmpty();
        assertThat(broken.out()).startsWith("idaeus ").hasLineCount(1);
        assertThat(run(archiver, "--if-missing").exitCode()).isZero();
        assertThat(archive).hasContent("no archive");
    }

    @Test
    void aMissingJavaIsNamed() throws Exception {
        Invocation invocation = run(Map.of("JAVA_HOME", "/absent"), LAUNCHER, "node");
        assertThat(invocation.exitCode()).isEqualTo(70);
        assertThat(invocation.err()).contains("/absent/bin/java").contains("Java 17");
    }

    @Test
    void theEnvironmentAndTheExitCodePassThrough() throws Exception {
        sidecar.on("GET /v1/node", 200, Answers.NODE);
        Map<String, String> environment = Map.of("IDAEUS_URL", sidecar.uri().toString());
        Invocation json = run(environment, LAUNCHER, "node", "--output", "json");
        assertThat(json.exitCode()).isZero();
        assertThat(json.out()).contains("\"cluster\" : \"Ilium\"");
        assertThat(run(environment, LAUNCHER, "sstables").exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "needs the env of GNU coreutils")
    void interruptingAWatchSaysHowToComeBack() throws Exception {
        String one = "GET /v1/transfers/" + Answers.TRANSFER_ID;
        CountDownLatch watching = new CountDownLatch(1);
        sidecar.on(one, 200, Answers.TRANSFER).on(one + "/events", exchange -> {
            watching.countDown();
            sidecar.silence().answer(exchange);
        });
        Path err = directory.resolve("err");
        // A build in the background inherits SIGINT as ignored, and the JVM would leave it so.
        Process watch = new ProcessBuilder(
                        "env",
                        "--default-signal=INT",
                        LAUNCHER.toString(),
                        "--url",
                        sidecar.uri().toString(),
                        "transfer",
                        "watch",
                        Answers.TRANSFER_ID)
                .redirectError(err.toFile())
                .start();
        assertThat(watching.await(30, TimeUnit.SECONDS)).isTrue();
        new ProcessBuilder("kill", "-INT", Long.toString(watch.pid())).start().waitFor();
        assertThat(watch.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(watch.exitValue()).isEqualTo(130);
        assertThat(Files.readString(err)).contains("""
                        The transfer continues without this command.
                          follow it again:  idaeus --url %1$s transfer watch %2$s
                          stop it:          idaeus --url %1$s transfer cancel %2$s
                        """.formatted(sidecar.uri(), Answers.TRANSFER_ID));
    }

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        Path script = Files.writeString(
                directory.resolve("completion"),
                run(LAUNCHER, "completion", "bash").out());
        assertThat(completions(script, "idaeus", "tra")).contains("transfer");
        assertThat(completions(script, "idaeus", "transfer", "")).contains("start", "watch", "plan");
        assertThat(completions(script, "idaeus", "transfer", "start", "--on-par"))
                .contains("--on-partial-overlap");
    }

    /** The jar holds Bouncy Castle's classes without its signatures. */
    @Test
    void anEncryptedKeyIsReadWithTheJarAlone() throws Exception {
        Path keys = Path.of("src/test/resources/io/idaeus/pem").toAbsolutePath();
        for (String kind : List.of("pkcs8-aes", "pkcs8-scrypt", "pkcs1-aes")) {
            String[] call = {
                "node",
                "--url",
                "https://127.0.0.1:1",
                "--cert",
                keys + "/rsa.crt",
                "--key",
                keys + "/rsa." + kind + ".pem"
            };
            assertThat(run(LAUNCHER, call).err())
                    .contains("rsa." + kind + ".pem is encrypted, but no password is given");
            assertThat(run(password("secret"), LAUNCHER, call).exitCode()).isEqualTo(ExitCodes.UNREACHABLE);
            Invocation wrong = run(password("wrong"), LAUNCHER, call);
            assertThat(wrong.exitCode()).isEqualTo(ExitCodes.USAGE);
            assertThat(wrong.err()).contains("rsa." + kind + ".pem cannot be decrypted with the password in");
        }
    }

    private Map<String, String> password(String password) throws IOException {
        Path file = Files.writeString(directory.resolve("password"), password);
        return Map.of("IDAEUS_KEY_PASSWORD_FILE", file.toString());
    }

    @Test
    void theJarHoldsItsLicencesAndNoServer() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String> names = jar.stream().map(JarEntry::getName).toList();
            assertThat(names)
                    .noneMatch(name -> name.startsWith("io/netty/") || name.startsWith("io/micronaut/"))
                    .containsOnlyOnce("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/THIRD-PARTY.txt");
        }
    }

    private String completions(Path script, String... words) throws Exception {
        String line =
                "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; _complete_idaeus; echo ${COMPREPLY[@]}"
                        .formatted(
                                script,
                                String.join(
                                        " ",
                                        List.of(words).stream()
                                                .map("'%s'"::formatted)
                                                .toList()),
                                words.length - 1,
                                String.join(" ", words));
        return run(Map.of(), Path.of("/bin/bash"), "-c", line).out();
    }

    private static Invocation run(Path program, String... args) throws IOException, InterruptedException {
        return run(Map.of(), program, args);
    }

    private static Invocation run(Map<String, String> environment, Path program, String... args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Path err = Files.createTempFile("idaeus", ".err");
        Process process = builder.redirectError(err.toFile()).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        String said = Files.readString(err);
        Files.delete(err);
        return new Invocation(process.exitValue(), out, said);
    }
}
