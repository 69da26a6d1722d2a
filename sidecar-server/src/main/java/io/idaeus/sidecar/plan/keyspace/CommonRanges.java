/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.node.Replica;
import io.idaeus.api.node.RingRange;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The ranges of two rings laid over each other: each has one set of replicas in either. */
public final class CommonRanges {
    /**
     * A range.
     *
     * @param sources its replicas in the cluster that is cloned
     * @param destinations in the cluster that it is cloned into
     */
    public record Common(TokenRange range, List<Replica> sources, List<Replica> destinations) {}

    private CommonRanges() {}

    /** By right end. None where one of the rings has none. */
    public static List<Common> of(List<RingRange> sources, List<RingRange> destinations) {
        NavigableMap<Long, RingRange> there = byRight(sources);
        NavigableMap<Long, RingRange> here = byRight(destinations);
        if (there.isEmpty() || here.isEmpty()) {
            return List.of();
        }
        TreeSet<Long> ends = new TreeSet<>(there.keySet());
        ends.addAll(here.keySet());
        List<Common> common = new ArrayList<>();
        long left = ends.last();
        for (long right : ends) {
            common.add(new Common(
                    new TokenRange(left, right),
                    at(there, right).replicas(),
                    at(here, right).replicas()));
            left = right;
        }
        return List.copyOf(common);
    }

    private static NavigableMap<Long, RingRange> byRight(List<RingRange> ranges) {
        NavigableMap<Long, RingRange> found = new TreeMap<>();
        ranges.forEach(range -> found.put(TokenRange.parse(range.range()).right(), range));
        return found;
    }

    // The range of a token: the last one of a ring goes on at its beginning.
    private static RingRange at(NavigableMap<Long, RingRange> ranges, long token) {
        var found = ranges.ceilingEntry(token);
        return found == null ? ranges.firstEntry().getValue() : found.getValue();
    }

    /** Whether both rings have the same tokens. Since 6.0 a ring is cut at the lowest token, too. */
    public static boolean areEqual(List<RingRange> sources, List<RingRange> destinations) {
        return tokens(sources).equals(tokens(destinations));
    }

    private static Set<Long> tokens(List<RingRange> ranges) {
        Set<Long> tokens = new TreeSet<>(byRight(ranges).keySet());
        tokens.remove(Long.MIN_VALUE);
        return tokens;
    }
}
