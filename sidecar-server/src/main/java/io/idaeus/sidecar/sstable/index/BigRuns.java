/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.ring.Murmur3;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Finds the partitions of a BIG SSTable whose tokens are in some ranges. Goes through Index.db once, and skips what no
 * bound is in. Neither Index.db nor Summary.db has checksums: the two entries around each bound must have their keys in
 * Data.db. Nothing is between them, since entries follow each other without a gap. Not thread-safe.
 */
final class BigRuns {
    private static final TokenBounds RING = new TokenBounds(Long.MIN_VALUE, Long.MAX_VALUE);
    // Entries from one sample of Summary.db to the next.
    private static final int FEW = 8 << 10;
    private static final int MANY = 256 << 10;

    /** An entry of Index.db. */
    private static final class Entry {
        private static final long NONE = -1;

        private byte[] block = {};
        private int offset;
        private int length;
        private long token;
        private long position = NONE;
        // The key was read from Data.db, or whoever cuts the slice reads it there.
        private boolean proven;
        private boolean isAtBound;

        boolean exists() {
            return position != NONE;
        }

        void clear() {
            position = NONE;
            proven = false;
            isAtBound = false;
        }

        void set(IndexEntries entries) {
            block = entries.block();
            offset = entries.keyOffset();
            length = entries.keyLength();
            token = Murmur3.token(block, offset, length);
            position = entries.position();
        }

        boolean has(byte[] key) {
            return Arrays.equals(block, offset, offset + length, key, 0, key.length);
        }

        boolean follows(Entry other) {
            boolean isAfter = token > other.token
                    || (token == other.token
                            && Arrays.compareUnsigned(
                                            block,
                                            offset,
                                            offset + length,
                                            other.block,
                                            other.offset,
                                            other.offset + other.length)
                                    > 0);
            return isAfter && position > other.position;
        }

        PartitionKey key() {
            return new PartitionKey(Arrays.copyOfRange(block, offset, offset + length));
        }
    }

    private final ComponentFile file;
    private final @Nullable SummaryFile summary;
    private final @Nullable SummarySamples samples;
    private final long dataLength;
    private final DataKeys keys;
    private final IndexEntries entries;
    private final List<Run> runs = new ArrayList<>();

    // They follow each other in Index.db.
    private Entry before = new Entry();
    private Entry here = new Entry();
    private boolean atEnd;
    // The sample that was read last may be beyond the bound.
    private boolean hasSample;
    private long sampleBelow;
    private byte[] sampleKey = {};

    private BigRuns(ComponentFile file, @Nullable SummaryFile summary, long dataLength, DataKeys keys)
            throws SstableException {
        this.file = file;
        this.summary = summary;
        this.dataLength = dataLength;
        this.keys = keys;
        samples = summary == null ? null : summary.samples();
        entries = new IndexEntries(file, samples == null ? MANY : FEW);
        hasSample = samples != null && samples.next();
    }

    /** See {@link SstableRuns#find}. */
    static Optional<SstableRuns> find(
            Path index, @Nullable Path summary, long dataLength, TokenRanges wanted, DataKeys keys)
            throws SstableException {
        try (ComponentFile file = ComponentFile.open(index)) {
            if (summary == null) {
                return new BigRuns(file, null, dataLength, keys).find(wanted);
            }
            try (ComponentFile samples = ComponentFile.open(summary)) {
                return new BigRuns(file, SummaryFile.read(samples), dataLength, keys).find(wanted);
            }
        }
    }

    private Optional<SstableRuns> find(TokenRanges wanted) throws SstableException {
        advance();
        if (atEnd) {
            throw corrupt("it has no entry (expected: at least one)");
        }
        for (TokenBounds bounds : wanted.clip(RING)) {
            seek(bounds.first());
            if (atEnd) {
                prove(before);
                break;
            }
            if (here.token > bounds.last()) {
                prove(before);
                here.isAtBound = true;
            } else {
                addRun(bounds.last());
            }
        }
        leave(here);
        return runs.isEmpty() ? Optional.empty() : Optional.of(described());
    }

    private void addRun(long lastToken) throws SstableException {
        long index = entries.start();
        long data = here.position;
        Run.Previous previous = previous();
        here.proven = true;
        if (lastToken == Long.MAX_VALUE) {
            here.clear();
            atEnd = true;
        } else {
            seek(lastToken + 1);
            before.proven = true;
            here.proven = true;
        }
        long indexTo = atEnd ? file.size() : entries.start();
        long dataTo = atEnd ? dataLength : here.position;
        PartitionKey next = atEnd ? null : here.key();
        int end = runs.size() - 1;
        if (end >= 0 && runs.get(end).indexTo() == index) {
            Run touching = runs.remove(end);
            runs.add(new Run(touching.indexFrom(), indexTo, touching.dataFrom(), dataTo, next, touching.previous()));
        } else {
            runs.add(new Run(index, indexTo, data, dataTo, next, previous));
        }
    }

    // Null where it is proven already, or there is none.
    private Run.@Nullable Previous previous() throws SstableException {
        if (!before.exists() || before.proven) {
            return null;
        }
        if (before.position / keys.chunkLength() != here.position / keys.chunkLength()) {
            prove(before);
            return null;
        }
        before.proven = true;
        return new Run.Previous(before.key(), before.position);
    }

    private void prove(Entry entry) throws SstableException {
        if (!entry.exists() || entry.proven) {
            return;
        }
        byte[] found = keys.at(entry.position);
        if (!entry.has(found)) {
            throw corrupt("the entry of key " + entry.key() + " names position " + entry.position
                    + " of Data.db, which has key " + new PartitionKey(found) + " there (expected: the same key)");
        }
        entry.proven = true;
    }

    private void leave(Entry entry) throws SstableException {
        if (entry.isAtBound) {
            prove(entry);
        }
    }

    // To the first entry of this token or a higher one.
    private void seek(long wanted) throws SstableException {
        if (atEnd || here.token >= wanted) {
            return;
        }
        while (samples != null && hasSample && samples.token() < wanted) {
            sampleBelow = samples.position();
            sampleKey = samples.key();
            hasSample = samples.next();
        }
        if (sampleBelow > entries.start()) {
            entries.seek(sampleBelow);
            advance();
            if (atEnd || !here.has(sampleKey)) {
                throw corrupt("no entry at " + sampleBelow + " has key " + new PartitionKey(sampleKey)
                        + " (expected: one, as Summary.db says)");
            }
        }
        while (!atEnd && here.token < wanted) {
            advance();
        }
    }

    private void advance() throws SstableException {
        leave(here);
        Entry free = before;
        before = here;
        here = free;
        here.clear();
        atEnd = !entries.next();
        if (atEnd) {
            requireEnd(before.key());
            return;
        }
        here.set(entries);
        boolean follows = before.exists() ? here.follows(before) : here.position == 0;
        if (!follows || here.position >= dataLength) {
            throw corrupt("the entry at " + entries.start() + " has key " + here.key() + " at position "
                    + here.position + " of Data.db"
                    + (before.exists() ? " after key " + before.key() + " at " + before.position : "")
                    + " (expected: keys in the order of their tokens, and positions that ascend from 0 to "
                    + dataLength + ")");
        }
    }

    private void requireEnd(PartitionKey last) throws SstableException {
        if (summary != null && !summary.keys().last().equals(last)) {
            throw corrupt(
                    "its last key is " + last + " (expected: " + summary.keys().last() + ", as Summary.db says)");
        }
    }

    private SstableRuns described() throws SstableException {
        IndexEntries described = new IndexEntries(file, MANY);
        CRC32 crc = new CRC32();
        long partitions = 0;
        byte[] first = {};
        byte[] last = {};
        for (Run run : runs) {
            described.seek(run.indexFrom());
            long least = run.dataFrom();
            while (described.end() < run.indexTo()) {
                if (!described.next() || described.end() > run.indexTo()) {
                    throw corrupt("no entry ends at " + run.indexTo());
                }
                if (described.position() < least || described.position() >= run.dataTo()) {
                    throw corrupt("the entry at " + described.start() + " names position " + described.position()
                            + " of Data.db (expected: at least " + least + ", and before " + run.dataTo() + ")");
                }
                least = described.position() + 1;
                if (partitions++ == 0) {
                    first = described.key();
                }
            }
            last = described.key();
            described.update(crc, run.indexFrom(), run.indexTo());
        }
        PartitionKey end = new PartitionKey(last);
        if (runs.get(runs.size() - 1).next() == null) {
            requireEnd(end);
        }
        return new SstableRuns(runs, partitions, new PartitionKey(first), end, Crc32.of(crc), null);
    }

    private SstableException corrupt(String finding) {
        return new Cursor(file.name(), new byte[0]).corrupt(finding);
    }
}
