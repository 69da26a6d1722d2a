/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TableRef;
import io.idaeus.api.node.DataPlane;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.ClosedPort;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.audit.Trail;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.StagingRoots;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import io.idaeus.sidecar.transfer.pull.SliceThreads;
import io.idaeus.sidecar.transfer.source.PeerSettings;
import io.idaeus.sidecar.transfer.source.PeerSources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Services of one state directory, one after the other, whose Cassandra is down: every transfer waits for it. */
final class ServiceWithoutCassandra implements AutoCloseable {
    private static final KeyspacePolicy KEYSPACES = KeyspacePolicy.of(List.of(), List.of("secret*"));

    private final Path directory;
    private final Trail trail;
    private final AuditLog audit;
    private final TransferQuotas quotas;
    private final Clock clock;
    private final CassandraDoor door;
    private final ImportService imports;
    private final FileFetcher fetcher = new FileFetcher(FetchSettings.plain(), new FetchMetrics());

    ServiceWithoutCassandra(Path directory) throws IOException {
        this(directory, new TransferQuotas(1000, 1000, Duration.ofDays(1)), Clock.systemUTC());
    }

    ServiceWithoutCassandra(Path directory, TransferQuotas quotas, Clock clock) throws IOException {
        this.directory = directory;
        this.trail = new Trail(directory.resolve("audit.jsonl"));
        this.audit = trail.open();
        this.quotas = quotas;
        this.clock = clock;
        Endpoint nobody = new Endpoint("127.0.0.1", ClosedPort.NUMBER, null);
        this.door = new CassandraDoor(CassandraSettings.of(nobody, nobody, null));
        this.imports = new ImportService(
                door, new StagingRoots(List.of(staging())), new SstableCatalog(10), KEYSPACES, table -> {});
    }

    Trail trail() {
        return trail;
    }

    Path staging() {
        return directory.resolve("staging");
    }

    ImportService imports() {
        return imports;
    }

    /** With one place; the caller starts and closes it. */
    TransferService open() {
        Path staging = staging();
        TransferSettings settings = new TransferSettings(
                1,
                Duration.ofMinutes(15),
                Duration.ofMinutes(5),
                Duration.ofHours(1),
                List.of(staging),
                0.1,
                Duration.ofHours(1),
                100,
                quotas);
        Path state = directory.resolve("state");
        return TransferWiring.service(
                new TransferSurroundings(
                        state,
                        door,
                        imports,
                        new SstableCatalog(10),
                        CleanupMarks.open(state),
                        fetcher,
                        new SliceThreads(),
                        Throttle.unlimited(),
                        new PeerSources(
                                () -> SidecarClient.of(URI.create("http://127.0.0.1:1")),
                                new PeerPolicy(new PeerRules(List.of(), false, 9043, 0, true, false), Set::of),
                                fetcher,
                                new DataPlane("127.0.0.1", 1, false),
                                new PeerSettings(2, true, TransferRequest.Compression.OFF, Duration.ofMinutes(1))),
                        KEYSPACES,
                        clock,
                        audit),
                settings);
    }

    /** A request for one table. */
    static TransferRequest request(String table) {
        return TransferRequest.builder(
                        List.of(SourceRef.at("http://127.0.0.1:1")), List.of(new TableRef("shop", table)))
                .build();
    }

    @Override
    public void close() {
        audit.close();
        fetcher.close();
        door.close();
    }
}
