/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A source as first contacted; later the same node must answer.
 *
 * @param uri of the control plane
 * @param snapshot tag
 * @param ranges {@code left:right} each
 * @param ownSnapshot taken for this transfer
 * @param ownedBefore tokens by keyspace just before; null for an existing snapshot
 * @param base a snapshot whose SSTables do not move; null for none
 * @param takenAt when the snapshot was taken; null before it is, or where the source does not tell
 */
@RecordBuilder
public record PinnedSource(
        String uri,
        String hostId,
        @Nullable String cluster,
        String snapshot,
        List<String> ranges,
        boolean ownSnapshot,
        @Nullable Map<String, List<String>> ownedBefore,
        @Nullable String base,
        @Nullable Instant takenAt)
        implements PinnedSourceBuilder.With {

    /** A source whose snapshot may not be taken yet. */
    public PinnedSource(
            String uri,
            String hostId,
            @Nullable String cluster,
            String snapshot,
            List<String> ranges,
            boolean ownSnapshot,
            @Nullable Map<String, List<String>> ownedBefore,
            @Nullable String base) {
        this(uri, hostId, cluster, snapshot, ranges, ownSnapshot, ownedBefore, base, null);
    }

    /** A source whose snapshot has everything that the source has. */
    public PinnedSource(
            String uri,
            String hostId,
            @Nullable String cluster,
            String snapshot,
            List<String> ranges,
            boolean ownSnapshot,
            @Nullable Map<String, List<String>> ownedBefore) {
        this(uri, hostId, cluster, snapshot, ranges, ownSnapshot, ownedBefore, null);
    }

    /** Null where it is unknown. */
    public @Nullable TokenRanges ownedBefore(String keyspace) {
        List<String> owned = ownedBefore == null ? null : ownedBefore.get(keyspace);
        return owned == null ? null : OwnedTokens.parse(owned);
    }

    public PinnedSource withoutBase() {
        return withBase(null);
    }

    public PinnedSource takenAt(@Nullable Instant time) {
        return withTakenAt(time);
    }

    public PinnedSource alsoRequesting(TokenRanges more) {
        List<String> all = OwnedTokens.union(OwnedTokens.parse(ranges), more).ranges().stream()
                .map(TokenRange::toString)
                .toList();
        return withRanges(all);
    }
}
