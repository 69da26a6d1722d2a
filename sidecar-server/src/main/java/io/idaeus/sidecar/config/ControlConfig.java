/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The control plane: REST.
 *
 * @param port 0 for any free port
 * @param maxRequestBytes the largest body
 * @param addressFile holds the address while the sidecar runs; null for none
 */
public record ControlConfig(
        String host,
        int port,
        long maxRequestBytes,
        @Nullable Path addressFile) {
    static ControlConfig read(Section section) {
        return new ControlConfig(
                section.get("host", Value.HOST, "127.0.0.1"),
                section.get("port", Value.PORT, 9043),
                section.get("maxRequestSize", Value.SIZE, 1L << 20),
                section.find("addressFile", Value.PATH));
    }

    public boolean isLoopback() {
        return Exposure.isLoopback(host);
    }

    /** The host part of a URL by which this machine reaches the control plane. */
    public String localHost() {
        if (Exposure.isWildcard(host)) {
            return "127.0.0.1";
        }
        return host.contains(":") ? "[" + host + "]" : host;
    }
}
