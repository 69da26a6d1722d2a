/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.api.ProblemType;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.TablePattern;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the tables that patterns name, in either cluster. */
final class TableChoice {
    private final List<KeyspaceInfo> keyspaces;
    private final KeyspacePolicy policy;

    /**
     * @param keyspaces of both clusters
     * @param policy of this sidecar
     */
    TableChoice(List<KeyspaceInfo> keyspaces, KeyspacePolicy policy) {
        this.keyspaces = keyspaces;
        this.policy = policy;
    }

    /** By name. @throws ProblemException UNPROCESSABLE, KEYSPACE_NOT_ALLOWED */
    Collection<TableName> of(List<String> patterns) {
        TreeSet<TableName> all =
                new TreeSet<>(Comparator.comparing(TableName::keyspace).thenComparing(TableName::table));
        for (String pattern : patterns) {
            List<TableName> found = matching(pattern).toList();
            if (found.isEmpty()) {
                throw new ProblemException(
                        ProblemType.UNPROCESSABLE,
                        "tables: " + BoundedText.shown(pattern)
                                + " matches no table of either cluster (expected: keyspace.table, or a pattern such as"
                                + " shop.*)");
            }
            all.addAll(found);
        }
        if (all.size() > Bounds.MAX_TABLES) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "tables: " + all.size() + " tables (expected: at most " + Bounds.MAX_TABLES
                            + "; compare the others by another request)");
        }
        return all;
    }

    // Tables that each node keeps for itself differ from node to node.
    private void requireReplicated(String name) {
        boolean local = keyspaces.stream()
                .anyMatch(each -> each.name().equals(name)
                        && each.replication().getOrDefault("class", "").endsWith("LocalStrategy"));
        if (local) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "tables: " + name
                            + " is a keyspace that each node has for itself (expected: one that is replicated)");
        }
    }

    private Stream<TableName> matching(String text) {
        TablePattern pattern = TablePattern.parse(text);
        if (pattern.namesKeyspace()) {
            policy.requireListed(pattern.keyspace());
            requireReplicated(pattern.keyspace());
        }
        return pattern
                .in(keyspaces.stream()
                        .filter(each -> pattern.namesKeyspace() || policy.mayMove(each.name()))
                        .toList())
                .stream()
                .map(table -> new TableName(table.keyspace(), table.table()));
    }
}
