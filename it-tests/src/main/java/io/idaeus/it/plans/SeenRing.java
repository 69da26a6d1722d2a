/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.NodeJmx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The ring as one node's JMX tells it. A range is a list of its left and its right token.
 *
 * @param keyspace whose replicas are asked for
 */
public record SeenRing(CassandraNode by, String keyspace) {
    /** The ranges that the node replicates and may be read from. */
    public Set<List<String>> replicatedBy(CassandraNode node) {
        return ranges("getRangeToEndpointWithPortMap", node);
    }

    /** The ranges whose writes the node gets before it may be read. */
    public Set<List<String>> pendingAt(CassandraNode node) {
        return ranges("getPendingRangeToEndpointWithPortMap", node);
    }

    public boolean isDown(CassandraNode node) {
        return addresses("UnreachableNodes").contains(node.address());
    }

    public boolean isUp(CassandraNode node) {
        return addresses("LiveNodes").contains(node.address());
    }

    /** Whether gossip has told it of the node, and it has not forgotten it since. */
    public boolean knows(CassandraNode node) {
        return isUp(node) || isDown(node);
    }

    private List<?> addresses(String attribute) {
        try {
            return (List<?>) by.jmx().attribute(NodeJmx.STORAGE, attribute);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private Set<List<String>> ranges(String operation, CassandraNode node) {
        Set<List<String>> found = new LinkedHashSet<>();
        try {
            var replicas = (Map<List<String>, List<String>>) Objects.requireNonNull(
                    by.jmx().invoke(NodeJmx.STORAGE, operation, new Object[] {keyspace}, String.class.getName()));
            replicas.forEach((range, endpoints) -> {
                if (endpoints.contains(node.address() + ":7000")) {
                    found.add(range);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
