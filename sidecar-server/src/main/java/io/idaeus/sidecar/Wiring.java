/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import com.github.f4b6a3.uuid.UuidCreator;
import io.idaeus.api.node.DataPlane;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.sidecar.access.AccessControl;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.audit.AuditMetrics;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CqlPages;
import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import io.idaeus.sidecar.cassandra.node.RingAddresses;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.SchemaChanges;
import io.idaeus.sidecar.claim.ClaimService;
import io.idaeus.sidecar.claim.CloneSteps;
import io.idaeus.sidecar.claim.RingSteps;
import io.idaeus.sidecar.claim.SurveyMarks;
import io.idaeus.sidecar.compare.cluster.ClusterPairs;
import io.idaeus.sidecar.compare.job.ComparisonMetrics;
import io.idaeus.sidecar.compare.job.ComparisonService;
import io.idaeus.sidecar.compare.job.ComparisonsOfPlans;
import io.idaeus.sidecar.compression.ZstdLibrary;
import io.idaeus.sidecar.config.CassandraConfig;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchMetricsBinder;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.health.Readiness;
import io.idaeus.sidecar.health.ReadinessMetrics;
import io.idaeus.sidecar.importing.CompactionHolds;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.StagingDirectories;
import io.idaeus.sidecar.importing.StagingRoots;
import io.idaeus.sidecar.job.JobQuota;
import io.idaeus.sidecar.limits.LimitsMetrics;
import io.idaeus.sidecar.limits.LimitsService;
import io.idaeus.sidecar.metrics.BackgroundSamples;
import io.idaeus.sidecar.metrics.PrometheusMetrics;
import io.idaeus.sidecar.operation.DataDirectories;
import io.idaeus.sidecar.operation.Operations;
import io.idaeus.sidecar.operation.OperationsServicesBuilder;
import io.idaeus.sidecar.operation.SidecarFacts;
import io.idaeus.sidecar.operation.StreamQuota;
import io.idaeus.sidecar.plan.PlanMetrics;
import io.idaeus.sidecar.plan.PlanService;
import io.idaeus.sidecar.plan.cluster.SidecarAddress;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.rest.ControlPlane;
import io.idaeus.sidecar.security.CertificateMetrics;
import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.TlsMetrics;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.Readers;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeMetricsBinder;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.ServedFiles;
import io.idaeus.sidecar.snapshot.LeaseService;
import io.idaeus.sidecar.snapshot.SnapshotMetrics;
import io.idaeus.sidecar.snapshot.Snapshots;
import io.idaeus.sidecar.snapshot.SnapshotsSurroundingsBuilder;
import io.idaeus.sidecar.snapshot.content.ServedSets;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.store.StateDirectory;
import io.idaeus.sidecar.store.StateMetrics;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.TimerAlarm;
import io.idaeus.sidecar.transfer.TransferMetrics;
import io.idaeus.sidecar.transfer.TransferService;
import io.idaeus.sidecar.transfer.TransferSurroundingsBuilder;
import io.idaeus.sidecar.transfer.TransferWiring;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import io.idaeus.sidecar.transfer.landing.CleanupMetrics;
import io.idaeus.sidecar.transfer.pull.SliceThreads;
import io.idaeus.sidecar.transfer.source.PeerClients;
import io.idaeus.sidecar.transfer.source.PeerSources;
import io.idaeus.sidecar.wire.Bundle;
import io.idaeus.sidecar.wire.CompressedBlock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts the sidecar together: the state directory's lock first, then Cassandra's door, the data plane and the transfers, and
 * the control plane last. What is opened closes in the reverse order. Not for reuse.
 */
final class Wiring {
    private static final int REMEMBERED_SSTABLES = 100_000;
    private static final int MANIFESTS_AT_A_TIME = 2;
    private static final int CALLS_AT_A_TIME = 16;
    private static final Duration READINESS_SAMPLE = Duration.ofSeconds(15);
    private static final Duration DISK_SAMPLE = Duration.ofMinutes(1);

    private final SidecarConfig config;
    private final Settings settings;
    private final Closer opened;
    private final Clock clock = Clock.systemUTC();
    private final PrometheusMetrics metrics;
    private final @Nullable LiveTls tls;
    private final AccessControl access;
    private final AuditLog audit;
    private final SurveyMarks surveys;
    private final CassandraDoor door;
    private final SstableCatalog catalog = new SstableCatalog(REMEMBERED_SSTABLES);
    private final Throttle sending;
    private final Throttle receiving;
    private final PeerClients clients;
    private final PeerPolicy peers;
    private final KeyspacePolicy keyspaces;

    Wiring(SidecarConfig config, Closer opened) throws IOException {
        this.config = config;
        this.settings = new Settings(config);
        this.opened = opened;
        opened.add(StateDirectory.lock(config.stateDirectory()));
        StagingDirectories.create(config.staging().roots());
        this.metrics = opened.add(new PrometheusMetrics(Sidecar.version()));
        this.tls = settings.tls(clock);
        if (tls != null) {
            opened.add(tls);
            new TlsMetrics(tls).bindTo(metrics.registry());
        }
        this.access = opened.add(settings.access());
        this.audit = opened.add(AuditLog.open(config.audit(), clock));
        new AuditMetrics(audit).bindTo(metrics.registry());
        this.surveys = SurveyMarks.open(config.stateDirectory(), clock);
        this.door = opened.add(new CassandraDoor(settings.cassandra(), surveys));
        door.connect();
        TimerAlarm alarm = opened.add(new TimerAlarm());
        this.sending = new Throttle(Throttle.UNLIMITED, System::nanoTime, alarm);
        this.receiving = sending.sibling(Throttle.UNLIMITED);
        this.clients = new PeerClients(
                config.transfers().connectTimeout(), config.transfers().peerTimeout(), tls);
        this.peers = new PeerPolicy(settings.peers(), () -> RingAddresses.of(door.ring()));
        this.keyspaces =
                KeyspacePolicy.of(config.keyspaces().allow(), config.keyspaces().deny());
    }

    Sidecar sidecar() throws IOException {
        Snapshots snapshots = snapshots();
        LimitsService limits = limits();
        DataPlaneServer data = dataPlane(snapshots);
        DataPlane self =
                new DataPlane(config.data().advertisedHost(), data.address().getPort(), tls != null);
        CompactionHolds holds = CompactionHolds.open(config.stateDirectory(), door.compactions(), clock);
        ImportService imports =
                new ImportService(door, new StagingRoots(config.staging().roots()), catalog, keyspaces, holds::keep);
        imports.durations().bindTo(metrics.registry());
        snapshots.manifests().durations().bindTo(metrics.registry());
        CleanupMarks marks = CleanupMarks.open(config.stateDirectory());
        TransferService transfers = transfers(imports, marks, self);
        ClaimService claims = opened.add(ClaimService.open(
                config.stateDirectory(),
                transfers,
                new RingSteps(door, transfers.claimWork(), marks, surveys),
                new CloneSteps(door.tables(), transfers.claimWork(), keyspaces, holds, schemaChanges()),
                settings.lifecycle(),
                clock));

        transfers.keepPlans(claims::holds);

        CassandraSettings.Endpoint readable = settings.rows();
        CqlPages rows = readable == null ? null : opened.add(new CqlPages(readable));

        AtomicReference<@Nullable URI> uri = new AtomicReference<>();
        ExecutorService calls = Executors.newFixedThreadPool(CALLS_AT_A_TIME, task -> new Thread(task, "peer-calls"));
        opened.add(calls::shutdownNow);
        SidecarDirectory directory = directory(uri::get, calls);
        ComparisonService comparisons = comparisons(directory);
        PlanService plans = plans(directory, comparisons);
        comparisons.keepForPlans(plans::wantsComparison);

        Operations operations = Operations.of(
                OperationsServicesBuilder.builder()
                        .door(door)
                        .catalog(catalog)
                        .keyspaces(keyspaces)
                        .marks(marks)
                        .transfers(transfers)
                        .plans(plans)
                        .claims(claims)
                        .comparisons(comparisons)
                        .snapshots(snapshots)
                        .limits(limits)
                        .audit(audit)
                        .metrics(metrics)
                        .tls(tls)
                        .rows(rows)
                        .build(),
                new DataDirectories(config.staging().roots()),
                new SidecarFacts(Sidecar.version(), self, capabilities(), config.exposed()),
                new StreamQuota(config.quotas().eventStreams(), config.quotas().eventStreamsPerCaller()),
                config.snapshots().leaseTtl());
        Readiness readiness =
                new Readiness(door, writtenDirectories(), data.address(), audit.isOn() ? audit::failure : null);
        List<Object> services = new ArrayList<>(operations.all());
        services.addAll(List.of(config, access, audit, metrics, transfers, plans, readiness));
        ControlPlane control = opened.add(ControlPlane.start(config, services, tls));
        uri.set(reachable(control.uri()));

        if (config.tls() != null && tls != null) {
            tls.start(config.tls().reloadInterval());
        }
        access.start(config.access().reloadInterval());
        snapshots.reaper().start(config.snapshots().reaperInterval());
        limits.start(config.adaptive().sampleInterval());
        transfers.start();
        claims.start();
        plans.start();
        comparisons.start();
        opened.add(samples(readiness, snapshots.metrics(), marks));
        return new Sidecar(opened, operations, control, data.address());
    }

    private @Nullable SchemaChanges schemaChanges() {
        CassandraSettings.Endpoint role = settings.clones();
        return role == null
                ? null
                : new SchemaChanges(
                        opened.add(new CqlQueries(settings.cassandra().changing(role))));
    }

    private Snapshots snapshots() {
        ScheduledExecutorService reaper =
                Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "snapshot-reaper"));
        ExecutorService builders =
                Executors.newFixedThreadPool(MANIFESTS_AT_A_TIME, task -> new Thread(task, "manifest-builder"));
        opened.add(reaper::shutdownNow);
        opened.add(builders::shutdownNow);
        return Snapshots.open(
                config.stateDirectory(),
                door,
                catalog,
                settings.lowSpace(),
                SnapshotsSurroundingsBuilder.builder()
                        .clock(clock)
                        .nanoTime(System::nanoTime)
                        .ids(UuidCreator::getTimeOrderedEpoch)
                        .reaper(reaper)
                        .builders(builders)
                        .keyspaces(keyspaces)
                        .quotas(settings.snapshotQuotas())
                        .audit(audit)
                        .build());
    }

    private LimitsService limits() {
        LimitsService limits = opened.add(LimitsService.open(
                config.stateDirectory(), settings.limits(), sending, receiving, door.load()::read, clock));
        new LimitsMetrics(limits, sending, receiving).bindTo(metrics.registry());
        return limits;
    }

    private DataPlaneServer dataPlane(Snapshots snapshots) throws IOException {
        ServeMetrics counted = new ServeMetrics();
        ServeMetricsBinder binder = new ServeMetricsBinder(counted, sending);
        binder.bindTo(metrics.registry());
        metrics.bindBeforeScrape(binder::bindPeersTo);
        return opened.add(DataPlaneServer.start(
                settings.serve(tls, readers(snapshots.leases())), served(snapshots.manifests()), counted, sending));
    }

    private Readers readers(LeaseService leases) {
        Readers readers = !config.asksCallers() ? Readers.all() : new LeaseReaders(access, leases::holds);
        return audit.isOn() ? new AuditedReaders(readers, access, audit) : readers;
    }

    private static ServedFiles served(ServedSets sets) {
        return (tag, keyspace, table, sstable, component) -> sets.find(tag, keyspace, table, sstable, component)
                .map(file -> new ServedFile(file.path(), file.bytes(), file.crc32()));
    }

    private TransferService transfers(ImportService imports, CleanupMarks marks, DataPlane self) throws IOException {
        FetchMetrics counted = new FetchMetrics();
        FetchMetricsBinder binder = new FetchMetricsBinder(counted);
        binder.bindTo(metrics.registry());
        metrics.bindBeforeScrape(binder::bindPeersTo);
        FileFetcher fetcher = opened.add(new FileFetcher(settings.fetch(tls), counted));
        fetcher.durations().bindTo(metrics.registry());
        TransferService transfers = opened.add(TransferWiring.service(
                TransferSurroundingsBuilder.builder()
                        .stateDirectory(config.stateDirectory())
                        .door(door)
                        .imports(imports)
                        .catalog(catalog)
                        .marks(marks)
                        .fetcher(fetcher)
                        .slices(opened.add(new SliceThreads()))
                        .receiving(receiving)
                        .sources(new PeerSources(clients, peers, fetcher, self, settings.sources()))
                        .keyspaces(keyspaces)
                        .clock(clock)
                        .audit(audit)
                        .build(),
                settings.transfers()));
        new TransferMetrics(transfers).bindTo(metrics.registry());
        return transfers;
    }

    private SidecarDirectory directory(Supplier<@Nullable URI> self, ExecutorService threads) {
        int port = config.peers().ringPort() == 0
                ? config.control().port()
                : config.peers().ringPort();
        return new SidecarDirectory(
                clients,
                peers,
                () -> Objects.requireNonNull(self.get(), "the control plane has not started"),
                new SidecarAddress(tls == null ? "http" : "https", port),
                threads);
    }

    private PlanService plans(SidecarDirectory directory, ComparisonService comparisons) {
        PlanService plans = opened.add(PlanService.open(
                config.stateDirectory(),
                directory,
                new ComparisonsOfPlans(comparisons),
                clock,
                new JobQuota(config.quotas().endedPlans(), config.quotas().endedPlansFor()),
                audit));
        new PlanMetrics(plans).bindTo(metrics.registry());
        return plans;
    }

    private ComparisonService comparisons(SidecarDirectory directory) {
        ComparisonService comparisons = opened.add(ComparisonService.open(
                config.stateDirectory(),
                new ClusterPairs(directory),
                keyspaces,
                clock,
                new JobQuota(config.quotas().endedComparisons(), config.quotas().endedComparisonsFor()),
                audit));
        new ComparisonMetrics(comparisons).bindTo(metrics.registry());
        return comparisons;
    }

    private BackgroundSamples samples(Readiness readiness, SnapshotMetrics snapshots, CleanupMarks marks) {
        ReadinessMetrics ready = new ReadinessMetrics(readiness);
        CleanupMetrics cleanup = new CleanupMetrics(marks);
        StateMetrics state = new StateMetrics(config.stateDirectory());
        CertificateMetrics certificates = new CertificateMetrics(settings.certificates());
        Stream.of(ready, cleanup, state, certificates, snapshots).forEach(each -> each.bindTo(metrics.registry()));
        BackgroundSamples samples = new BackgroundSamples();
        samples.every(READINESS_SAMPLE, "readiness", ready::sample);
        samples.every(DISK_SAMPLE, "cleanup", cleanup::sample);
        samples.every(DISK_SAMPLE, "the state directory", state::sample);
        samples.every(DISK_SAMPLE, "certificates", certificates::sample);
        samples.every(DISK_SAMPLE, "snapshots", snapshots::sample);
        return samples;
    }

    // Other sidecars call it, so it must not be a wildcard.
    private URI reachable(URI control) {
        String host = config.control().host();
        boolean wildcard = host.equals("0.0.0.0") || host.equals("::");
        String named = wildcard ? config.data().advertisedHost() : host;
        return URI.create(control.getScheme() + "://" + (named.contains(":") ? "[" + named + "]" : named) + ":"
                + control.getPort());
    }

    private List<String> capabilities() {
        List<String> capabilities = new ArrayList<>(List.of(
                config.cassandra().importer() == CassandraConfig.Importer.NODETOOL ? "nodetool-import" : "jmx-import",
                "piece-checksums",
                Bundle.CAPABILITY,
                NodeInfo.SLICES,
                NodeInfo.ENTER_SURVEY,
                NodeInfo.PARALLEL_STEPS,
                NodeInfo.EXPANSION,
                NodeInfo.CLEANUP,
                NodeInfo.CLONE,
                NodeInfo.SOURCE_CHECKS));
        if (ZstdLibrary.isAvailable()) {
            capabilities.add(CompressedBlock.CAPABILITY);
        }
        if (config.cassandra().rows().on()) {
            capabilities.add(NodeInfo.ROWS);
        }
        if (config.cassandra().clones().on()) {
            capabilities.add(NodeInfo.SCHEMA_CHANGES);
        }
        return capabilities;
    }

    private List<Path> writtenDirectories() {
        List<Path> directories = new ArrayList<>(config.staging().roots());
        directories.add(config.stateDirectory());
        return directories;
    }
}
