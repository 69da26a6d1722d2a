/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.SourceRef;
import io.idaeus.api.TableDefinition;
import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferState;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CqlClient;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.SstableFiles;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.StagingRoots;
import io.idaeus.sidecar.snapshot.TableDefinitions;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.transfer.TransferQuotas;
import io.idaeus.sidecar.transfer.TransferService;
import io.idaeus.sidecar.transfer.TransferSettings;
import io.idaeus.sidecar.transfer.TransferSurroundings;
import io.idaeus.sidecar.transfer.TransferWiring;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A transfer from a source that is no sidecar and speaks no HTTP: nothing of a peer is needed to plan, pull and import. */
@Tag("faults")
class DirectorySourceIT {
    private static final int ROWS = 100;
    private static final KeyspacePolicy ALL = KeyspacePolicy.of(List.of(), List.of());

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    @TempDir
    Path directory;

    private final FileFetcher fetcher = new FileFetcher(FetchSettings.plain(), new FetchMetrics());

    @Test
    void aTransferGoesOnAfterAStopAndFetchesNothingTwice() throws Exception {
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
            for (SstableFiles sstable : SstableFiles.in(table)) {
                for (Path file : sstable.files()) {
                    Files.copy(file, archive.resolve(file.getFileName()));
                }
            }
        }
        try (CassandraDoor door = new CassandraDoor(Doors.settings(node))) {
            TableDefinition definition = TableDefinitions.of(door.schemas().table(new TableName("archives", "old")));
            DirectorySource half = new DirectorySource(archive, definition, 5);
            String id;
            try (TransferService service = service(door, half)) {
                service.start();
                id = service.create(request(), null).id();
                Awaitility.await("half of it").until(() -> half.fetched.size() == 5);
            }
            DirectorySource whole = new DirectorySource(archive, definition, Integer.MAX_VALUE);
            try (TransferService service = service(door, whole)) {
                service.start();
                Awaitility.await("its end")
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> service.get(id).state().isFinal());

                Transfer transfer = service.get(id);
                assertThat(transfer.state()).as("%s", transfer.problem()).isEqualTo(TransferState.COMPLETED);
                assertThat(transfer.outcome()).isEqualTo(Transfer.Outcome.COMPLETE);
            }
            assertThat(whole.fetched).isNotEmpty().doesNotContainAnyElementsOf(half.fetched);
        }
        assertThat(cql.execute("SELECT id FROM archives.new")).hasSize(ROWS);
        fetcher.close();
    }

    private static TransferRequest request() {
        return TransferRequest.builder(
                        List.of(SourceRef.at("http://archive.example:9043")), List.of(new TableRef("archives", "new")))
                .accept(List.of("STAGING_ELSEWHERE"))
                .build();
    }

    private TransferService service(CassandraDoor door, DirectorySource source) {
        Path staging = directory.resolve("staging");
        Path state = directory.resolve("state");
        SstableCatalog catalog = new SstableCatalog(1000);
        return TransferWiring.service(
                new TransferSurroundings(
                        state,
                        door,
                        new ImportService(door, new StagingRoots(List.of(staging)), catalog, ALL),
                        catalog,
                        CleanupMarks.open(state),
                        fetcher,
                        Throttle.unlimited(),
                        source,
                        ALL,
                        Clock.systemUTC(),
                        AuditLog.none()),
                new TransferSettings(
                        1,
                        Duration.ofMinutes(15),
                        Duration.ofMinutes(5),
                        Duration.ofHours(1),
                        List.of(staging),
                        0.1,
                        Duration.ofHours(1),
                        0,
                        new TransferQuotas(10, 10, Duration.ofDays(1))));
    }
}
