/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.api.ProblemType;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.sidecar.compare.cluster.ComparedCluster;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whether keyspaces have as many replicas as a consistency level asks for, however many nodes are up. */
final class LevelCheck {
    /** {@code 3}, or {@code 3/1} with transient replicas. */
    private static final Pattern REPLICAS = Pattern.compile("(\\d{1,4})(/\\d{1,4})?");

    private LevelCheck() {}

    /**
     * @param keyspaces that are compared
     * @throws ProblemException UNPROCESSABLE
     */
    static void require(@Nullable RowLevel level, Set<String> keyspaces, ComparedCluster cluster) {
        require(level, keyspaces, cluster.name(), cluster.keyspaces());
    }

    static void require(@Nullable RowLevel level, Set<String> keyspaces, String cluster, Iterable<KeyspaceInfo> known) {
        int needed = needed(level);
        for (KeyspaceInfo keyspace : known) {
            int replicas = replicas(keyspace);
            // None is said of a strategy without numbers.
            if (keyspaces.contains(keyspace.name()) && replicas > 0 && replicas < needed) {
                throw new ProblemException(
                        ProblemType.UNPROCESSABLE,
                        "level: %s reads %d replicas, and %s of %s has %d (expected: a level that both clusters can reach)"
                                .formatted(level, needed, keyspace.name(), cluster, replicas));
            }
        }
    }

    // The others ask for as many as there are, or for one.
    private static int needed(@Nullable RowLevel level) {
        return switch (level == null ? RowLevel.LOCAL_ONE : level) {
            case THREE -> 3;
            case TWO -> 2;
            default -> 1;
        };
    }

    private static int replicas(KeyspaceInfo keyspace) {
        int sum = 0;
        for (String value : keyspace.replication().values()) {
            Matcher number = REPLICAS.matcher(value);
            sum += number.matches() ? Integer.parseInt(number.group(1)) : 0;
        }
        return sum;
    }
}
