/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The control plane.
 *
 * @param port 0 for any free one
 * @param health a listener of its own for health alone, in plain text; null for none
 * @param maxConnections that have authenticated
 * @param maxUnauthenticated connections that have not
 * @param requestTimeout how long a connection may take to send a whole request; the first includes the handshake
 * @param addressFile holds the address for health checks while the sidecar runs
 */
public record ControlConfig(
        String host,
        int port,
        @Nullable HealthListener health,
        long maxRequestBytes,
        int maxConnections,
        int maxConnectionsPerAddress,
        int maxUnauthenticated,
        int maxUnauthenticatedPerAddress,
        Duration requestTimeout,
        @Nullable Path addressFile) {

    /** @param port 0 for any free one */
    public record HealthListener(String host, int port) {}

    static ControlConfig read(Section section) {
        String host = section.get("host", Value.HOST, "127.0.0.1");
        String healthHost = section.get("healthHost", Value.HOST, host);
        Integer healthPort = section.find("healthPort", Value.PORT);
        return new ControlConfig(
                host,
                section.get("port", Value.PORT, 9043),
                healthPort == null ? null : new HealthListener(healthHost, healthPort),
                section.get("maxRequestSize", Value.SIZE, 1L << 20),
                section.get("maxConnections", Value.between(1, 10_000), 256),
                section.get("maxConnectionsPerAddress", Value.between(1, 10_000), 64),
                section.get("maxUnauthenticated", Value.between(1, 10_000), 128),
                section.get("maxUnauthenticatedPerAddress", Value.between(1, 10_000), 32),
                section.get("requestTimeout", Value.time("1s", "10m"), Duration.ofSeconds(10)),
                section.find("addressFile", Value.PATH));
    }

    public boolean isLoopback() {
        return Exposure.isLoopback(host);
    }

    /** For URLs on this machine. */
    public static String localHost(String host) {
        if (Exposure.isWildcard(host)) {
            return "127.0.0.1";
        }
        return host.contains(":") ? "[" + host + "]" : host;
    }
}
