/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.byterange;

import java.util.ArrayList;
import java.util.List;

/**
 * Byte ranges of a file. Where they are fetched, they are stored in another file, one after the other.
 *
 * @param ranges ascending; no two touch
 */
public record ByteRanges(List<ByteRange> ranges) {
    /** @param to exclusive */
    public record ByteRange(long from, long to) {
        public ByteRange {
            if (from < 0 || to <= from) {
                throw new IllegalArgumentException("bytes " + from + " to " + to + " (expected: at least one)");
            }
        }

        public long length() {
            return to - from;
        }
    }

    public ByteRanges {
        ranges = List.copyOf(ranges);
        for (int i = 1; i < ranges.size(); i++) {
            if (ranges.get(i).from() <= ranges.get(i - 1).to()) {
                throw new IllegalArgumentException(
                        "bytes " + ranges.get(i) + " after " + ranges.get(i - 1) + " (expected: ascending, and apart)");
            }
        }
    }

    /** @param ranges ascending by their beginnings; joined where they touch or overlap */
    public static ByteRanges joined(List<ByteRange> ranges) {
        List<ByteRange> joined = new ArrayList<>();
        for (ByteRange next : ranges) {
            int end = joined.size() - 1;
            if (end >= 0 && next.from() <= joined.get(end).to()) {
                ByteRange before = joined.get(end);
                joined.set(end, new ByteRange(before.from(), Math.max(before.to(), next.to())));
            } else {
                joined.add(next);
            }
        }
        return new ByteRanges(joined);
    }

    /** Bytes. */
    public long size() {
        return ranges.stream().mapToLong(ByteRange::length).sum();
    }

    /**
     * The bytes of the file that are stored from one position on.
     *
     * @param stored position in the file that they are stored in
     */
    public List<ByteRange> from(long stored) {
        List<ByteRange> rest = new ArrayList<>();
        long skipped = stored;
        for (ByteRange range : ranges) {
            if (skipped < range.length()) {
                rest.add(new ByteRange(range.from() + skipped, range.to()));
                skipped = 0;
            } else {
                skipped -= range.length();
            }
        }
        return rest;
    }
}
