/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.RingRange;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A plan's cache of the ring of each keyspace. Reading a large ring is costly, and steps look every two seconds; so
 * it is read anew only when nodes or the schema have changed, and once a minute. Not thread-safe.
 */
public final class RingLooks {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final Map<String, List<String>> ranges = new HashMap<>();
    private final Map<Map.Entry<String, String>, Map<String, String>> replicas = new HashMap<>();
    private Instant readAt = Instant.MIN;
    private @Nullable Object readOf;

    public RingLooks(InstantSource clock) {
        this.clock = clock;
    }

    /** The ranges of a node, as the ring names them. */
    public List<String> ranges(Cluster view, String keyspace, String hostId, Function<String, List<RingRange>> ring) {
        forgetIfChanged(view);
        return ranges.computeIfAbsent(keyspace + " " + hostId, key -> ranges(ring.apply(keyspace), hostId));
    }

    /**
     * The replicas of these ranges: addresses by host id.
     *
     * @param destination whose ranges they are
     */
    public Map<String, String> replicas(
            Cluster view,
            String keyspace,
            String destination,
            Collection<String> owned,
            Function<String, List<RingRange>> ring) {
        forgetIfChanged(view);
        return replicas.computeIfAbsent(Map.entry(keyspace, destination), key -> {
            // Not as the ring cuts them: a node may own a part of a range in the end.
            TokenRanges wanted =
                    TokenRanges.of(owned.stream().map(TokenRange::parse).toList());
            Map<String, String> found = new LinkedHashMap<>();
            ring.apply(keyspace).stream()
                    .filter(range -> overlaps(range, wanted))
                    .flatMap(range -> range.replicas().stream())
                    .forEach(replica -> found.put(replica.hostId(), replica.address()));
            return found;
        });
    }

    private static boolean overlaps(RingRange range, TokenRanges wanted) {
        return !TokenRanges.of(TokenRange.parse(range.range()))
                .intersect(wanted)
                .isEmpty();
    }

    public static List<String> ranges(List<RingRange> ring, String hostId) {
        return ring.stream()
                .filter(range -> range.replicas().stream()
                        .anyMatch(replica -> replica.hostId().equals(hostId)))
                .map(RingRange::range)
                .toList();
    }

    private void forgetIfChanged(Cluster view) {
        Object now = membership(view);
        if (!now.equals(readOf) || readAt.plus(LONGEST).isBefore(clock.instant())) {
            ranges.clear();
            replicas.clear();
            readOf = now;
            readAt = clock.instant();
        }
    }

    // A node that moves shows it for far longer than it takes to look again. Whether nodes are up does not change the
    // ring.
    private static Object membership(Cluster view) {
        return List.of(
                Set.copyOf(view.schemaVersions().keySet()),
                view.nodes().stream()
                        .collect(Collectors.toMap(
                                ClusterNode::hostId,
                                node -> List.of(node.address(), node.movement(), node.tokens()),
                                (one, other) -> one)));
    }
}
