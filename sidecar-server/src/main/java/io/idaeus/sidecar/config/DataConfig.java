/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.Map;

/**
 * The data plane.
 *
 * @param port 0 for any free one
 * @param maxConnections that have authenticated
 * @param maxUnauthenticated connections that have not
 * @param requestTimeout how long a connection may take to authenticate and send its first request head
 * @param segmentBytes the most that one sendfile call sends
 * @param minBytesPerSecond a slower reader is dropped
 * @param warmUp whether a start lets the JVM compile what moves files
 * @param maxBytesPerSecond over all responses; 0 for no limit
 */
public record DataConfig(
        String host,
        int port,
        String advertisedHost,
        int threads,
        int maxConnections,
        int maxConnectionsPerAddress,
        int maxUnauthenticated,
        int maxUnauthenticatedPerAddress,
        Duration requestTimeout,
        int segmentBytes,
        Duration idleTimeout,
        Duration minRateWindow,
        long minBytesPerSecond,
        long maxBytesPerSecond,
        boolean readAhead,
        boolean dropPageCache,
        boolean warmUp,
        Duration drainTimeout) {

    public static DataConfig defaults() {
        return read(new Section("data", MissingNode.getInstance(), new ConfigReader(Map.of())));
    }

    static DataConfig read(Section section) {
        String host = section.get("host", Value.HOST, "127.0.0.1");
        String advertised = section.get("advertisedHost", Value.HOST, host);
        if (Exposure.isWildcard(advertised)) {
            section.refuse("advertisedHost", advertised, "the name or address by which peers reach this sidecar");
        }
        int perAddress = section.get("maxConnectionsPerAddress", Value.between(1, 10_000), 64);
        return new DataConfig(
                host,
                section.get("port", Value.PORT, 9044),
                advertised,
                section.get(
                        "threads", Value.between(1, 256), Runtime.getRuntime().availableProcessors()),
                section.get("maxConnections", Value.between(1, 10_000), 256),
                perAddress,
                section.get("maxUnauthenticated", Value.between(1, 10_000), 256),
                section.get("maxUnauthenticatedPerAddress", Value.between(1, 10_000), perAddress),
                section.get("requestTimeout", Value.time("1s", "10m"), Duration.ofSeconds(10)),
                section.get("segmentSize", Value.size(1L << 16, 1L << 26), 1L << 20)
                        .intValue(),
                section.get("idleTimeout", Value.DURATION, Duration.ofSeconds(60)),
                section.get("minRateWindow", Value.DURATION, Duration.ofSeconds(30)),
                section.get("minRate", Value.RATE, 64L << 10),
                section.get("maxRate", Value.LIMIT, 0L),
                section.get("readAhead", Value.BOOLEAN, true),
                section.get("dropPageCache", Value.BOOLEAN, true),
                section.get("warmUp", Value.BOOLEAN, true),
                section.get("drainTimeout", Value.DURATION, Duration.ofSeconds(30)));
    }
}
