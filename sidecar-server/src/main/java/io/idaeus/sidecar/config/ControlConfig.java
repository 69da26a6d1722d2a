/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The control plane.
 *
 * @param port 0 for any free one
 * @param addressFile holds the address while the sidecar runs
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

    /** For URLs on this machine. */
    public String localHost() {
        if (Exposure.isWildcard(host)) {
            return "127.0.0.1";
        }
        return host.contains(":") ? "[" + host + "]" : host;
    }
}
