/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.config.Credentials;
import org.jspecify.annotations.Nullable;

/** CassandraDoor settings for test nodes. */
final class Doors {
    private Doors() {}

    /** With imports over JMX. */
    static CassandraSettings settings(CassandraNode node) {
        return CassandraSettings.of(jmx(node, null), cql(node, null), null);
    }

    static CassandraSettings withNodetool(CassandraNode node) {
        return CassandraSettings.of(jmx(node, null), cql(node, null), node.nodetoolScript());
    }

    static Endpoint jmx(CassandraNode node, @Nullable Credentials credentials) {
        return new Endpoint("127.0.0.1", node.jmxPort(), credentials);
    }

    static Endpoint cql(CassandraNode node, @Nullable Credentials credentials) {
        return new Endpoint(node.address(), CassandraNode.NATIVE_PORT, credentials);
    }
}
