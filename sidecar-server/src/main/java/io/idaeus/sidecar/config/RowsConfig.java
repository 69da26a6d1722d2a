/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import org.jspecify.annotations.Nullable;

/**
 * Whether rows are read, for comparisons.
 *
 * @param credentials of a role that may SELECT them; null without a login
 */
public record RowsConfig(boolean read, @Nullable Credentials credentials) {
    static RowsConfig read(Section section, Endpoint cql) {
        RowsConfig rows = new RowsConfig(section.get("read", Value.BOOLEAN, false), Credentials.read(section));
        if (rows.read && rows.credentials == null && cql.credentials() != null) {
            section.refuse(
                    "read", "true", "user and passwordFile beside it: a role that may SELECT the tables to compare");
        }
        Credentials credentials = rows.credentials;
        if (credentials != null && rows.endpoint(cql).exposesPassword() && !cql.insecure()) {
            section.refuse(
                    "user",
                    credentials.user(),
                    "TLS to cassandra.cql.host, which is another machine: set cassandra.cql.tls.trust, or cassandra.cql.insecure:"
                            + " true where nobody else can read that network");
        }
        return rows;
    }

    /** Cassandra's CQL port with the login of this role. */
    public Endpoint endpoint(Endpoint cql) {
        return new Endpoint(cql.host(), cql.port(), credentials, cql.tls(), cql.insecure());
    }
}
