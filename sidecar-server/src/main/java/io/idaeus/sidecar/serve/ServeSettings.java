/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.admission.AdmissionBounds;
import io.idaeus.sidecar.config.DataConfig;
import io.idaeus.sidecar.serve.page.PageCacheUse;
import io.idaeus.sidecar.wire.TlsSource;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the data plane's server, as in {@link DataConfig}.
 *
 * @param port 0 for any free port
 * @param tls null for plain HTTP
 * @param readers asked for each connection
 */
@RecordBuilder
public record ServeSettings(
        String host,
        int port,
        int eventLoops,
        AdmissionBounds connections,
        Duration requestTimeout,
        Duration idleTimeout,
        Duration minRateWindow,
        long minBytesPerSecond,
        int segmentBytes,
        Duration drainTimeout,
        @Nullable TlsSource tls,
        Readers readers,
        PageCacheUse pageCache) {

    private static final int SEGMENTS_PER_TURN = 4;

    // Read, encrypted and sent while they are in the core's own cache.
    private static final int TLS_SEGMENT_BYTES = 64 * 1024;

    /** With the default use of the page cache. */
    public ServeSettings(
            String host,
            int port,
            int eventLoops,
            AdmissionBounds connections,
            Duration requestTimeout,
            Duration idleTimeout,
            Duration minRateWindow,
            long minBytesPerSecond,
            int segmentBytes,
            Duration drainTimeout,
            @Nullable TlsSource tls,
            Readers readers) {
        this(
                host,
                port,
                eventLoops,
                connections,
                requestTimeout,
                idleTimeout,
                minRateWindow,
                minBytesPerSecond,
                segmentBytes,
                drainTimeout,
                tls,
                readers,
                pageCache(DataConfig.defaults()));
    }

    public static ServeSettings of(DataConfig config, @Nullable TlsSource tls, Readers readers) {
        return of(config.host(), config.port(), config, tls, readers);
    }

    /** Plain HTTP with the configuration's defaults. */
    public static ServeSettings plain(String host, int port) {
        return of(host, port, DataConfig.defaults(), null, Readers.all());
    }

    /** Bytes of a file that become one message. */
    int bodySegmentBytes() {
        return tls == null ? segmentBytes : Math.min(segmentBytes, TLS_SEGMENT_BYTES);
    }

    /** Bytes that a response sends before it yields its event loop. */
    int turnBytes() {
        // Encrypting takes longer than sending.
        return tls == null ? SEGMENTS_PER_TURN * segmentBytes : segmentBytes;
    }

    private static ServeSettings of(
            String host, int port, DataConfig config, @Nullable TlsSource tls, Readers readers) {
        return ServeSettingsBuilder.builder()
                .host(host)
                .port(port)
                .eventLoops(config.threads())
                .connections(new AdmissionBounds(
                        config.maxConnections(),
                        config.maxConnectionsPerAddress(),
                        config.maxUnauthenticated(),
                        config.maxUnauthenticatedPerAddress()))
                .requestTimeout(config.requestTimeout())
                .idleTimeout(config.idleTimeout())
                .minRateWindow(config.minRateWindow())
                .minBytesPerSecond(config.minBytesPerSecond())
                .segmentBytes(config.segmentBytes())
                .drainTimeout(config.drainTimeout())
                .tls(tls)
                .readers(readers)
                .pageCache(pageCache(config))
                .build();
    }

    private static PageCacheUse pageCache(DataConfig config) {
        return new PageCacheUse(config.readAhead(), config.dropPageCache());
    }
}
