/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import org.jspecify.annotations.Nullable;

/**
 * Something that the sidecar does over CQL as a role of its own, where an operator lets it.
 *
 * @param on whether it does
 * @param credentials of the role; null without a login
 */
public record RoleConfig(boolean on, @Nullable Credentials credentials) {
    /**
     * @param key that lets it
     * @param may what the role may do, for instance {@code SELECT the tables to compare}
     */
    static RoleConfig read(Section section, String key, String may, Endpoint cql) {
        RoleConfig role = new RoleConfig(section.get(key, Value.BOOLEAN, false), Credentials.read(section));
        if (role.on && role.credentials == null && cql.credentials() != null) {
            section.refuse(key, "true", "user and passwordFile beside it: a role that may " + may);
        }
        Credentials credentials = role.credentials;
        if (credentials != null && role.endpoint(cql).exposesPassword() && !cql.insecure()) {
            section.refuse(
                    "user",
                    credentials.user(),
                    "TLS to cassandra.cql.host, which is another machine: set cassandra.cql.tls.trust, or cassandra.cql.insecure:"
                            + " true where nobody else can read that network");
        }
        return role;
    }

    /** Cassandra's CQL port with the login of this role. */
    public Endpoint endpoint(Endpoint cql) {
        return new Endpoint(cql.host(), cql.port(), credentials, cql.tls(), cql.insecure());
    }
}
