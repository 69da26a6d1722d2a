/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of an SSTable whose tokens are in some ranges: where they are, and what proves their index.
 *
 * @param runs ascending; no two touch
 * @param partitions number of them
 * @param index checksum of the runs' bytes of Index.db or Rows.db, one run after the other
 * @param trie of BTI; null for BIG
 */
public record SstableRuns(
        List<Run> runs,
        long partitions,
        PartitionKey first,
        PartitionKey last,
        Crc32 index,
        @Nullable TriePages trie) {
    // Two bytes, one of the key, and two vints.
    private static final int LEAST_ENTRY = 5;

    public SstableRuns {
        runs = List.copyOf(runs);
        long entries =
                runs.stream().mapToLong(run -> run.indexTo() - run.indexFrom()).sum();
        // A node of a trie has at least one byte.
        long most = trie == null ? entries / LEAST_ENTRY : trie.pages().size();
        if (partitions < Math.max(1, runs.size()) || partitions > most) {
            throw new IllegalArgumentException(
                    partitions + " partitions in " + runs.size() + " runs (expected: at least one in each, and " + most
                            + " at most, which their index has room for)");
        }
        for (int i = 1; i < runs.size(); i++) {
            if ((trie == null && runs.get(i).indexFrom() <= runs.get(i - 1).indexTo())
                    || runs.get(i).dataFrom() <= runs.get(i - 1).dataTo()) {
                throw new IllegalArgumentException(
                        "runs " + runs.get(i - 1) + " and " + runs.get(i) + " (expected: ascending, and apart)");
            }
        }
    }

    /** Bytes of Index.db or Rows.db. */
    public long indexLength() {
        return runs.stream().mapToLong(run -> run.indexTo() - run.indexFrom()).sum();
    }

    /** Uncompressed bytes of Data.db. */
    public long dataLength() {
        return runs.stream().mapToLong(Run::dataLength).sum();
    }

    /**
     * The runs of a BIG SSTable. Reads Summary.db once, of Index.db a few entries at each bound and the runs themselves,
     * and of Data.db at most two keys for each range.
     *
     * @param summary null where there is none; then Index.db is read from its beginning
     * @param dataLength uncompressed bytes of Data.db
     * @return empty where no partition is in the ranges
     * @throws SstableException where a file cannot be read, or Data.db and the index differ at a bound
     */
    public static Optional<SstableRuns> find(
            Path index, @Nullable Path summary, long dataLength, TokenRanges wanted, DataKeys keys)
            throws SstableException {
        return BigRuns.find(index, summary, dataLength, wanted, keys);
    }
}
