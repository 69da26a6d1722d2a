/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Whether another source of the transfer makes up for an SSTable that is corrupt at its own. It does where its node held
 * all the tokens that the SSTable can have been moved for, and was asked for all of them: then what comes from there is
 * a whole replica of its own, with its own tombstones.
 */
record OtherSources(List<PinnedSource> sources) {

    /** The tokens that an SSTable can have been moved for. */
    TokenRanges lostWith(PlannedSstable corrupt) {
        TokenBounds bounds = new TokenBounds(corrupt.firstToken(), corrupt.lastToken());
        return brought(sources.get(corrupt.source()), corrupt).intersect(TokenRanges.covering(List.of(bounds)));
    }

    /** A source that could, were it asked for more; empty where one does, or none is known to hold what is lost. */
    OptionalInt substitute(PlannedSstable corrupt) {
        IntStream all = IntStream.range(0, sources.size());
        if (all.anyMatch(other -> makesUp(other, corrupt))) {
            return OptionalInt.empty();
        }
        TokenRanges lost = lostWith(corrupt);
        return IntStream.range(0, sources.size())
                .filter(other -> other != corrupt.source())
                .filter(other -> isKnown(sources.get(other), corrupt)
                        && held(sources.get(other), corrupt).containsAll(lost))
                .findFirst();
    }

    /** Whether the source with this index does; false where nobody knows what its node held. */
    boolean makesUp(int other, PlannedSstable corrupt) {
        if (other == corrupt.source()) {
            return false;
        }
        return isKnown(sources.get(other), corrupt)
                && brought(sources.get(other), corrupt).containsAll(lostWith(corrupt));
    }

    private static boolean isKnown(PinnedSource source, PlannedSstable sstable) {
        Map<String, List<String>> held = source.held();
        return held != null && held.containsKey(sstable.table().keyspace());
    }

    /** What was asked of a source, less what it surely does not hold. */
    private static TokenRanges brought(PinnedSource source, PlannedSstable sstable) {
        TokenRanges asked = Holdings.tokens(source.ranges());
        if (!isKnown(source, sstable)) {
            return asked;
        }
        return asked.intersect(held(source, sstable));
    }

    private static TokenRanges held(PinnedSource source, PlannedSstable sstable) {
        String keyspace = sstable.table().keyspace();
        return Holdings.tokens(
                Objects.requireNonNull(Objects.requireNonNull(source.held()).get(keyspace)));
    }
}
