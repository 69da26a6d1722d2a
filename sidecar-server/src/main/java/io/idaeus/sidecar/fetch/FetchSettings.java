/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.config.TransfersConfig;
import io.idaeus.sidecar.fetch.connection.ConnectionSettings;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.wire.TlsSource;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the data plane fetches.
 *
 * @param maxConnectionsPerPeer further fetches wait
 * @param receiveBufferBytes of each event loop
 * @param connectTimeout of TCP, and again of TLS
 * @param idleTimeout without a byte from the peer
 * @param keepAlive of unused connections; less than the peer's idle timeout
 * @param tls null for plain HTTP
 * @param maxConnections over all peers; further fetches wait
 */
@RecordBuilder
public record FetchSettings(
        int eventLoops,
        int maxConnectionsPerPeer,
        int receiveBufferBytes,
        Duration connectTimeout,
        Duration idleTimeout,
        Duration keepAlive,
        int diskThreads,
        @Nullable TlsSource tls,
        int maxConnections,
        PieceSettings pieces) {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);
    private static final int DISK_THREADS = 2;

    /** With defaults for the other values. */
    public FetchSettings(
            int eventLoops,
            int maxConnectionsPerPeer,
            int receiveBufferBytes,
            Duration connectTimeout,
            Duration idleTimeout,
            Duration keepAlive,
            int diskThreads,
            @Nullable TlsSource tls) {
        this(
                eventLoops,
                maxConnectionsPerPeer,
                receiveBufferBytes,
                connectTimeout,
                idleTimeout,
                keepAlive,
                diskThreads,
                tls,
                plain().maxConnections(),
                plain().pieces());
    }

    /** Plain HTTP with defaults. */
    public static FetchSettings plain() {
        return of(TransfersConfig.defaults(), null);
    }

    public static FetchSettings of(TransfersConfig config, @Nullable TlsSource tls) {
        return FetchSettingsBuilder.builder()
                .eventLoops(config.threads())
                .maxConnectionsPerPeer(config.maxConnectionsPerPeer())
                .receiveBufferBytes(config.receiveBufferBytes())
                .connectTimeout(config.connectTimeout())
                .idleTimeout(config.peerTimeout())
                .keepAlive(KEEP_ALIVE)
                .diskThreads(DISK_THREADS)
                .tls(tls)
                .maxConnections(config.maxConnections())
                .pieces(new PieceSettings(
                        config.pieceBytes(),
                        config.directIo(),
                        config.directIoMemoryBytes(),
                        config.preallocate(),
                        config.dropPageCache()))
                .build();
    }

    ConnectionSettings connections() {
        return new ConnectionSettings(
                maxConnectionsPerPeer, maxConnections, receiveBufferBytes, connectTimeout, idleTimeout, keepAlive, tls);
    }
}
