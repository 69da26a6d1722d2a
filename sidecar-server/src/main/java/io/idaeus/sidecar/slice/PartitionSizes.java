/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.sstable.file.ByteWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A histogram of partition sizes, in the buckets of the source's (Cassandra's {@code EstimatedHistogram}). */
final class PartitionSizes {
    private static final int PAIR = 2 * Long.BYTES;

    private final long[] offsets;
    private final long[] counts;

    /** @param source as it is in Statistics.db */
    PartitionSizes(byte[] source) {
        ByteBuffer in = ByteBuffer.wrap(source);
        counts = new long[in.getInt()];
        offsets = new long[Math.max(0, counts.length - 1)];
        // The first bucket has the offset of the second one.
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = in.getLong(Integer.BYTES + PAIR * (i + 1));
        }
    }

    void add(long bytes) {
        int found = Arrays.binarySearch(offsets, bytes);
        counts[found >= 0 ? found : -found - 1]++;
    }

    byte[] toBytes() {
        ByteWriter out = new ByteWriter(Integer.BYTES + PAIR * counts.length).i32(counts.length);
        for (int i = 0; i < counts.length; i++) {
            out.i64(offsets.length == 0 ? 0 : offsets[Math.max(0, i - 1)]).i64(counts[i]);
        }
        return out.toBytes();
    }
}
