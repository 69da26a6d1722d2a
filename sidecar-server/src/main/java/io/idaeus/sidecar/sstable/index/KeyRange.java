/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;

public record KeyRange(PartitionKey first, PartitionKey last) {
    private static final int MAX_KEY = 0xffff;

    public static KeyRange of(String file, byte[] first, byte[] last) throws SstableException {
        if (first.length > MAX_KEY || last.length > MAX_KEY) {
            throw new SstableException(
                    Code.CORRUPT_COMPONENT,
                    file + ": keys of " + first.length + " and " + last.length + " bytes (expected: at most " + MAX_KEY
                            + ")");
        }
        KeyRange range = new KeyRange(new PartitionKey(first), new PartitionKey(last));
        if (range.first.compareTo(range.last) > 0) {
            throw new SstableException(
                    Code.CORRUPT_COMPONENT,
                    file + ": the first key's token " + range.first.token() + " is above the last one's, "
                            + range.last.token());
        }
        return range;
    }

    public void requireEqual(KeyRange other, String here, String there) throws SstableException {
        if (!equals(other)) {
            throw new SstableException(
                    Code.CORRUPT_COMPONENT,
                    here + " and " + there + " differ in the first or last key: tokens " + first.token() + " to "
                            + last.token() + " against " + other.first.token() + " to " + other.last.token()
                            + "; scrub the SSTable");
        }
    }
}
