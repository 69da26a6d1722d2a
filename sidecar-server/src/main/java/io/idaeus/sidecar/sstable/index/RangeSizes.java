/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Estimates how many bytes of SSTables lie in each of some disjoint token ranges. Between two samples of an SSTable its
 * partitions count as spread evenly over the tokens that are in a range: a node holds nothing elsewhere, unless a
 * cleanup is due. Not thread-safe.
 */
public final class RangeSizes {
    private static final TokenBounds RING = new TokenBounds(Long.MIN_VALUE, Long.MAX_VALUE);
    private static final double TOKENS = Math.scalb(1.0, Long.SIZE);

    // A range that wraps has two parts. In order, so that those of a stretch of tokens are neighbours.
    private record Part(int range, TokenBounds bounds) {}

    private final List<Part> parts = new ArrayList<>();
    private final double[] bytes;

    public RangeSizes(List<TokenRange> ranges) {
        for (int i = 0; i < ranges.size(); i++) {
            for (TokenBounds bounds : TokenRanges.of(ranges.get(i)).clip(RING)) {
                parts.add(new Part(i, bounds));
            }
        }
        parts.sort(Comparator.comparingLong(part -> part.bounds().first()));
        bytes = new double[ranges.size()];
    }

    public void add(TokenProfile profile, long size) {
        int from = 0;
        for (int i = 1; i < profile.points(); i++) {
            long first = i == 1 ? profile.token(0) : Math.min(profile.token(i - 1) + 1, profile.token(i));
            from = spread(new TokenBounds(first, profile.token(i)), size * profile.share(i), from);
        }
    }

    // Returns the first part that may reach beyond the stretch.
    private int spread(TokenBounds stretch, double size, int from) {
        int begin = from;
        while (begin < parts.size() && parts.get(begin).bounds().last() < stretch.first()) {
            begin++;
        }
        int end = begin;
        double covered = 0;
        while (end < parts.size() && parts.get(end).bounds().first() <= stretch.last()) {
            covered += common(stretch, parts.get(end).bounds());
            end++;
        }
        for (int i = begin; i < end; i++) {
            bytes[parts.get(i).range()] += size * common(stretch, parts.get(i).bounds()) / covered;
        }
        return Math.max(begin, end - 1);
    }

    /** One for each range, in their order. */
    public List<Long> bytes() {
        return Arrays.stream(bytes).mapToObj(Math::round).toList();
    }

    /** The share of the ring that an SSTable spans, 0 to 1. */
    public static double span(TokenProfile profile) {
        return count(profile.bounds()) / TOKENS;
    }

    private static double common(TokenBounds one, TokenBounds other) {
        return count(new TokenBounds(Math.max(one.first(), other.first()), Math.min(one.last(), other.last())));
    }

    private static double count(TokenBounds bounds) {
        long span = bounds.last() - bounds.first();
        return (span >= 0 ? (double) span : span + TOKENS) + 1;
    }
}
