/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.ring.Murmur3;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slice.out.FilterWriter;
import io.idaeus.sidecar.slice.out.KeyCardinality;
import io.idaeus.sidecar.sstable.index.PartitionKey;
import io.idaeus.sidecar.sstable.index.SstableRuns;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Checks and counts the keys of a slice, and collects what BIG and BTI both store of them. Not thread-safe. */
final class SliceKeys {
    private final TokenRanges wanted;
    private final @Nullable FilterWriter filter;
    private final KeyCardinality cardinality = new KeyCardinality();
    private final long[] hash = new long[2];

    private byte[] first = {};
    private byte[] last = {};
    private long lastToken;
    private long count;

    SliceKeys(TokenRanges wanted, @Nullable FilterWriter filter) {
        this.wanted = wanted;
        this.filter = filter;
    }

    /**
     * @param file that the key comes from, for the message
     * @param key kept, not copied
     */
    void add(String file, byte[] key) throws SliceException {
        Murmur3.hash(key, 0, key.length, hash);
        long token = Murmur3.tokenOf(hash[0]);
        if (count > 0 && (token < lastToken || (token == lastToken && Arrays.compareUnsigned(last, key) >= 0))) {
            throw new SliceException(file + ": key " + PartitionKey.of(key) + " comes after " + PartitionKey.of(last)
                    + " (expected: keys in the order of their tokens, each once)");
        }
        if (!wanted.contains(token)) {
            throw new SliceException(file + ": key " + PartitionKey.of(key)
                    + " is in none of the ranges of the slice (expected: their partitions alone)");
        }
        lastToken = token;
        last = key;
        if (count++ == 0) {
            first = key;
        }
        if (filter != null) {
            filter.add(hash);
        }
        cardinality.add(key, 0, key.length);
    }

    /** Token of the key that was added last. */
    long token() {
        return lastToken;
    }

    /** Low byte of the last key's filter hash, which Partitions.db of BTI stores. */
    int hashByte() {
        return (int) hash[1] & 0xff;
    }

    /** Requires the number of keys, the first and the last to be those of the runs. */
    void require(String file, SstableRuns runs) throws SliceException {
        PartitionKey from = PartitionKey.of(first);
        PartitionKey to = PartitionKey.of(last);
        if (count != runs.partitions() || !from.equals(runs.first()) || !to.equals(runs.last())) {
            throw new SliceException(file + ": " + count + " keys from " + from + " to " + to + " (expected: "
                    + runs.partitions() + " from " + runs.first() + " to " + runs.last() + ")");
        }
    }

    long count() {
        return count;
    }

    byte[] first() {
        return first;
    }

    byte[] last() {
        return last;
    }

    /** See {@link KeyCardinality}. */
    byte[] cardinality() {
        return cardinality.toBytes();
    }
}
