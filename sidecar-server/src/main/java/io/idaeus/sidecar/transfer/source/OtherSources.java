/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Finds sources that replace a corrupt SSTable: the node owned all tokens that it can have been moved for, and all are
 * requested. Such a source sends a whole replica, with tombstones.
 */
public record OtherSources(List<PinnedSource> sources) {
    // The tokens that it can have been moved for.
    public TokenRanges lostWith(SelectedSstable corrupt) {
        TokenBounds bounds = new TokenBounds(corrupt.firstToken(), corrupt.lastToken());
        return provided(sources.get(corrupt.source()), corrupt).intersect(TokenRanges.covering(List.of(bounds)));
    }

    /** Would replace it if more were requested; empty where one does already. */
    public OptionalInt substitute(SelectedSstable corrupt) {
        IntStream all = IntStream.range(0, sources.size());
        if (all.anyMatch(other -> replaces(other, corrupt))) {
            return OptionalInt.empty();
        }
        TokenRanges lost = lostWith(corrupt);
        return IntStream.range(0, sources.size())
                .filter(other -> other != corrupt.source())
                .filter(other -> ownedBefore(sources.get(other), corrupt)
                        .filter(owned -> owned.containsAll(lost))
                        .isPresent())
                .findFirst();
    }

    // False where it is unknown what the source's node owned.
    public boolean replaces(int other, SelectedSstable corrupt) {
        if (other == corrupt.source()
                || ownedBefore(sources.get(other), corrupt).isEmpty()) {
            return false;
        }
        return provided(sources.get(other), corrupt).containsAll(lostWith(corrupt));
    }

    // The ranges requested from a source, less those that it certainly does not own.
    private static TokenRanges provided(PinnedSource source, SelectedSstable sstable) {
        TokenRanges requested = OwnedTokens.parse(source.ranges());
        return ownedBefore(source, sstable).map(requested::intersect).orElse(requested);
    }

    private static Optional<TokenRanges> ownedBefore(PinnedSource source, SelectedSstable sstable) {
        return Optional.ofNullable(source.ownedBefore(sstable.table().keyspace()));
    }
}
