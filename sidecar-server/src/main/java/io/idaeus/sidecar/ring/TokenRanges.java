/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.ring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A set of tokens; equality ignores the ranges that made it. */
public final class TokenRanges {
    private static final TokenRanges FULL = new TokenRanges(List.of(new TokenBounds(Long.MIN_VALUE, Long.MAX_VALUE)));
    private static final double RING = Math.scalb(1.0, Long.SIZE);

    // Sorted closed intervals that neither overlap nor touch nor wrap.
    private final long[] firsts;
    private final long[] lasts;

    private TokenRanges(List<TokenBounds> intervals) {
        firsts = intervals.stream().mapToLong(TokenBounds::first).toArray();
        lasts = intervals.stream().mapToLong(TokenBounds::last).toArray();
    }

    public static TokenRanges fullRing() {
        return FULL;
    }

    public static TokenRanges of(TokenRange... ranges) {
        return of(Arrays.asList(ranges));
    }

    public static TokenRanges of(Collection<TokenRange> ranges) {
        List<TokenBounds> intervals = new ArrayList<>();
        for (TokenRange range : ranges) {
            unwrap(range, intervals);
        }
        intervals.sort(Comparator.comparingLong(TokenBounds::first));
        return new TokenRanges(merge(intervals));
    }

    public static TokenRanges covering(Collection<TokenBounds> bounds) {
        return new TokenRanges(merge(bounds.stream()
                .sorted(Comparator.comparingLong(TokenBounds::first))
                .toList()));
    }

    private static void unwrap(TokenRange range, List<TokenBounds> into) {
        if (!range.wraps()) {
            into.add(new TokenBounds(range.left() + 1, range.right()));
            return;
        }
        if (range.left() < Long.MAX_VALUE) {
            into.add(new TokenBounds(range.left() + 1, Long.MAX_VALUE));
        }
        into.add(new TokenBounds(Long.MIN_VALUE, range.right()));
    }

    private static List<TokenBounds> merge(List<TokenBounds> sorted) {
        List<TokenBounds> merged = new ArrayList<>();
        for (TokenBounds next : sorted) {
            int end = merged.size() - 1;
            if (end >= 0 && touch(merged.get(end), next)) {
                TokenBounds before = merged.get(end);
                merged.set(end, new TokenBounds(before.first(), Math.max(before.last(), next.last())));
            } else {
                merged.add(next);
            }
        }
        return merged;
    }

    private static boolean touch(TokenBounds before, TokenBounds next) {
        return before.last() == Long.MAX_VALUE || next.first() <= before.last() + 1;
    }

    public boolean isEmpty() {
        return firsts.length == 0;
    }

    public boolean isFullRing() {
        return equals(FULL);
    }

    public boolean contains(long token) {
        int at = intervalFrom(token);
        return at < firsts.length && firsts[at] <= token;
    }

    /** The longest bounds in the set around a token; null where the token is not in it. */
    public @Nullable TokenBounds around(long token) {
        int at = intervalFrom(token);
        return at < firsts.length && firsts[at] <= token ? new TokenBounds(firsts[at], lasts[at]) : null;
    }

    public RangeOverlap overlap(TokenBounds bounds) {
        int at = intervalFrom(bounds.first());
        if (at == firsts.length || firsts[at] > bounds.last()) {
            return RangeOverlap.NONE;
        }
        return firsts[at] <= bounds.first() && bounds.last() <= lasts[at]
                ? RangeOverlap.CONTAINED
                : RangeOverlap.PARTIAL;
    }

    /** The parts of the bounds in the set, ascending. */
    public List<TokenBounds> clip(TokenBounds bounds) {
        List<TokenBounds> parts = new ArrayList<>();
        for (int i = intervalFrom(bounds.first()); i < firsts.length && firsts[i] <= bounds.last(); i++) {
            parts.add(new TokenBounds(Math.max(firsts[i], bounds.first()), Math.min(lasts[i], bounds.last())));
        }
        return parts;
    }

    public TokenRanges intersect(TokenRanges other) {
        return covering(intervals().flatMap(mine -> other.clip(mine).stream()).toList());
    }

    /** The tokens that the other set does not have. */
    public TokenRanges without(TokenRanges other) {
        return intersect(other.complement());
    }

    private TokenRanges complement() {
        List<TokenBounds> gaps = new ArrayList<>();
        long next = Long.MIN_VALUE;
        for (int i = 0; i < firsts.length; i++) {
            if (firsts[i] > next) {
                gaps.add(new TokenBounds(next, firsts[i] - 1));
            }
            if (lasts[i] == Long.MAX_VALUE) {
                return covering(gaps);
            }
            next = lasts[i] + 1;
        }
        gaps.add(new TokenBounds(next, Long.MAX_VALUE));
        return covering(gaps);
    }

    public boolean containsAll(TokenRanges other) {
        return other.intervals().allMatch(theirs -> overlap(theirs) == RangeOverlap.CONTAINED);
    }

    private Stream<TokenBounds> intervals() {
        return IntStream.range(0, firsts.length).mapToObj(i -> new TokenBounds(firsts[i], lasts[i]));
    }

    /** The share of the ring, 0 to 1. */
    public double share() {
        return share(new TokenBounds(Long.MIN_VALUE, Long.MAX_VALUE));
    }

    /** The share of the bounds in the set, 0 to 1. */
    public double share(TokenBounds bounds) {
        double inside = 0;
        for (int i = intervalFrom(bounds.first()); i < firsts.length && firsts[i] <= bounds.last(); i++) {
            inside += count(Math.max(firsts[i], bounds.first()), Math.min(lasts[i], bounds.last()));
        }
        return inside / count(bounds.first(), bounds.last());
    }

    // A double, since the whole ring has 2^64 tokens.
    private static double count(long first, long last) {
        long span = last - first;
        return (span >= 0 ? (double) span : span + RING) + 1;
    }

    // The first interval that does not end before the token; the number of intervals if none.
    private int intervalFrom(long token) {
        int found = Arrays.binarySearch(lasts, token);
        return found >= 0 ? found : -found - 1;
    }

    /** The fewest ranges of the set, by left end; one may wrap. */
    public List<TokenRange> ranges() {
        if (isFullRing()) {
            return List.of(TokenRange.FULL_RING);
        }
        List<TokenRange> ranges = new ArrayList<>();
        boolean around = !isEmpty() && firsts[0] == Long.MIN_VALUE && lasts[lasts.length - 1] == Long.MAX_VALUE;
        for (int i = around ? 1 : 0; i < firsts.length; i++) {
            long right = around && i == firsts.length - 1 ? lasts[0] : lasts[i];
            ranges.add(new TokenRange(firsts[i] == Long.MIN_VALUE ? Long.MAX_VALUE : firsts[i] - 1, right));
        }
        ranges.sort(Comparator.comparingLong(TokenRange::left));
        return List.copyOf(ranges);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TokenRanges that
                && Arrays.equals(firsts, that.firsts)
                && Arrays.equals(lasts, that.lasts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(firsts) + Arrays.hashCode(lasts);
    }

    @Override
    public String toString() {
        return ranges().stream().map(TokenRange::toString).collect(Collectors.joining(",", "{", "}"));
    }
}
