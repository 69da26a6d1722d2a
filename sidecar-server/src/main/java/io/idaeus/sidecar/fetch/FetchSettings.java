/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the data plane fetches.
 *
 * @param eventLoops threads that receive, check and write
 * @param maxConnectionsPerPeer over all transfers; a fetch above it waits its turn
 * @param receiveBufferBytes what one read takes at most, less where reads are slow; each event loop holds one such buffer
 * @param connectTimeout to a connection, TLS handshake excluded
 * @param idleTimeout without a byte from the peer, while one is due
 * @param keepAlive how long a connection without work is kept; less than the peer's idle timeout
 * @param diskThreads threads that read part files again, force and rename
 * @param tls what a new connection gets, null for plain HTTP; open ones keep theirs
 * @param maxConnections over all peers; what is above it waits its turn
 * @param pieces how large files are received
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
    private static final int CONNECTIONS = 32;

    /** With the defaults of what is left out. */
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
                CONNECTIONS,
                PieceSettings.defaults());
    }

    /** Plain HTTP with the defaults of everything else. */
    public static FetchSettings plain() {
        return new FetchSettings(
                Runtime.getRuntime().availableProcessors(),
                8,
                1024 * 1024,
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                2,
                null);
    }
}
