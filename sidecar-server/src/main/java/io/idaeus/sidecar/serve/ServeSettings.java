/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.security.CallerPolicy;
import io.idaeus.sidecar.serve.page.PageCacheUse;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the data plane's server.
 *
 * @param port 0 for any free port
 * @param eventLoops number of threads
 * @param maxConnections in total; above it a request is answered 503
 * @param maxConnectionsPerAddress from one remote address; above it a request is answered 429
 * @param idleTimeout for a complete request head to arrive, from the accept or the end of the last response
 * @param stallTimeout the interval over which a peer's read rate is measured
 * @param minBytesPerSecond the average rate at which a peer must read, or its connection is closed
 * @param sliceBytes the size of a slice
 * @param drainTimeout how long {@link DataPlaneServer#close} waits for responses in flight
 * @param tls the context for new connections; null for plain HTTP
 * @param callers the certificates that may call; checked with TLS only
 */
public record ServeSettings(
        String host,
        int port,
        int eventLoops,
        int maxConnections,
        int maxConnectionsPerAddress,
        Duration idleTimeout,
        Duration stallTimeout,
        long minBytesPerSecond,
        int sliceBytes,
        Duration drainTimeout,
        @Nullable Supplier<SslContext> tls,
        CallerPolicy callers,
        PageCacheUse pageCache) {

    private static final int SLICES_PER_TURN = 4;

    /** How many bytes a response sends before it yields its event loop. */
    int turnBytes() {
        // Encrypting takes longer than sending.
        return tls == null ? SLICES_PER_TURN * sliceBytes : sliceBytes;
    }

    /** With the default use of the page cache. */
    public ServeSettings(
            String host,
            int port,
            int eventLoops,
            int maxConnections,
            int maxConnectionsPerAddress,
            Duration idleTimeout,
            Duration stallTimeout,
            long minBytesPerSecond,
            int sliceBytes,
            Duration drainTimeout,
            @Nullable Supplier<SslContext> tls,
            CallerPolicy callers) {
        this(
                host,
                port,
                eventLoops,
                maxConnections,
                maxConnectionsPerAddress,
                idleTimeout,
                stallTimeout,
                minBytesPerSecond,
                sliceBytes,
                drainTimeout,
                tls,
                callers,
                PageCacheUse.defaults());
    }

    /** Plain HTTP, and defaults for everything else. */
    public static ServeSettings plain(String host, int port) {
        return new ServeSettings(
                host,
                port,
                Runtime.getRuntime().availableProcessors(),
                256,
                64,
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                64 * 1024,
                1024 * 1024,
                Duration.ofSeconds(30),
                null,
                CallerPolicy.anyTrusted());
    }
}
