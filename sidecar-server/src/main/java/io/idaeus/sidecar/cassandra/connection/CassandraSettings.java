/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import io.idaeus.sidecar.config.CassandraConfig;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the node.
 *
 * @param nodetool the executable that imports; null to import over JMX
 * @param answerTimeout for connecting and a short read; below two seconds
 * @param timeout for reading the ring, which a busy node of a large cluster may need a while for
 * @param snapshotTimeout for taking, clearing or listing snapshots
 * @param importTimeout for one import, however many directories it has
 */
public record CassandraSettings(
        Endpoint jmx,
        Endpoint cql,
        @Nullable Path nodetool,
        Duration answerTimeout,
        Duration timeout,
        Duration snapshotTimeout,
        Duration importTimeout) {
    /** A node at the default addresses, without passwords and without nodetool. */
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

    /** A service of the node: its address, and the sidecar's credentials there. */
    public record Endpoint(String host, int port, @Nullable Credentials credentials) {
        /** For instance {@code 127.0.0.1:7199} or {@code [::1]:7199}. */
        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /** The password never appears in text. */
    public record Credentials(String user, String password) {
        @Override
        public String toString() {
            return user + ":***";
        }
    }
}
