/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.cli.command.ExitCodes;
import io.idaeus.client.Answers;
import io.idaeus.client.FakeSidecar;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {

    private final FakeSidecar sidecar = FakeSidecar.start();

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void aProblemIsOneBlock() {
        sidecar.on(
                "GET /v1/node",
                503,
                Answers.problem("cassandra-unavailable", 503, "Cassandra does not answer", "JMX at x:7199; start it"));
        String url = sidecar.uri().toString();
        assertThat(Invocation.of("node", "--url", url))
                .isEqualTo(new Invocation(ExitCodes.REFUSED, "", """
                        idaeus: Cassandra does not answer
                          JMX at x:7199; start it
                          (cassandra-unavailable, HTTP 503, from %s/v1/node)
                        """.formatted(url)));
        assertThat(Invocation.of("node", "--url", url, "--debug").err())
                .contains("at io.idaeus.client.")
                .contains("SidecarException");
    }

    @Test
    void nobodyThereIsOneBlock() {
        // Nobody runs tcpmux; a port that was free a moment ago may be another process's by now.
        assertThat(Invocation.of("node", "--url", "http://127.0.0.1:1"))
                .isEqualTo(new Invocation(ExitCodes.UNREACHABLE, "", """
                        idaeus: No response from http://127.0.0.1:1/v1/node
                          connection refused
                          check that the sidecar runs, and its address and port
                        """));
    }

    @Test
    void theTimeoutIsKept() {
        sidecar.on("GET /v1/node", sidecar.silence());
        Invocation invocation = Invocation.of("node", "--url", sidecar.uri().toString(), "--timeout", "150ms");
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.UNREACHABLE);
        assertThat(invocation.err()).contains("no complete response within 150 ms");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|Missing command",
                "nod|Unmatched argument",
                "snapshot|Missing command (expected: create, list or delete)",
                "transfer|Missing command",
                "completion|Missing shell (expected: bash, zsh or fish)",
                "sstables|KEYSPACE.TABLE",
                "sstables ks|'ks' is invalid (expected: keyspace.table)",
                "sstables a.b.c|expected: keyspace.table",
                "sstables ks.t --range 5|'5' is invalid (expected: left:right",
                "sstables ks.t --range a:b|expected: left:right",
                "sstables ks.t --range|--range",
                "sstables ks.t --overlap half|CONTAINED, PARTIAL, NONE",
                "sstables ks.t --limit many|'many' is not an int",
                "node --url nonsense|nonsense' is not the address of a sidecar (expected: http://host:port",
                "node --url 10.0.0.1:9043|http://host:port or https://host:port, for instance http://10.0.0.1:9043",
                "transfer plan --source 127.0.9.2:9043 --table ks.t|--source",
                "transfer plan --source 127.0.9.2:9043 --table ks.t|for instance http://127.0.9.2:9043",
                "node --url ftp://h|ftp://h' is not the address of a sidecar (expected",
                "node --url http://node_1:9043|the host by its IP address, where its name has other characters",
                "node --timeout 5|expected: a number and ms, s, m or h",
                "node --timeout 0s|more than 0",
                "node --cert /absent|go together",
                "node --cacert /absent|/absent cannot be read",
                "node --output xml|TABLE, JSON, YAML",
                "context|Missing command (expected: list, show or use)",
                "transfer plan --source http://h --table shop|expected: keyspace.table, or a pattern",
                "node --no-such|Unknown option",
                "snapshot create|KEYSPACE[.TABLE]",
                "snapshot create ks ks.t|One keyspace, or tables as keyspace.table: ks ks.t",
                "snapshot create ks.t a.b.c|expected: keyspace.table",
                "snapshot delete ..|is not a tag",
                "snapshot delete ''|is not a tag",
                "transfer start --table ks.t|--source",
                "transfer start --source http://h|--table",
                "transfer start --source http://h --table ks.t --on-corrupt skip|expected: hold-back or continue",
                "transfer start --source http://h --table ks.t --on-partial-overlap some|EXCLUDE, INCLUDE",
                "transfer start --source http://h --table ks.t --compression auto|OFF, ZSTD",
                "transfer show ../node|is not the id of a transfer",
                "transfer list --state running|QUEUED",
                "import --table ks.t|DIRECTORY",
            })
    void aWrongCommandLineSaysWhatIsExpected(String line, String message) {
        String[] args = line == null ? new String[0] : line.replace("''", "").split(" ", -1);
        Invocation invocation = Invocation.of(args);
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(invocation.out()).isEmpty();
        assertThat(invocation.err())
                .startsWith("idaeus: ")
                .contains(message)
                .contains("--help")
                .doesNotContain("\tat ");
    }

    @Test
    void anAddressInTheEnvironmentIsChecked() {
        Invocation invocation = Invocation.of(Map.of("IDAEUS_URL", "127.0.9.2:9043"), "node");
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(invocation.err())
                .contains("IDAEUS_URL: '127.0.9.2:9043' is not the address of a sidecar")
                .contains("for instance http://127.0.9.2:9043");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no transfer has the id x; GET /v1/transfers lists them|no transfer has the id x; idaeus transfer list lists them",
                "see GET /v1/transfers/0-a/sstables|see idaeus transfer show 0-a --sstables",
                "GET /v1/keyspaces lists them|idaeus keyspaces lists them",
                "GET /v1/snapshots lists them|idaeus snapshot list lists them",
                "GET /v1/leases shows them|GET /v1/leases shows them",
            })
    void hintsNameTheCommand(String said, String printed) {
        sidecar.on("GET /v1/node", 404, Answers.problem("unknown-transfer", 404, "Unknown", said));
        assertThat(Invocation.of("node", "--url", sidecar.uri().toString()).err())
                .contains("\n  " + printed + "\n");
    }

    @Test
    void anAnswerFromSomethingElseSaysSo() {
        sidecar.on("GET /v1/node", 200, "text/html", "<html>\u001b[2Jhello</html>");
        Invocation invocation = Invocation.of("node", "--url", sidecar.uri().toString());
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.REFUSED);
        assertThat(invocation.err())
                .contains("check that the address is a sidecar's")
                .doesNotContain("\u001b");
    }
}
