/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.importing.ImportOutcome.Status;
import io.idaeus.sidecar.cassandra.schema.TableName;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ImportArgumentsTest {
    private static final TableName TABLE = new TableName("ks", "t");
    private static final NodetoolImportOptions ALL =
            new NodetoolImportOptions(true, true, true, true, true, true, true, true, true, true);
    private static final List<Path> DIRECTORIES =
            List.of(Path.of("/s/1/ks/t-0"), Path.of("/s/10/ks/t-0"), Path.of("/s"));

    @Test
    void nodetoolTakesEveryOptionByItsLongName() {
        assertThat(NodetoolImporter.arguments(TABLE, List.of(Path.of("/a"), Path.of("/b")), ALL))
                .containsExactly(
                        "import",
                        "--copy-data",
                        "--keep-level",
                        "--keep-repaired",
                        "--no-verify",
                        "--no-tokens",
                        "--no-invalidate-caches",
                        "--quick",
                        "--extended-verify",
                        "--require-index-components",
                        "--no-index-validation",
                        "--",
                        "ks",
                        "t",
                        "/a",
                        "/b");
        assertThat(NodetoolImporter.arguments(TABLE, List.of(Path.of("/a")), NodetoolImportOptions.DEFAULTS))
                .containsExactly("import", "--", "ks", "t", "/a");
    }

    @Test
    void jmxMeansWhatNodetoolMeans() {
        Set<String> paths = Set.of("/a");
        assertThat(JmxImporter.arguments(paths, NodetoolImportOptions.DEFAULTS))
                .containsExactly(paths, true, true, true, true, true, false, false);
        assertThat(JmxImporter.arguments(paths, ALL))
                .containsExactly(paths, false, false, false, false, false, false, true, true, false);
        assertThat(JmxImporter.arguments(
                        paths,
                        new NodetoolImportOptions(false, false, false, false, false, false, true, false, false, false)))
                .as("quick")
                .containsExactly(paths, true, true, false, false, false, false, false);
        assertThat(JmxImporter.arguments(
                        paths,
                        new NodetoolImportOptions(false, false, false, false, false, false, false, true, false, true)))
                .as("extended, without index validation")
                .containsExactly(paths, true, true, true, true, true, true, false, false, false);
    }

    @Test
    void theListOfFailedDirectoriesIsReadInBothForms() {
        String lines = "Some directories failed to import, check server logs for details:\n/s/10/ks/t-0\n/s/1/ks/t-0\n";
        String joined =
                "/s/10/ks/t-0/s/1/ks/t-0error: Some directories failed to import, check server logs for details";
        for (String output : List.of(lines, joined)) {
            ImportOutcome outcome = outcome(2, output);
            assertThat(outcome.status()).isEqualTo(Status.SOME_FAILED);
            assertThat(outcome.failed()).containsExactlyInAnyOrder(Path.of("/s/1/ks/t-0"), Path.of("/s/10/ks/t-0"));
        }
    }

    @Test
    void aDirectoryInTheListDoesNotNameAnother() {
        ImportOutcome outcome = outcome(1, "Some directories failed to import, …:\n/s/10/ks/t-0\n");
        assertThat(outcome.failed()).containsExactly(Path.of("/s/10/ks/t-0"));
    }

    @Test
    void exceptionsAndKillsNameNoDirectory() {
        ImportOutcome missing = outcome(2, "error: Directory /s/10/ks/t-0 does not exist\n-- StackTrace --");
        assertThat(missing.status()).isEqualTo(Status.ERROR);
        assertThat(missing.failed()).isEmpty();
        assertThat(NodetoolImporter.outcome(new Nodetool.Result(OptionalInt.empty(), "killed"), DIRECTORIES)
                        .status())
                .isEqualTo(Status.UNKNOWN);
        assertThat(outcome(0, "").status()).isEqualTo(Status.DONE);
    }

    @Test
    void directoriesFitUntilTheKernelCouldRefuse() {
        try (CassandraDoor door = new CassandraDoor(CassandraSettings.of(
                CassandraSettings.local().jmx(), CassandraSettings.local().cql(), Path.of("/usr/bin/nodetool")))) {
            List<Path> some = many(200);
            List<Path> tooMany = many(2000);
            assertThat(door.importerFor(some)).isInstanceOf(NodetoolImporter.class);
            assertThat(door.importerFor(tooMany)).isInstanceOf(JmxImporter.class);
            assertThat(door.importerFor(some).fits(tooMany)).isFalse();
            assertThat(door.importerFor(tooMany).fits(tooMany)).isTrue();
        }
    }

    private static ImportOutcome outcome(int exitCode, String output) {
        return NodetoolImporter.outcome(new Nodetool.Result(OptionalInt.of(exitCode), output), DIRECTORIES);
    }

    private static List<Path> many(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Path.of("/var/lib/idaeus/staging/" + "x".repeat(80) + "/nb-" + i + "-big/ks/t-0"))
                .toList();
    }
}
