/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.util.ArrayList;
import java.util.List;

/**
 * Byte ranges of a file that were fetched, and are stored one after the other in another file.
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
    }

    public ByteRanges {
        ranges = List.copyOf(ranges);
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
        return ranges.stream().mapToLong(range -> range.to() - range.from()).sum();
    }
}
