/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.Ring;
import io.idaeus.api.RingRange;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a source's node owns, in a keyspace, and whether that was so when a snapshot was taken: it is known where the node
 * owned the same before and after.
 */
record Holdings(TokenRanges now, boolean atSnapshot) {

    /** To be kept before the snapshot is taken. */
    static Map<String, List<String>> before(Peers.Peer peer, List<TableRef> tables) {
        return tables.stream()
                .map(TableRef::keyspace)
                .distinct()
                .collect(Collectors.toMap(keyspace -> keyspace, keyspace -> owned(peer, keyspace).ranges().stream()
                        .map(TokenRange::toString)
                        .toList()));
    }

    /** @param before null where nobody knows what was owned then */
    static Holdings after(Peers.Peer peer, String keyspace, @Nullable Map<String, List<String>> before) {
        TokenRanges now = owned(peer, keyspace);
        List<String> then = before == null ? null : before.get(keyspace);
        return new Holdings(now, then != null && tokens(then).equals(now));
    }

    /** Of live SSTables. */
    static Holdings live(Peers.Peer peer, String keyspace) {
        return new Holdings(owned(peer, keyspace), true);
    }

    static TokenRanges tokens(List<String> ranges) {
        return TokenRanges.of(ranges.stream().map(TokenRange::parse).toList());
    }

    private static TokenRanges owned(Peers.Peer peer, String keyspace) {
        Ring ring = peer.ask(client -> client.ring(keyspace));
        return tokens(ring.ranges().stream()
                .filter(RingRange::local)
                .map(RingRange::range)
                .toList());
    }
}
