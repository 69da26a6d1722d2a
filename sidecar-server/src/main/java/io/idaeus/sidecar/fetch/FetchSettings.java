/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.config.TransfersConfig;
import io.idaeus.sidecar.fetch.connection.ConnectionSettings;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the data plane fetches.
 *
 * @param eventLoops threads that receive, check and write
 * @param maxConnectionsPerPeer over all transfers; further fetches wait
 * @param receiveBufferBytes the most that one read takes; each event loop holds one such buffer
 * @param connectTimeout of the TCP connection, and again of the TLS handshake
 * @param idleTimeout without a byte from the peer while one is due
 * @param keepAlive how long an unused connection is kept; less than the peer's idle timeout
 * @param diskThreads threads that read part files again, force and rename
 * @param tls the context of each new connection; null for plain HTTP
 * @param maxConnections over all peers; further fetches wait
 */
public record FetchSettings(
        int eventLoops,
        int maxConnectionsPerPeer,
        int receiveBufferBytes,
        Duration connectTimeout,
        Duration idleTimeout,
        Duration keepAlive,
        int diskThreads,
        @Nullable Supplier<SslContext> tls,
        int maxConnections,
        PieceSettings pieces) {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);
    private static final int DISK_THREADS = 2;

    /** With the configuration's defaults for the connections of the node and for pieces. */
    public FetchSettings(
            int eventLoops,
            int maxConnectionsPerPeer,
            int receiveBufferBytes,
            Duration connectTimeout,
            Duration idleTimeout,
            Duration keepAlive,
            int diskThreads,
            @Nullable Supplier<SslContext> tls) {
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

    /** Plain HTTP with the configuration's defaults. */
    public static FetchSettings plain() {
        return of(TransfersConfig.defaults(), null);
    }

    public static FetchSettings of(TransfersConfig config, @Nullable Supplier<SslContext> tls) {
        return new FetchSettings(
                config.threads(),
                config.maxConnectionsPerPeer(),
                config.receiveBufferBytes(),
                config.connectTimeout(),
                config.peerTimeout(),
                KEEP_ALIVE,
                DISK_THREADS,
                tls,
                config.maxConnections(),
                new PieceSettings(
                        config.pieceBytes(),
                        config.directIo(),
                        config.directIoMemoryBytes(),
                        config.preallocate(),
                        config.dropPageCache()));
    }

    ConnectionSettings connections() {
        return new ConnectionSettings(
                maxConnectionsPerPeer, maxConnections, receiveBufferBytes, connectTimeout, idleTimeout, keepAlive, tls);
    }
}
