/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import io.idaeus.api.ProblemType;
import io.idaeus.api.keyspace.KeyspaceRules;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Whose SSTables may be listed, leave this node, or be imported. Cassandra's own keyspaces never move. Thread-safe.
 *
 * <p>Says nothing about rings and schemas, which plans need of all keyspaces.
 */
public final class KeyspacePolicy {
    private final KeyspaceRules rules;
    private final List<Pattern> allow;
    private final List<Pattern> deny;

    private KeyspacePolicy(KeyspaceRules rules) {
        this.rules = rules;
        this.allow = patterns(rules.allow());
        this.deny = patterns(rules.deny());
    }

    /**
     * @param allow names, in which {@code *} stands for any characters and {@code ?} for one; empty for all
     * @param deny the same, and stronger
     */
    public static KeyspacePolicy of(List<String> allow, List<String> deny) {
        return new KeyspacePolicy(new KeyspaceRules(List.copyOf(allow), List.copyOf(deny)));
    }

    /** All keyspaces but Cassandra's own. */
    public static KeyspacePolicy allUsers() {
        return of(List.of(), List.of());
    }

    /** As others are told. */
    public KeyspaceRules rules() {
        return rules;
    }

    public boolean mayMove(String keyspace) {
        return !SchemaReader.isSystem(keyspace) && isConfigured(keyspace);
    }

    /** @throws ProblemException KEYSPACE_NOT_ALLOWED */
    public void requireMovable(String keyspace) {
        if (SchemaReader.isSystem(keyspace)) {
            throw refused("keyspace " + keyspace
                    + " is Cassandra's own: its SSTables neither leave this node nor are imported (expected: a user's"
                    + " keyspace)");
        }
        requireListed(keyspace);
    }

    /**
     * Cassandra's own pass.
     *
     * @throws ProblemException KEYSPACE_NOT_ALLOWED
     */
    public void requireListed(String keyspace) {
        if (!SchemaReader.isSystem(keyspace) && !isConfigured(keyspace)) {
            throw refused("keyspace " + keyspace
                    + " is not among those of this sidecar (expected: one that keyspaces.allow names and keyspaces.deny"
                    + " does not). To add it, change these keys and restart the sidecar");
        }
    }

    private boolean isConfigured(String keyspace) {
        return (allow.isEmpty() || matchesAny(allow, keyspace)) && !matchesAny(deny, keyspace);
    }

    private static boolean matchesAny(List<Pattern> patterns, String keyspace) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(keyspace).matches());
    }

    private static List<Pattern> patterns(List<String> globs) {
        return globs.stream().map(KeyspacePolicy::pattern).toList();
    }

    // Names of keyspaces have letters, digits and underscores alone.
    private static Pattern pattern(String glob) {
        return Pattern.compile(glob.replace("*", ".*").replace('?', '.'));
    }

    private static ProblemException refused(String message) {
        return new ProblemException(ProblemType.KEYSPACE_NOT_ALLOWED, message);
    }
}
