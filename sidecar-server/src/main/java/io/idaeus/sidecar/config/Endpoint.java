/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import org.jspecify.annotations.Nullable;

/**
 * One of Cassandra's ports, and the login.
 *
 * @param credentials null without a login
 */
public record Endpoint(String host, int port, @Nullable Credentials credentials) {
    static Endpoint read(Section section, int defaultPort) {
        return new Endpoint(
                section.get("host", Value.HOST, "127.0.0.1"),
                section.get("port", Value.REMOTE_PORT, defaultPort),
                Credentials.read(section));
    }
}
