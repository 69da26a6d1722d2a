/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.config.CassandraTls;
import io.idaeus.sidecar.config.Credentials;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.ClientTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class NodetoolTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test
    void passesHostPortAndArgumentsAndGivesBothStreams() throws IOException {
        Nodetool.Result result =
                nodetool("echo out \"$@\"; echo err >&2; exit 3", null).run(List.of("import", "--", "a b"), LONG);
        assertThat(result.exitCode()).hasValue(3);
        assertThat(result.output()).contains("out -h 127.0.0.1 -p 7199 import -- a b", "err");
    }

    @Test
    void aPasswordIsInAPrivateFileAndGoneAfterwards() throws IOException {
        String script = "echo \"$@\"; for last; do :; done; echo file \"$8\"; stat -c %a \"$8\"; cat \"$8\"";
        Nodetool.Result result =
                nodetool(script, new Credentials("joe", "s3cret")).run(List.of("import"), LONG);
        List<String> lines = result.output().lines().toList();
        assertThat(lines.get(0)).contains("-u joe -pwf ").doesNotContain("s3cret");
        assertThat(lines.get(2)).isEqualTo("600");
        assertThat(lines.get(3)).isEqualTo("joe s3cret");
        assertThat(Path.of(lines.get(1).substring("file ".length()))).doesNotExist();
    }

    @Test
    void theOptionsOfTlsAreInPrivateFilesAndGoneAfterwards() throws Exception {
        TlsPaths pem = new Certificates(directory, "authority").issue("CN=idaeus");
        ClientTls tls =
                ClientTls.open(new CassandraTls(pem.trust(), pem.certificate(), pem.key(), pem.keyPasswordFile()));
        Path executable = executable("echo \"$@\"; f=$(echo \"$JDK_JAVA_OPTIONS\" | tr -d '\"@'); echo \"$f\";"
                + " stat -c %a \"$f\" \"${f%/*}\" \"${f%/*}\"/*Store; cat \"$f\"");
        Endpoint jmx = new Endpoint("127.0.0.1", 7199, new Credentials("joe", "s3cret"), tls, false);

        List<String> lines = new Nodetool(executable, jmx)
                .run(List.of("import"), LONG)
                .output()
                .lines()
                .toList();

        assertThat(lines.get(0)).contains("--ssl -u joe -pwf ").doesNotContain("s3cret", "-D");
        assertThat(lines.subList(2, 6)).containsExactly("600", "700", "600", "600");
        String store = "-Djavax.net.ssl.";
        assertThat(lines.subList(6, lines.size()))
                .anyMatch(line -> line.startsWith(store + "trustStore=\""))
                .anyMatch(line -> line.startsWith(store + "keyStore=\""))
                .anyMatch(line -> line.startsWith(store + "keyStorePassword="));
        assertThat(Path.of(lines.get(1)).getParent()).doesNotExist();
    }

    @Test
    @Tag("timing")
    void pastTheLimitItIsKilledWithWhatItStarted() throws IOException {
        Path pid = directory.resolve("pid");
        Nodetool nodetool = nodetool("echo before; sleep 600 & echo $! > " + pid + "; wait", null);
        Nodetool.Result result = nodetool.run(List.of("import"), Duration.ofSeconds(3));
        assertThat(result.exitCode()).isEmpty();
        assertThat(result.output()).startsWith("before\n").contains("killed");
        long child = Long.parseLong(Files.readString(pid).strip());
        ProcessHandle.of(child).ifPresent(handle -> handle.onExit().join());
        assertThat(ProcessHandle.of(child)).isEmpty();
    }

    @Test
    void muchOutputIsReadToTheEndButNotKept() throws IOException {
        Nodetool.Result result = nodetool("head -c 20000000 /dev/zero | tr '\\0' 'x'; exit 0", null)
                .run(List.of("import"), LONG);
        assertThat(result.exitCode()).hasValue(0);
        assertThat(result.output()).hasSize(256 * 1024);
    }

    @Test
    void anExecutableThatIsNotThereIsNamed() {
        Nodetool nodetool = new Nodetool(directory.resolve("missing"), new Endpoint("127.0.0.1", 7199, null));
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> nodetool.run(List.of("import"), LONG))
                .withMessageContaining("missing")
                .satisfies(e -> assertThat(e.type()).isEqualTo(ProblemType.INTERNAL));
    }

    @Test
    void whetherItCanRunIsKnownBefore() throws IOException {
        Endpoint jmx = new Endpoint("127.0.0.1", 7199, null);
        Path plain = Files.writeString(directory.resolve("plain"), "");

        assertThat(nodetool("exit 0", null).failure()).isEmpty();
        assertThat(new Nodetool(directory.resolve("missing"), jmx).failure())
                .contains("cassandra.nodetool: there is no file " + directory.resolve("missing"));
        assertThat(new Nodetool(plain, jmx).failure())
                .contains("cassandra.nodetool: this sidecar's user may not execute " + plain);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a\nb", "a\tb"})
    void aPasswordThatItsFileCannotHoldIsRefused(String password) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nodetool("exit 0", new Credentials("joe", password)))
                .withMessageContaining("white space");
    }

    private Nodetool nodetool(String script, Credentials credentials) throws IOException {
        return new Nodetool(executable(script), new Endpoint("127.0.0.1", 7199, credentials));
    }

    private Path executable(String script) throws IOException {
        Path executable = directory.resolve("nodetool");
        Files.writeString(executable, "#!/bin/sh\n" + script + "\n");
        return Files.setPosixFilePermissions(executable, PosixFilePermissions.fromString("rwx------"));
    }
}
