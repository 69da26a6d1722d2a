/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.sidecar.ring.RangeOverlap;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;

/**
 * Decides by tokens whether an SSTable moves.
 *
 * <p>With many ranges, an SSTable's bounds span most of the ring. What the node owned at the snapshot narrows them,
 * wrongly where a cleanup is due. So it lets an SSTable in only where Cassandra checks every token at import, and
 * excludes none without a finding.
 */
final class TokenCheck {
    enum Decision {
        MOVES,
        /** Moves, with tokens that the destination does not own. */
        MOVES_UNOWNED,
        /** No requested token is within its bounds. */
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

    TokenCheck(Offer offer, TokenRanges owned, PartialOverlap partial) {
        this.offer = offer;
        this.owned = owned;
        this.partial = partial;
    }

    Decision decide(TokenBounds bounds) {
        if (offer.requested().overlap(bounds) == RangeOverlap.NONE) {
            return Decision.OUTSIDE;
        }
        List<TokenBounds> ofSource = offer.owned().clip(bounds);
        List<TokenBounds> likely = ofSource.isEmpty() ? List.of(bounds) : ofSource;
        if (offer.ownedAtSnapshot()
                && likely.stream().allMatch(part -> offer.requested().overlap(part) == RangeOverlap.NONE)) {
            return Decision.NOT_OWNED_BY_SOURCE;
        }
        return switch (partial) {
            case INCLUDE -> included(bounds);
            case EXCLUDE -> checked(bounds, likely);
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
