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
 * @param tls null for plain text
 * @param insecure whether the password may leave this machine in plain text
 */
public record Endpoint(
        String host,
        int port,
        @Nullable Credentials credentials,
        @Nullable CassandraTls tls,
        boolean insecure) {
    static Endpoint read(Section section, int defaultPort) {
        Endpoint endpoint = new Endpoint(
                section.get("host", Value.HOST, "127.0.0.1"),
                section.get("port", Value.REMOTE_PORT, defaultPort),
                Credentials.read(section),
                CassandraTls.read(section.section("tls")),
                section.get("insecure", Value.BOOLEAN, false));
        endpoint.requirePrivatePassword(section);
        return endpoint;
    }

    /** Whether a password of this endpoint may cross a network in plain text. */
    public boolean exposesPassword() {
        return credentials != null && tls == null && !LocalAddress.isLocal(host);
    }

    private void requirePrivatePassword(Section section) {
        if (exposesPassword() && !insecure) {
            section.refuse(
                    "host",
                    host,
                    "a loopback address or another one of this machine, since the password would cross a network in plain"
                            + " text. Set tls.trust beside it, or insecure: true where nobody else can read that network");
        }
    }
}
