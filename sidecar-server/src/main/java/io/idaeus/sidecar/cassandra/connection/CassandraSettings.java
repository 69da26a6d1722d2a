/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import io.idaeus.sidecar.config.CassandraConfig;
import io.idaeus.sidecar.config.Credentials;
import io.idaeus.sidecar.config.LocalAddress;
import io.idaeus.sidecar.security.ClientTls;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the node.
 *
 * @param nodetool null to import over JMX
 * @param answerTimeout of a connect or a short read; below two seconds, unless {@link #patient}
 * @param timeout of reading the ring
 */
public record CassandraSettings(
        Endpoint jmx,
        Endpoint cql,
        @Nullable Path nodetool,
        Duration answerTimeout,
        Duration timeout,
        Duration snapshotTimeout,
        Duration importTimeout) {
    private static final Duration SCHEMA_CHANGE = Duration.ofMinutes(1);

    /** Default addresses, no passwords, no nodetool. */
    public static CassandraSettings local() {
        CassandraConfig defaults = CassandraConfig.defaults();
        return of(
                new Endpoint(defaults.jmx().host(), defaults.jmx().port(), null),
                new Endpoint(defaults.cql().host(), defaults.cql().port(), null),
                null);
    }

    /** With the default timeouts. */
    public static CassandraSettings of(Endpoint jmx, Endpoint cql, @Nullable Path nodetool) {
        CassandraConfig defaults = CassandraConfig.defaults();
        return new CassandraSettings(
                jmx,
                cql,
                nodetool,
                defaults.responseTimeout(),
                defaults.operationTimeout(),
                defaults.snapshotTimeout(),
                defaults.importTimeout());
    }

    /**
     * For a process that has only just begun and asks once: its first answers wait for the drivers to load.
     *
     * @param least of a connect or a short read
     */
    public CassandraSettings patient(Duration least) {
        return new CassandraSettings(
                jmx,
                cql,
                nodetool,
                answerTimeout.compareTo(least) < 0 ? least : answerTimeout,
                timeout,
                snapshotTimeout,
                importTimeout);
    }

    /**
     * For statements that change the schema: every node must agree, which takes longer than an answer.
     *
     * @param role that may change it
     */
    public CassandraSettings changing(Endpoint role) {
        return new CassandraSettings(jmx, role, nodetool, SCHEMA_CHANGE, timeout, snapshotTimeout, importTimeout);
    }

    /**
     * A service's address and login.
     *
     * @param tls null for plain text
     * @param insecure whether the password may leave this machine in plain text
     */
    public record Endpoint(
            String host,
            int port,
            @Nullable Credentials credentials,
            @Nullable ClientTls tls,
            boolean insecure) {
        /** In plain text, on this machine. */
        public Endpoint(String host, int port, @Nullable Credentials credentials) {
            this(host, port, credentials, null, false);
        }

        // Names are resolved anew for each connection.
        void requirePrivatePassword() throws IOException {
            if (credentials == null || tls != null || insecure) {
                return;
            }
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (!LocalAddress.isLocal(address)) {
                    throw new ConnectException("the password is not sent to " + address
                            + " in plain text (expected: an address of this machine, or TLS)");
                }
            }
        }

        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }
}
