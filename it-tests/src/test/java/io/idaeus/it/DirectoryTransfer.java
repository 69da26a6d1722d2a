/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.description.TableDefinitions;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.StagingRoots;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.transfer.TransferQuotas;
import io.idaeus.sidecar.transfer.TransferService;
import io.idaeus.sidecar.transfer.TransferSettings;
import io.idaeus.sidecar.transfer.TransferSurroundings;
import io.idaeus.sidecar.transfer.TransferWiring;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import io.idaeus.sidecar.transfer.pull.SliceThreads;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Transfers from the SSTables in {@code <directory>/archive}: {@code archives.old} into {@code archives.new}. */
final class DirectoryTransfer implements AutoCloseable {
    private static final KeyspacePolicy ALL = KeyspacePolicy.of(List.of(), List.of());

    private final SliceThreads slices = new SliceThreads();
    private final FileFetcher fetcher = new FileFetcher(FetchSettings.plain(), new FetchMetrics());
    private final CassandraDoor door;
    private final DirectorySource source;
    private final TransferService service;

    /** @param most components that the source brings */
    DirectoryTransfer(CassandraSettings node, Path directory, int most) {
        door = new CassandraDoor(node);
        TableDefinition definition = TableDefinitions.of(door.schemas().table(new TableName("archives", "old")));
        source = new DirectorySource(directory.resolve("archive"), definition, most);
        Path staging = directory.resolve("staging");
        Path state = directory.resolve("state");
        SstableCatalog catalog = new SstableCatalog(1000);
        service = TransferWiring.service(
                new TransferSurroundings(
                        state,
                        door,
                        new ImportService(door, new StagingRoots(List.of(staging)), catalog, ALL, table -> {}),
                        catalog,
                        CleanupMarks.open(state),
                        fetcher,
                        slices,
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
        service.start();
    }

    /** The id of a new transfer. */
    String begin() {
        return service.create(
                        TransferRequest.builder(
                                        List.of(SourceRef.at("http://archive.example:9043")),
                                        List.of(new TableRef("archives", "new")))
                                .accept(List.of("STAGING_ELSEWHERE"))
                                .build(),
                        null)
                .id();
    }

    TransferService service() {
        return service;
    }

    /** The components that arrived, in that order. */
    List<String> arrived() {
        return source.arrived;
    }

    @Override
    public void close() {
        service.close();
        door.close();
        fetcher.close();
        slices.close();
    }

    /**
     * Prints the transfer's id, then each component that arrived, and goes on until it is killed. Arguments: the address
     * of the node, its JMX port, the directory, and how many components the source brings.
     */
    public static void main(String[] args) throws Exception {
        CassandraSettings node = CassandraSettings.of(
                new Endpoint("127.0.0.1", Integer.parseInt(args[1]), null),
                new Endpoint(args[0], CassandraNode.NATIVE_PORT, null),
                null);
        DirectoryTransfer transfer = new DirectoryTransfer(node, Path.of(args[2]), Integer.parseInt(args[3]));
        transfer.source.arrivals = name -> System.out.println("arrived " + name);
        System.out.println("transfer " + transfer.begin());
        new CountDownLatch(1).await();
    }
}
