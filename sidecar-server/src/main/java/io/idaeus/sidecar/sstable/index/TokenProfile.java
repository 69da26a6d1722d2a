/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.ring.RangeOverlap;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How an SSTable's partitions spread over its tokens: the share of the partitions before each of some tokens, evenly
 * spread between them.
 *
 * <p>The tokens are up to {@value #MAX_POINTS} samples of Summary.db, or else the first and the last.
 */
public final class TokenProfile {
    static final int MAX_POINTS = 32;

    private final long[] tokens;
    private final float[] before;

    private TokenProfile(long[] tokens, float[] before) {
        this.tokens = tokens;
        this.before = before;
    }

    public static TokenProfile span(long first, long last) {
        return new TokenProfile(new long[] {first, last}, new float[] {0, 1});
    }

    // Both arrays ascend and are equally long, at least 2; the shares before go from 0 to 1.
    static TokenProfile sampled(long[] tokens, float[] before) {
        return new TokenProfile(tokens.clone(), before.clone());
    }

    public TokenBounds bounds() {
        return new TokenBounds(tokens[0], tokens[tokens.length - 1]);
    }

    int points() {
        return tokens.length;
    }

    long token(int point) {
        return tokens[point];
    }

    // The share of the partitions after the point before, up to this one.
    double share(int point) {
        return (double) before[point] - before[point - 1];
    }

    /** Estimates the share of the partitions, not bytes, that lie in the ranges. */
    public double share(TokenRanges ranges) {
        RangeOverlap overlap = ranges.overlap(bounds());
        if (overlap != RangeOverlap.PARTIAL) {
            return overlap == RangeOverlap.CONTAINED ? 1 : 0;
        }
        double share = 0;
        for (int i = 1; i < tokens.length; i++) {
            share += (before[i] - before[i - 1]) * ranges.share(new TokenBounds(tokens[i - 1], tokens[i]));
        }
        return share;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TokenProfile that
                && Arrays.equals(tokens, that.tokens)
                && Arrays.equals(before, that.before);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(tokens);
    }

    @Override
    public String toString() {
        return bounds() + " in " + tokens.length + " points";
    }
}
