/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.cassandra.NodeSstables;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A transfer from a source that is no sidecar and speaks no HTTP: nothing of a peer is needed to plan, pull and import. */
@Tag("faults")
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectorySourceIT {
    private static final int ROWS = 100;

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    @TempDir
    Path directory;

    @Test
    void aTransferGoesOnAfterAKillAndFetchesNothingTwice() throws Exception {
        CassandraNode node = nodes.first();
        CqlClient cql = node.cql();
        cql.createKeyspace("archives", 1);
        cql.execute("CREATE TABLE archives.old (id int PRIMARY KEY, v text)");
        cql.execute("CREATE TABLE archives.new (id int PRIMARY KEY, v text)");
        for (int id = 0; id < ROWS; id++) {
            cql.execute("INSERT INTO archives.old (id, v) VALUES (?, ?)", id, "value " + id);
            if (id % (ROWS / 2) == ROWS / 2 - 1) {
                node.flush("archives", "old");
            }
        }
        Path archive = Files.createDirectory(directory.resolve("archive"));
        for (Path table : node.tableDirectories("archives", "old")) {
            for (NodeSstables sstable : NodeSstables.in(table)) {
                for (Path file : sstable.files()) {
                    Files.copy(file, archive.resolve(file.getFileName()));
                }
            }
        }
        List<String> half = new ArrayList<>();
        String id = killedAfter(5, node, half);
        try (DirectoryTransfer rest = new DirectoryTransfer(Doors.settings(node), directory, Integer.MAX_VALUE)) {
            Awaitility.await("its end")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> rest.service().get(id).state().isFinal());

            Transfer transfer = rest.service().get(id);
            assertThat(transfer.state()).as("%s", transfer.problem()).isEqualTo(TransferState.COMPLETED);
            assertThat(transfer.outcome()).isEqualTo(Transfer.Outcome.COMPLETE);
            assertThat(rest.arrived()).isNotEmpty().doesNotContainAnyElementsOf(half);
        }
        assertThat(cql.execute("SELECT id FROM archives.new")).hasSize(ROWS);
    }

    /** The id of a transfer whose process was killed once so many components had arrived. */
    private String killedAfter(int components, CassandraNode node, List<String> arrived) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DirectoryTransfer.class.getName(),
                        node.address(),
                        String.valueOf(node.jmxPort()),
                        directory.toString(),
                        String.valueOf(components))
                .redirectError(directory.resolve("errors").toFile())
                .start();
        String id = null;
        try (BufferedReader lines = process.inputReader()) {
            while (arrived.size() < components) {
                String line = lines.readLine();
                assertThat(line)
                        .as(Files.readString(directory.resolve("errors")))
                        .isNotNull();
                if (line.startsWith("transfer ")) {
                    id = line.substring("transfer ".length());
                } else if (line.startsWith("arrived ")) {
                    arrived.add(line.substring("arrived ".length()));
                }
            }
        } finally {
            process.destroyForcibly().onExit().join();
        }
        return Objects.requireNonNull(id, "no id was printed");
    }
}
