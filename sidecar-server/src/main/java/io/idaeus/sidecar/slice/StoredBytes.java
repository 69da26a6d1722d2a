/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.byterange.ByteRanges;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/** Fetched parts of the source's Data.db, addressed by their positions in it. Thread-safe. */
public final class StoredBytes {
    private final FileChannel file;
    private final long[] from;
    private final long[] to;
    // Where each part begins in the file.
    private final long[] at;

    /** @param file holds the ranges, one after the other */
    public StoredBytes(FileChannel file, ByteRanges ranges) {
        this.file = file;
        int count = ranges.ranges().size();
        from = new long[count];
        to = new long[count];
        at = new long[count];
        long next = 0;
        for (int i = 0; i < count; i++) {
            from[i] = ranges.ranges().get(i).from();
            to[i] = ranges.ranges().get(i).to();
            at[i] = next;
            next += to[i] - from[i];
        }
    }

    /** @throws SliceException where the bytes were not fetched: the description did not name them */
    void read(long position, byte[] into, int length) throws IOException, SliceException {
        int found = Arrays.binarySearch(from, position);
        int part = found >= 0 ? found : -found - 2;
        if (part < 0 || position + length > to[part]) {
            throw new SliceException("bytes " + position + " to " + (position + length)
                    + " of Data.db are needed, and are not among those that the source named");
        }
        ByteBuffer buffer = ByteBuffer.wrap(into, 0, length);
        long here = at[part] + position - from[part];
        while (buffer.hasRemaining()) {
            int read = file.read(buffer, here + buffer.position());
            if (read < 0) {
                throw new EOFException("the fetched part of Data.db ends at " + (here + buffer.position()));
            }
        }
    }
}
