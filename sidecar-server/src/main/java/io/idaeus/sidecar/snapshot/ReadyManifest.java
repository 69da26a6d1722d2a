/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.sidecar.ring.Overlap;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.SstableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A finished manifest and where each of its SSTables lies: first the proven ones by first token, then those that cannot be
 * read. Of 50,000 it holds no more than what is proven and a few numbers; what they say of themselves is read from them
 * again for each page.
 */
final class ReadyManifest {
    private final ManifestRecord proven;
    private final long[] firstTokens;
    private final long[] lastTokens;
    private final long[] bytes;
    private final List<SstableEntry> failed;

    private ReadyManifest(Making made, ManifestRecord proven) {
        this.proven = proven;
        this.firstTokens = Arrays.copyOf(made.firstTokens, made.proven.size());
        this.lastTokens = Arrays.copyOf(made.lastTokens, made.proven.size());
        this.bytes = Arrays.copyOf(made.bytes, made.proven.size());
        this.failed = List.copyOf(made.failed);
    }

    ManifestRecord proven() {
        return proven;
    }

    int size() {
        return bytes.length + failed.size();
    }

    /** The indexes of the SSTables that may hold tokens in these ranges: what cannot be read may hold any. */
    int[] within(TokenRanges ranges) {
        return IntStream.range(0, size())
                .filter(index -> isFailed(index)
                        || ranges.overlap(new TokenBounds(firstTokens[index], lastTokens[index])) != Overlap.NONE)
                .toArray();
    }

    boolean isFailed(int index) {
        return index >= bytes.length;
    }

    String name(int index) {
        return isFailed(index)
                ? failed(index).name().toString()
                : proven.sstables().get(index).name();
    }

    /** Of all its components. */
    long bytes(int index) {
        return isFailed(index) ? failed(index).size() : bytes[index];
    }

    SstableEntry failed(int index) {
        return failed.get(index - bytes.length);
    }

    /** Takes the SSTables as they are proven, in their order, or fail. */
    static final class Making {
        private final List<ManifestRecord.Sstable> proven;
        private final List<SstableEntry> failed = new ArrayList<>();
        private final long[] firstTokens;
        private final long[] lastTokens;
        private final long[] bytes;

        /** @param most SSTables to come */
        Making(int most) {
            proven = new ArrayList<>(most);
            firstTokens = new long[most];
            lastTokens = new long[most];
            bytes = new long[most];
        }

        void proven(ReadableSstable sstable, ManifestRecord.Sstable proof) {
            int index = proven.size();
            TokenBounds bounds = sstable.metadata().bounds();
            firstTokens[index] = bounds.first();
            lastTokens[index] = bounds.last();
            bytes[index] = sstable.size();
            proven.add(proof);
        }

        void failed(SstableEntry sstable) {
            failed.add(sstable);
        }

        /** @param header the manifest without SSTables */
        ReadyManifest done(ManifestRecord header) {
            return new ReadyManifest(this, header.with(proven));
        }
    }
}
