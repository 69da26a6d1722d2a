/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import com.github.f4b6a3.uuid.UuidCreator;
import io.idaeus.api.DataPlane;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.node.RingAddresses;
import io.idaeus.sidecar.config.CassandraConfig;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchMetricsBinder;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.health.Readiness;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.StagingDirectories;
import io.idaeus.sidecar.importing.StagingRoots;
import io.idaeus.sidecar.limits.LimitsMetrics;
import io.idaeus.sidecar.limits.LimitsService;
import io.idaeus.sidecar.metrics.PrometheusMetrics;
import io.idaeus.sidecar.rest.ControlPlane;
import io.idaeus.sidecar.rest.DataDirectories;
import io.idaeus.sidecar.rest.SidecarFacts;
import io.idaeus.sidecar.security.CallerPolicy;
import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.TlsMetrics;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeMetricsBinder;
import io.idaeus.sidecar.serve.ServedFile;
import io.idaeus.sidecar.serve.ServedFiles;
import io.idaeus.sidecar.snapshot.ManifestService;
import io.idaeus.sidecar.snapshot.Snapshots;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.store.StateDirectory;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.TimerAlarm;
import io.idaeus.sidecar.transfer.TransferMetrics;
import io.idaeus.sidecar.transfer.TransferService;
import io.idaeus.sidecar.transfer.TransferSurroundings;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import io.idaeus.sidecar.transfer.source.PeerClients;
import io.idaeus.sidecar.wire.Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running sidecar, and its wiring. It starts whether or not Cassandra is up: Cassandra's door first, the control
 * plane last. It closes in the reverse order.
 */
public final class Sidecar implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Sidecar.class);
    private static final int REMEMBERED_SSTABLES = 100_000;
    private static final int MANIFESTS_AT_A_TIME = 2;

    private final Closer opened;
    private final ControlPlane control;
    private final InetSocketAddress data;

    private Sidecar(Closer opened, ControlPlane control, InetSocketAddress data) {
        this.opened = opened;
        this.control = control;
        this.data = data;
    }

    /** {@code dev} where the classes come from no jar. */
    static String version() {
        return Objects.requireNonNullElse(Sidecar.class.getPackage().getImplementationVersion(), "dev");
    }

    /** @throws StartException with a message for the operator; then everything is closed again */
    static Sidecar start(SidecarConfig config) throws StartException {
        Closer opened = new Closer();
        try {
            return wire(config, opened);
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            opened.close();
            throw new StartException(Objects.requireNonNullElse(e.getMessage(), e.toString()), e);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static Sidecar wire(SidecarConfig config, Closer opened) throws IOException {
        log.info("Idaeus sidecar {}", version());
        Settings settings = new Settings(config);
        Clock clock = Clock.systemUTC();
        opened.add(StateDirectory.lock(config.stateDirectory()));
        StagingDirectories.create(config.staging().roots());
        PrometheusMetrics metrics = opened.add(new PrometheusMetrics(version()));
        LiveTls tls = settings.tls(clock);
        if (tls != null) {
            opened.add(tls);
            new TlsMetrics(tls).bindTo(metrics.registry());
        }
        CallerPolicy callers = settings.callers();

        CassandraDoor door = opened.add(new CassandraDoor(settings.cassandra()));
        SstableCatalog catalog = new SstableCatalog(REMEMBERED_SSTABLES);
        Snapshots snapshots = snapshots(settings, door, catalog, clock, opened);

        TimerAlarm alarm = opened.add(new TimerAlarm());
        Throttle sending = new Throttle(Throttle.UNLIMITED, System::nanoTime, alarm);
        Throttle receiving = sending.sibling(Throttle.UNLIMITED);
        LimitsService limits = opened.add(LimitsService.open(
                config.stateDirectory(), settings.limits(), sending, receiving, door.load()::read, clock));
        new LimitsMetrics(limits, sending, receiving).bindTo(metrics.registry());
        ServeMetrics serveMetrics = new ServeMetrics();
        ServeMetricsBinder serveBinder = new ServeMetricsBinder(serveMetrics, sending);
        serveBinder.bindTo(metrics.registry());
        metrics.bindBeforeScrape(serveBinder::bindPeersTo);
        DataPlaneServer data = opened.add(DataPlaneServer.start(
                settings.serve(tls, callers), served(snapshots.manifests()), serveMetrics, sending));

        ImportService imports =
                new ImportService(door, new StagingRoots(config.staging().roots()), catalog);
        CleanupMarks marks = CleanupMarks.open(config.stateDirectory());
        DataPlane self =
                new DataPlane(config.data().advertisedHost(), data.address().getPort(), tls != null);
        FetchMetrics fetchMetrics = new FetchMetrics();
        FetchMetricsBinder fetchBinder = new FetchMetricsBinder(fetchMetrics);
        fetchBinder.bindTo(metrics.registry());
        metrics.bindBeforeScrape(fetchBinder::bindPeersTo);
        TransferService transfers = opened.add(TransferService.of(
                new TransferSurroundings(
                        config.stateDirectory(),
                        door,
                        imports,
                        marks,
                        opened.add(new FileFetcher(settings.fetch(tls), fetchMetrics)),
                        receiving,
                        new PeerClients(
                                config.transfers().connectTimeout(),
                                config.transfers().peerTimeout(),
                                tls),
                        new PeerPolicy(settings.peers(), () -> RingAddresses.of(door.ring())),
                        self,
                        clock),
                settings.transfers()));
        new TransferMetrics(transfers).bindTo(metrics.registry());

        List<Object> services =
                new ArrayList<>(List.of(config, callers, metrics, door, catalog, imports, marks, transfers));
        services.addAll(List.of(snapshots.service(), snapshots.manifests(), snapshots.leases()));
        services.add(limits);
        services.add(new DataDirectories(config.staging().roots()));
        services.add(new SidecarFacts(version(), self, capabilities(config), config.exposed()));
        services.add(new Readiness(door, directories(config), data.address()));
        ControlPlane control = opened.add(ControlPlane.start(config, services, tls));

        if (config.tls() != null && tls != null) {
            tls.start(config.tls().reloadInterval());
        }
        snapshots.reaper().start(config.snapshots().reaperInterval());
        limits.start(config.adaptive().sampleInterval());
        transfers.start();
        Sidecar sidecar = new Sidecar(opened, control, data.address());
        sidecar.announce(config);
        return sidecar;
    }

    private static Snapshots snapshots(
            Settings settings, CassandraDoor door, SstableCatalog catalog, Clock clock, Closer opened) {
        ScheduledExecutorService reaper =
                Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "snapshot-reaper"));
        ExecutorService builders =
                Executors.newFixedThreadPool(MANIFESTS_AT_A_TIME, task -> new Thread(task, "manifest-builder"));
        opened.add(reaper::shutdownNow);
        opened.add(builders::shutdownNow);
        return Snapshots.open(
                settings.config().stateDirectory(),
                door,
                catalog,
                settings.lowSpace(),
                new Snapshots.Surroundings(
                        clock, System::nanoTime, UuidCreator::getTimeOrderedEpoch, reaper, builders));
    }

    private static ServedFiles served(ManifestService manifests) {
        return (tag, keyspace, table, sstable, component) -> manifests
                .find(tag, keyspace, table, sstable, component)
                .map(file -> new ServedFile(file.path(), file.bytes(), file.crc32()));
    }

    private static List<String> capabilities(SidecarConfig config) {
        return List.of(
                config.cassandra().importer() == CassandraConfig.Importer.NODETOOL ? "nodetool-import" : "jmx-import",
                "piece-checksums",
                Bundle.CAPABILITY);
    }

    private static List<Path> directories(SidecarConfig config) {
        List<Path> directories = new ArrayList<>(config.staging().roots());
        directories.add(config.stateDirectory());
        return directories;
    }

    private void announce(SidecarConfig config) {
        log.info("Control plane: {} (API page: {}/docs/)", control.uri(), control.uri());
        log.info("Data plane: {}:{}", data.getHostString(), data.getPort());
        if (config.staging().roots().isEmpty()) {
            log.info("Staging: none. This node can be a source, but not a destination: see staging.roots");
        } else {
            log.info("Staging: {}", config.staging().roots());
        }
        if (config.exposed()) {
            log.warn(
                    "insecure: true: anyone who can connect to {} can read this node's data and import into it",
                    control.uri());
        }
    }

    public URI control() {
        return control.uri();
    }

    /** Where the data plane listens. */
    public InetSocketAddress data() {
        return data;
    }

    @Override
    public void close() {
        opened.close();
        log.info("Stopped");
    }
}
