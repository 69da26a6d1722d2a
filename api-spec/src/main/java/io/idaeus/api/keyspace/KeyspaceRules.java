/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.keyspace;

import java.util.List;

/**
 * Whose SSTables a sidecar moves ({@code keyspaces.allow} and {@code keyspaces.deny}). {@code *} stands for any characters,
 * {@code ?} for one. Cassandra's own keyspaces never move.
 *
 * @param allow empty for all
 * @param deny stronger than {@code allow}
 */
public record KeyspaceRules(List<String> allow, List<String> deny) {
    /** For a keyspace that is not Cassandra's own. */
    public boolean allows(String keyspace) {
        return (allow.isEmpty() || matches(allow, keyspace)) && !matches(deny, keyspace);
    }

    private static boolean matches(List<String> patterns, String keyspace) {
        return patterns.stream()
                .anyMatch(pattern -> keyspace.matches(pattern.replace("*", ".*").replace('?', '.')));
    }
}
