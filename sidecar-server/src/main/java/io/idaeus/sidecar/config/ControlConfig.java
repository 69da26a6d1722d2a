/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

/**
 * The control plane: REST.
 *
 * @param port 0 for any that is free
 * @param maxRequestBytes the largest body
 */
public record ControlConfig(String host, int port, long maxRequestBytes) {
    static ControlConfig read(Section section) {
        return new ControlConfig(
                section.get("host", Value.HOST, "127.0.0.1"),
                section.get("port", Value.PORT, 9043),
                section.get("maxRequestSize", Value.SIZE, 1L << 20));
    }

    public boolean isLoopback() {
        return Exposure.isLoopback(host);
    }
}
