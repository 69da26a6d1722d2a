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

/**
 * Whether another source of the transfer makes up for an SSTable that is corrupt at its own. It does where its node held
 * all the tokens that the SSTable can have been moved for, and was asked for all of them: then what comes from there is
 * a whole replica of its own, with its own tombstones.
 */
record OtherSources(List<PinnedSource> sources) {

    /** Whether the source with this index does; false where nobody knows what its node held. */
    boolean makesUp(int other, PlannedSstable corrupt) {
        if (other == corrupt.source()) {
            return false;
        }
        TokenBounds bounds = new TokenBounds(corrupt.firstToken(), corrupt.lastToken());
        TokenRanges lost =
                brought(sources.get(corrupt.source()), corrupt).intersect(TokenRanges.covering(List.of(bounds)));
        return isKnown(sources.get(other), corrupt)
                && brought(sources.get(other), corrupt).containsAll(lost);
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
        String keyspace = sstable.table().keyspace();
        return asked.intersect(Holdings.tokens(
                Objects.requireNonNull(Objects.requireNonNull(source.held()).get(keyspace))));
    }
}
