/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The data plane, source side.
 *
 * @param port 0 for any that is free
 * @param advertisedHost the name by which peers reach it
 * @param maxConnections in all
 * @param maxConnectionsPerPeer of one address
 * @param sliceBytes how much one region holds
 * @param bytesPerSecond over all connections; null for no limit
 * @param idleTimeout after which a silent connection is closed
 * @param minBytesPerSecond a slower reader is dropped
 * @param drainTimeout how long responses may take to finish at shutdown
 */
public record DataConfig(
        String host,
        int port,
        String advertisedHost,
        int maxConnections,
        int maxConnectionsPerPeer,
        long sliceBytes,
        @Nullable Long bytesPerSecond,
        Duration idleTimeout,
        long minBytesPerSecond,
        Duration drainTimeout) {

    static DataConfig read(Section section) {
        String host = section.get("host", Value.HOST, "127.0.0.1");
        String advertised = section.get("advertisedHost", Value.HOST, host);
        if (Exposure.isWildcard(advertised)) {
            section.refuse("advertisedHost", advertised, "the name or address by which peers reach this sidecar");
        }
        return new DataConfig(
                host,
                section.get("port", Value.PORT, 9044),
                advertised,
                section.get("maxConnections", Value.between(1, 10_000), 64),
                section.get("maxConnectionsPerPeer", Value.between(1, 10_000), 16),
                section.get("slice", Value.size(1L << 16, 1L << 26), 1L << 20),
                section.find("rate", Value.RATE),
                section.get("idleTimeout", Value.DURATION, Duration.ofSeconds(60)),
                section.get("minRate", Value.RATE, 1L << 10),
                section.get("drainTimeout", Value.DURATION, Duration.ofSeconds(30)));
    }
}
