/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.api.limits.AdaptiveSettings;
import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.limits.RateRange;
import io.idaeus.sidecar.access.AccessControl;
import io.idaeus.sidecar.access.LiveAccess;
import io.idaeus.sidecar.cassandra.Lifecycle;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.config.AdaptiveConfig;
import io.idaeus.sidecar.config.CassandraConfig;
import io.idaeus.sidecar.config.CassandraTls;
import io.idaeus.sidecar.config.Endpoint;
import io.idaeus.sidecar.config.PeersConfig;
import io.idaeus.sidecar.config.QuotasConfig;
import io.idaeus.sidecar.config.RoleConfig;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.config.TlsConfig;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.config.TransfersConfig;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.security.ClientTls;
import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.security.PeerRules;
import io.idaeus.sidecar.security.TlsContexts;
import io.idaeus.sidecar.serve.Readers;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.snapshot.LowSpace;
import io.idaeus.sidecar.snapshot.content.SnapshotQuotas;
import io.idaeus.sidecar.transfer.TransferQuotas;
import io.idaeus.sidecar.transfer.TransferSettings;
import io.idaeus.sidecar.transfer.TransferSettingsBuilder;
import io.idaeus.sidecar.transfer.source.PeerSettings;
import io.idaeus.sidecar.wire.TlsSource;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Translates the configuration into the settings of each package. */
record Settings(SidecarConfig config) {
    // A lease is renewed at least this often before it expires.
    private static final int RENEWALS = 6;

    // And often enough that low space never expires the lease of a running transfer.
    private static final Duration RENEWED_WITHIN = Duration.ofMinutes(5);

    /** @throws IllegalArgumentException naming a file of TLS that is wrong */
    CassandraSettings cassandra() {
        CassandraConfig cassandra = config.cassandra();
        return new CassandraSettings(
                endpoint(cassandra.jmx()),
                endpoint(cassandra.cql()),
                cassandra.importer() == CassandraConfig.Importer.NODETOOL ? cassandra.nodetool() : null,
                cassandra.responseTimeout(),
                cassandra.operationTimeout(),
                cassandra.snapshotTimeout(),
                cassandra.importTimeout());
    }

    /** Null where rows are not read. */
    CassandraSettings.@Nullable Endpoint rows() {
        return endpoint(config.cassandra().rows());
    }

    /** Null where the schema is not changed. */
    CassandraSettings.@Nullable Endpoint clones() {
        return endpoint(config.cassandra().clones());
    }

    private CassandraSettings.@Nullable Endpoint endpoint(RoleConfig role) {
        return role.on() ? endpoint(role.endpoint(config.cassandra().cql())) : null;
    }

    Lifecycle lifecycle() {
        return new Lifecycle(config.cassandra().lifecycle(), config.cassandra().lifecycleTimeout());
    }

    @Nullable
    LiveTls tls(Clock clock) {
        TlsPaths files = tlsFiles();
        return files == null ? null : LiveTls.open(files, clock);
    }

    @Nullable
    TlsPaths tlsFiles() {
        TlsConfig tls = config.tls();
        return tls == null ? null : tls.files();
    }

    /** @throws IllegalArgumentException naming what is wrong with the access list */
    AccessControl access() {
        if (!config.asksCallers()) {
            return AccessControl.open();
        }
        Path list = config.access().list();
        return AccessControl.of(
                list == null ? null : LiveAccess.open(list), config.access().tokens());
    }

    PeerRules peers() {
        PeersConfig peers = config.peers();
        return new PeerRules(
                peers.allow(),
                peers.allowRing(),
                peers.ringPort(),
                peers.dataPort(),
                peers.allowLoopback(),
                config.tls() != null);
    }

    ServeSettings serve(@Nullable LiveTls tls, Readers readers) {
        return ServeSettings.of(config.data(), tls == null ? null : source(tls, TlsContexts::server), readers);
    }

    FetchSettings fetch(@Nullable LiveTls tls) {
        return FetchSettings.of(config.transfers(), tls == null ? null : source(tls, TlsContexts::client));
    }

    private static TlsSource source(LiveTls tls, Function<TlsContexts, SslContext> end) {
        return new TlsSource() {
            @Override
            public SslContext get() {
                return end.apply(tls.current());
            }

            @Override
            public void connected(Channel connection) {
                tls.connected(connection);
            }
        };
    }

    LimitSettings limits() {
        AdaptiveConfig adaptive = config.adaptive();
        RateRange send = range(adaptive.send());
        RateRange receive = range(adaptive.receive());
        Integer compactions = adaptive.maxPendingCompactions();
        Duration latency = adaptive.maxReadLatency();
        Integer dropped = adaptive.maxDroppedMessages();
        AdaptiveSettings bounds = new AdaptiveSettings(
                send,
                receive,
                compactions == null ? null : compactions.longValue(),
                latency == null ? null : latency.toNanos() / 1000,
                dropped == null ? null : dropped.longValue());
        return new LimitSettings(
                rate(config.data().maxBytesPerSecond()),
                rate(config.transfers().maxBytesPerSecond()),
                send == null && receive == null ? null : bounds);
    }

    private static @Nullable RateRange range(AdaptiveConfig.@Nullable Range range) {
        return range == null ? null : new RateRange(range.floor(), range.ceiling());
    }

    private static @Nullable Long rate(long bytesPerSecond) {
        return bytesPerSecond == 0 ? null : bytesPerSecond;
    }

    PeerSettings sources() {
        TransfersConfig transfers = config.transfers();
        return new PeerSettings(
                transfers.connectionsPerSource(),
                transfers.adaptConnections(),
                transfers.compression(),
                transfers.manifestTimeout());
    }

    TransferSettings transfers() {
        TransfersConfig transfers = config.transfers();
        return TransferSettingsBuilder.builder()
                .concurrent(transfers.maxConcurrent())
                .leaseTtl(transfers.leaseTtl())
                .leaseRenewal(renewal(transfers.leaseTtl()))
                .retryFor(transfers.retryFor())
                .stagingRoots(config.staging().roots())
                .stagingHeadroom(config.staging().headroom())
                .stagingRetention(config.staging().retention())
                .maxPendingCompactions(transfers.maxPendingCompactions())
                .quotas(new TransferQuotas(
                        config.quotas().unfinishedTransfers(),
                        config.quotas().endedTransfers(),
                        config.quotas().endedTransfersFor()))
                .build();
    }

    private static Duration renewal(Duration leaseTtl) {
        Duration share = leaseTtl.dividedBy(RENEWALS);
        return share.compareTo(RENEWED_WITHIN) < 0 ? share : RENEWED_WITHIN;
    }

    SnapshotQuotas snapshotQuotas() {
        QuotasConfig quotas = config.quotas();
        return new SnapshotQuotas(
                quotas.leases(), quotas.leasesPerCaller(), quotas.manifests(), quotas.manifestSstables());
    }

    LowSpace lowSpace() {
        return new LowSpace(
                config.snapshots().lowSpaceThreshold(), config.snapshots().lowSpaceLeaseTtl());
    }

    private static CassandraSettings.Endpoint endpoint(Endpoint endpoint) {
        return new CassandraSettings.Endpoint(
                endpoint.host(),
                endpoint.port(),
                endpoint.credentials(),
                clientTls(endpoint.tls()),
                endpoint.insecure());
    }

    private static @Nullable ClientTls clientTls(@Nullable CassandraTls tls) {
        return tls == null ? null : ClientTls.open(tls);
    }

    /** The files that hold certificates, by key. */
    Map<String, Path> certificates() {
        Map<String, Path> files = new TreeMap<>();
        TlsConfig tls = config.tls();
        if (tls != null) {
            files.put("tls.certificate", tls.files().certificate());
            files.put("tls.trust", tls.files().trust());
        }
        addCertificates("cassandra.jmx.tls", config.cassandra().jmx().tls(), files);
        addCertificates("cassandra.cql.tls", config.cassandra().cql().tls(), files);
        return files;
    }

    private static void addCertificates(String section, @Nullable CassandraTls tls, Map<String, Path> files) {
        if (tls != null) {
            files.put(section + ".trust", tls.trust());
            if (tls.certificate() != null) {
                files.put(section + ".certificate", tls.certificate());
            }
        }
    }
}
