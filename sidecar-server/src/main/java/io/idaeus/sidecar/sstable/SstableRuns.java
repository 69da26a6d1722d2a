/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.ring.Murmur3;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
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
    private static final TokenBounds RING = new TokenBounds(Long.MIN_VALUE, Long.MAX_VALUE);
    // Entries from one sample of Summary.db to the next.
    private static final int FEW = 8 << 10;
    private static final int MANY = 256 << 10;

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
     * Of a BIG SSTable. Reads Summary.db once, and of Index.db a few entries at each bound and the runs themselves.
     *
     * @param summary null where there is none; then Index.db is read from its beginning
     * @param dataLength uncompressed bytes of Data.db
     * @return empty where no partition is in the ranges
     */
    public static Optional<SstableRuns> find(Path index, @Nullable Path summary, long dataLength, TokenRanges wanted)
            throws SstableException {
        try (ComponentFile file = ComponentFile.open(index)) {
            List<Run> runs = summary == null
                    ? new Search(file, null, dataLength).runs(wanted)
                    : withSummary(file, summary, dataLength, wanted);
            return runs.isEmpty() ? Optional.empty() : Optional.of(describe(file, runs));
        }
    }

    private static List<Run> withSummary(ComponentFile index, Path summary, long dataLength, TokenRanges wanted)
            throws SstableException {
        try (ComponentFile file = ComponentFile.open(summary)) {
            return new Search(index, SummaryFile.read(file).samples(), dataLength).runs(wanted);
        }
    }

    private static SstableRuns describe(ComponentFile file, List<Run> runs) throws SstableException {
        IndexEntries entries = new IndexEntries(file, MANY);
        CRC32 crc = new CRC32();
        long partitions = 0;
        byte[] first = {};
        byte[] last = {};
        for (Run run : runs) {
            entries.seek(run.indexFrom());
            long least = run.dataFrom();
            while (entries.end() < run.indexTo()) {
                if (!entries.next() || entries.end() > run.indexTo()) {
                    throw corrupt(file, "no entry ends at " + run.indexTo());
                }
                if (entries.position() < least || entries.position() >= run.dataTo()) {
                    throw corrupt(
                            file,
                            "the entry at " + entries.start() + " names position " + entries.position()
                                    + " of Data.db (expected: at least " + least + ", and before " + run.dataTo()
                                    + ")");
                }
                least = entries.position() + 1;
                if (partitions++ == 0) {
                    first = entries.key();
                }
            }
            last = entries.key();
            entries.update(crc, run.indexFrom(), run.indexTo());
        }
        return new SstableRuns(runs, partitions, new PartitionKey(first), new PartitionKey(last), Crc32.of(crc), null);
    }

    private static SstableException corrupt(ComponentFile file, String finding) {
        return new Cursor(file.name(), new byte[0]).corrupt(finding);
    }

    /** Goes through Index.db once, and skips what no bound is in. */
    private static final class Search {
        private final ComponentFile file;
        private final IndexEntries entries;
        private final @Nullable SummarySamples samples;
        private final long dataLength;

        private long token;
        private boolean atEnd;
        // The sample that was read last may be beyond the bound.
        private boolean hasSample;
        private long sampleBelow;

        Search(ComponentFile file, @Nullable SummarySamples samples, long dataLength) throws SstableException {
            this.file = file;
            this.samples = samples;
            this.dataLength = dataLength;
            entries = new IndexEntries(file, samples == null ? MANY : FEW);
            hasSample = samples != null && samples.next();
            advance();
        }

        List<Run> runs(TokenRanges wanted) throws SstableException {
            List<Run> runs = new ArrayList<>();
            for (TokenBounds bounds : wanted.clip(RING)) {
                seek(bounds.first());
                if (atEnd) {
                    break;
                }
                if (token > bounds.last()) {
                    continue;
                }
                long index = entries.start();
                long data = entries.position();
                if (bounds.last() == Long.MAX_VALUE) {
                    atEnd = true;
                } else {
                    seek(bounds.last() + 1);
                }
                add(runs, index, data);
            }
            return runs;
        }

        private void add(List<Run> runs, long index, long data) throws SstableException {
            long indexTo = atEnd ? file.size() : entries.start();
            long dataTo = atEnd ? dataLength : entries.position();
            PartitionKey next = atEnd ? null : new PartitionKey(entries.key());
            if (dataTo <= data) {
                throw corrupt(
                        file,
                        "position " + dataTo + " of Data.db comes after position " + data
                                + " (expected: positions that ascend, below " + dataLength + ")");
            }
            int end = runs.size() - 1;
            if (end >= 0 && runs.get(end).indexTo() == index) {
                Run before = runs.remove(end);
                runs.add(new Run(before.indexFrom(), indexTo, before.dataFrom(), dataTo, next));
            } else {
                runs.add(new Run(index, indexTo, data, dataTo, next));
            }
        }

        // To the first entry of this token or a higher one.
        private void seek(long wanted) throws SstableException {
            if (atEnd || token >= wanted) {
                return;
            }
            while (hasSample && samples != null && samples.token() < wanted) {
                sampleBelow = samples.position();
                hasSample = samples.next();
            }
            if (sampleBelow > entries.start()) {
                entries.seek(sampleBelow);
                advance();
            }
            while (!atEnd && token < wanted) {
                advance();
            }
        }

        private void advance() throws SstableException {
            atEnd = !entries.next();
            if (!atEnd) {
                token = Murmur3.token(entries.block(), entries.keyOffset(), entries.keyLength());
            }
        }
    }
}
