/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.security.CallerPolicy;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the data plane serves.
 *
 * @param host address to bind
 * @param port 0 for any
 * @param eventLoops threads
 * @param maxConnections over all callers; above it a request is answered 503
 * @param maxConnectionsPerAddress from one remote address; above it a request is answered 429
 * @param idleTimeout how long a connection may take to send a whole request head, from the accept or the last response
 * @param stallTimeout how often a response in flight is looked at
 * @param minBytesPerSecond what a reader must take on average over each stallTimeout, or it is dropped
 * @param sliceBytes what one sendfile region (with TLS: one chunk) holds; at most two are unflushed
 * @param drainTimeout how long {@link DataPlaneServer#close} waits for responses in flight
 * @param tls what a new connection gets, null for plain HTTP; open ones keep theirs
 * @param callers who may call, by certificate; asked only with TLS
 * @param pageCache how cold files are read, and what stays of them
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

    private static final int SLICES_IN_A_TURN = 4;

    /** What one response sends at a time before others on its event loop do; to encrypt takes longer than to send. */
    int turnBytes() {
        return tls == null ? SLICES_IN_A_TURN * sliceBytes : sliceBytes;
    }

    /** With the defaults of what is left out. */
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

    /** Plain HTTP with the defaults of everything else. */
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
