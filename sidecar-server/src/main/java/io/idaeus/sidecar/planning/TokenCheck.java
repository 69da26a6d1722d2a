/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.sidecar.ring.RangeOverlap;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;

/**
 * Decides by tokens whether an SSTable moves.
 *
 * <p>Its bounds say little of a node whose ranges are many or go around the ring; that it holds what its node owned when
 * the snapshot was taken says more. This is wrong where the node was not cleaned up after it lost ranges, so it may only
 * let an SSTable in where Cassandra then checks every token, and never keeps one out without a word.
 */
final class TokenCheck {
    /** What becomes of an SSTable. */
    enum Verdict {
        MOVES,
        /** All of it moves, with tokens that the destination does not own. */
        MOVES_UNOWNED,
        /** Not one of its tokens can be asked for. */
        OUTSIDE,
        /** Tokens within its bounds are asked for, and its node holds none of those. */
        NOT_HELD,
        /** It may hold tokens that were not asked for. */
        BEYOND_RANGES,
        /** It may hold tokens that the destination does not own. */
        BEYOND_OWNED
    }

    private final Offer offer;
    private final TokenRanges owned;
    private final boolean includePartial;

    TokenCheck(Offer offer, TokenRanges owned, boolean includePartial) {
        this.offer = offer;
        this.owned = owned;
        this.includePartial = includePartial;
    }

    Verdict judge(TokenBounds bounds) {
        if (offer.requested().overlap(bounds) == RangeOverlap.NONE) {
            return Verdict.OUTSIDE;
        }
        List<TokenBounds> held = offer.held().clip(bounds);
        List<TokenBounds> likely = held.isEmpty() ? List.of(bounds) : held;
        if (offer.heldAtSnapshot()
                && likely.stream().allMatch(part -> offer.requested().overlap(part) == RangeOverlap.NONE)) {
            return Verdict.NOT_HELD;
        }
        return includePartial ? included(bounds) : checked(bounds, likely);
    }

    /** Nobody checks the tokens of what is included whole, so only the bounds count. */
    private Verdict included(TokenBounds bounds) {
        return contained(owned, List.of(bounds)) ? Verdict.MOVES : Verdict.MOVES_UNOWNED;
    }

    private Verdict checked(TokenBounds bounds, List<TokenBounds> likely) {
        if (!contained(offer.requested(), likelyEnough() ? likely : List.of(bounds))) {
            return Verdict.BEYOND_RANGES;
        }
        return contained(owned, likely) ? Verdict.MOVES : Verdict.BEYOND_OWNED;
    }

    /** Where all that is owned is asked for, Cassandra's check of what is owned finds whatever was not asked for. */
    private boolean likelyEnough() {
        return offer.heldAtSnapshot() || offer.requested().containsAll(owned);
    }

    private static boolean contained(TokenRanges ranges, List<TokenBounds> parts) {
        return parts.stream().allMatch(part -> ranges.overlap(part) == RangeOverlap.CONTAINED);
    }
}
