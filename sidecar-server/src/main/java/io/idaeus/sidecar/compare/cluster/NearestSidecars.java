/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import io.idaeus.api.node.Replica;
import io.idaeus.api.node.Ring;
import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Which sidecars stand beside the replicas of a token. Immutable. */
final class NearestSidecars {
    private final TreeMap<Long, List<KnownSidecar>> byRight = new TreeMap<>();
    private final KnownSidecar last;

    private NearestSidecars(KnownSidecar last) {
        this.last = last;
    }

    /**
     * @param known by the host id of the node
     * @param last is asked where none beside a replica answers; the replicas of its data center come first
     */
    static NearestSidecars of(Ring ring, Map<String, KnownSidecar> known, KnownSidecar last, String datacenter) {
        NearestSidecars nearest = new NearestSidecars(last);
        ring.ranges()
                .forEach(range -> nearest.byRight.put(
                        TokenRange.parse(range.range()).right(),
                        range.replicas().stream()
                                .filter(Replica::lives)
                                .sorted(Comparator.comparing(
                                        replica -> !replica.datacenter().equals(datacenter)))
                                .flatMap(replica -> Stream.ofNullable(known.get(replica.hostId())))
                                .toList()));
        return nearest;
    }

    /** In the order in which to ask them; at least one. */
    List<KnownSidecar> after(long left) {
        Map.Entry<Long, List<KnownSidecar>> entry = byRight.higherEntry(left);
        List<KnownSidecar> replicas = entry != null
                ? entry.getValue()
                : byRight.isEmpty() ? List.of() : byRight.firstEntry().getValue();
        Map<String, KnownSidecar> each = new LinkedHashMap<>();
        replicas.forEach(sidecar -> each.put(sidecar.uri(), sidecar));
        each.putIfAbsent(last.uri(), last);
        return List.copyOf(each.values());
    }

    /**
     * Where to end a read that begins behind a token.
     *
     * @param ranges of the ring that it spans at most
     * @param most the end at the latest
     */
    long end(long left, int ranges, long most) {
        Long right = left;
        for (int i = 0; i < ranges && right != null && right < most; i++) {
            right = byRight.higherKey(right);
        }
        return right == null ? most : Math.min(right, most);
    }
}
