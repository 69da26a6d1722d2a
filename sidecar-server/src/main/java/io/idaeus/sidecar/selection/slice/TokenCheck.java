/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.slice;

import io.idaeus.sidecar.ring.RangeOverlap;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.offer.Offer;
import java.util.List;

/**
 * Decides by tokens whether an SSTable moves, and how much of it.
 *
 * <p>A slice is exact: it has the tokens that are requested, that the source certainly owned at the snapshot and that the
 * destination owns. An SSTable moves whole only where each token within its bounds is among them: its tombstones may cover
 * rows of others.
 *
 * <p>For whole SSTables: with many ranges, an SSTable's bounds span most of the ring. What the node owned at the snapshot narrows them,
 * wrongly where a cleanup is due. So it lets an SSTable in only where Cassandra checks every token at import, and
 * excludes none without a finding.
 */
public final class TokenCheck {
    public enum Decision {
        MOVES,
        /** Moves, with tokens that the destination does not own. */
        MOVES_UNOWNED,
        /** Only its wanted tokens move. */
        SLICED,
        /** No requested token is within its bounds, or none that the destination owns. */
        OUTSIDE,
        /** Tokens within its bounds are requested; its node owns none of them. */
        NOT_OWNED_BY_SOURCE,
        /** May hold tokens that are not requested. */
        BEYOND_RANGES,
        /** May hold tokens that the destination does not own. */
        BEYOND_OWNED
    }

    private final Offer offer;
    private final TokenRanges owned;
    private final PartialOverlap partial;
    private final TokenRanges wanted;

    public TokenCheck(Offer offer, TokenRanges owned, PartialOverlap partial) {
        this.offer = offer;
        this.owned = owned;
        this.partial = partial;
        this.wanted = offer.provided().intersect(owned);
    }

    /** The tokens that slices have. */
    public TokenRanges wanted() {
        return wanted;
    }

    public Decision decide(TokenBounds bounds) {
        if (offer.requested().overlap(bounds) == RangeOverlap.NONE) {
            return Decision.OUTSIDE;
        }
        return partial == PartialOverlap.SLICE ? cut(bounds) : whole(bounds, partial);
    }

    /** As if the SSTable could move whole or not at all. */
    Decision whole(TokenBounds bounds, PartialOverlap policy) {
        List<TokenBounds> ofSource = offer.owned().clip(bounds);
        List<TokenBounds> likely = ofSource.isEmpty() ? List.of(bounds) : ofSource;
        if (offer.ownedAtSnapshot()
                && likely.stream().allMatch(part -> offer.requested().overlap(part) == RangeOverlap.NONE)) {
            return Decision.NOT_OWNED_BY_SOURCE;
        }
        return policy == PartialOverlap.INCLUDE ? included(bounds) : checked(bounds, likely);
    }

    private Decision cut(TokenBounds bounds) {
        return switch (wanted.overlap(bounds)) {
            case CONTAINED -> Decision.MOVES;
            case PARTIAL -> Decision.SLICED;
            case NONE ->
                offer.provided().overlap(bounds) == RangeOverlap.NONE ? Decision.NOT_OWNED_BY_SOURCE : Decision.OUTSIDE;
        };
    }

    private Decision included(TokenBounds bounds) {
        // Cassandra does not check the tokens of what is included, so only the bounds count.
        return contained(owned, List.of(bounds)) ? Decision.MOVES : Decision.MOVES_UNOWNED;
    }

    private Decision checked(TokenBounds bounds, List<TokenBounds> likely) {
        if (!contained(offer.requested(), likelyEnough() ? likely : List.of(bounds))) {
            return Decision.BEYOND_RANGES;
        }
        return contained(owned, likely) ? Decision.MOVES : Decision.BEYOND_OWNED;
    }

    // Where everything owned here is requested, Cassandra's check of owned tokens refuses everything not requested.
    private boolean likelyEnough() {
        return offer.ownedAtSnapshot() || offer.requested().containsAll(owned);
    }

    private static boolean contained(TokenRanges ranges, List<TokenBounds> parts) {
        return parts.stream().allMatch(part -> ranges.overlap(part) == RangeOverlap.CONTAINED);
    }
}
