/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slicing;

import io.idaeus.api.FileRange;
import io.idaeus.api.slice.SliceFilter;
import io.idaeus.api.slice.SlicePartition;
import io.idaeus.api.slice.SliceParts;
import io.idaeus.api.slice.SliceRun;
import io.idaeus.api.slice.SliceTrie;
import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.disk.RegularFile;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slice.SliceException;
import io.idaeus.sidecar.slice.SliceSource;
import io.idaeus.sidecar.slice.SliceSourceBuilder;
import io.idaeus.sidecar.slice.Slicer;
import io.idaeus.sidecar.slice.SourceData;
import io.idaeus.sidecar.slice.StoredBytes;
import io.idaeus.sidecar.slice.out.SliceComponent;
import io.idaeus.sidecar.sstable.file.FilterFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.PartitionKey;
import io.idaeus.sidecar.sstable.index.Run;
import io.idaeus.sidecar.sstable.index.SstableRuns;
import io.idaeus.sidecar.sstable.index.TriePages;
import io.idaeus.sidecar.sstable.name.Descriptor;
import io.idaeus.sidecar.sstable.name.SstableFormat;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A slice as a source describes it. Nothing of the description is believed before the slice is cut. */
public final class DescribedSlice {
    private static final String DATA = "Data.db";
    private static final String STATISTICS = "Statistics.db";
    private static final String PARTITIONS = "Partitions.db";
    private static final int LONGEST_KEY = 0xffff;
    private static final int MOST_HASHES = 100;
    private static final int MOST_SAMPLES = 1 << 22;

    private final Descriptor descriptor;
    private final TokenRanges wanted;
    private final Map<String, Long> sizes;
    private final SstableRuns runs;
    private final ByteRanges data;
    private final FilterFile.@Nullable Head filter;
    private final int minIndexInterval;

    private DescribedSlice(Descriptor descriptor, TokenRanges wanted, Map<String, Long> sizes, SliceParts parts) {
        this.descriptor = descriptor;
        this.wanted = wanted;
        this.sizes = Map.copyOf(sizes);
        SliceTrie trie = parts.trie();
        SliceFilter head = parts.filter();
        runs = new SstableRuns(
                parts.runs().stream().map(DescribedSlice::run).toList(),
                parts.partitions(),
                key(parts.firstKey()),
                key(parts.lastKey()),
                Crc32.parse(parts.indexCrc32()),
                trie == null ? null : new TriePages(trie.root(), ranges(trie.pages()), Crc32.parse(trie.crc32())));
        data = ranges(parts.data());
        filter = head == null ? null : new FilterFile.Head(head.hashes(), head.words());
        minIndexInterval = parts.minIndexInterval();
        check();
    }

    /**
     * @param sizes bytes of the source's components, by name
     * @throws SliceException where the description contradicts itself or these
     */
    public static DescribedSlice of(
            Descriptor descriptor, TokenRanges wanted, Map<String, Long> sizes, SliceParts parts)
            throws SliceException {
        try {
            return new DescribedSlice(descriptor, wanted, sizes, parts);
        } catch (IllegalArgumentException e) {
            throw new SliceException("the source's description of the slice is wrong: " + e.getMessage(), e);
        }
    }

    private static Run run(SliceRun run) {
        String next = run.next();
        SlicePartition previous = run.previous();
        return new Run(
                run.indexFrom(),
                run.indexTo(),
                run.dataFrom(),
                run.dataTo(),
                next == null ? null : key(next),
                previous == null ? null : new Run.Previous(key(previous.key()), previous.dataFrom()));
    }

    private static PartitionKey key(String hex) {
        if (hex.isEmpty() || hex.length() > 2 * LONGEST_KEY) {
            throw new IllegalArgumentException(
                    "a key of " + hex.length() / 2 + " bytes (expected: 1 to " + LONGEST_KEY + ")");
        }
        return PartitionKey.of(HexFormat.of().parseHex(hex));
    }

    private static ByteRanges ranges(List<FileRange> ranges) {
        if (ranges.isEmpty()) {
            throw new IllegalArgumentException("no bytes of a component (expected: some)");
        }
        return new ByteRanges(ranges.stream()
                .map(range -> new ByteRange(range.from(), range.to()))
                .toList());
    }

    private void check() {
        TriePages trie = runs.trie();
        if ((trie == null) != isBig()) {
            throw new IllegalArgumentException((trie == null ? "no trie" : "a trie") + " of " + descriptor);
        }
        within(DATA, data);
        ByteRanges entries = entries();
        within(index(), entries);
        if (trie != null) {
            within(PARTITIONS, trie.pages());
        }
        size(STATISTICS);
        size(chunks());
        if (filter != null && (filter.hashes() < 1 || filter.hashes() > MOST_HASHES || filter.words() < 1)) {
            throw new IllegalArgumentException("a filter of " + filter.hashes() + " hashes and " + filter.words()
                    + " words (expected: 1 to " + MOST_HASHES + " hashes, and a word)");
        }
        // The slice's Summary.db is in the heap while it is made.
        if (minIndexInterval < 1 || runs.partitions() / minIndexInterval > MOST_SAMPLES) {
            throw new IllegalArgumentException("minIndexInterval: " + minIndexInterval + " for " + runs.partitions()
                    + " partitions (expected: at least 1, and at most " + MOST_SAMPLES + " samples)");
        }
    }

    private void within(String component, ByteRanges ranges) {
        List<ByteRange> all = ranges.ranges();
        long end = all.isEmpty() ? 0 : all.get(all.size() - 1).to();
        if (end > size(component)) {
            throw new IllegalArgumentException(
                    "bytes up to " + end + " of " + component + " (expected: up to " + size(component) + ")");
        }
    }

    private long size(String component) {
        Long size = sizes.get(component);
        if (size == null) {
            throw new IllegalArgumentException(descriptor + " has no " + component + " (expected: one, for a slice)");
        }
        return size;
    }

    private boolean isBig() {
        return descriptor.format() == SstableFormat.BIG;
    }

    private String index() {
        return isBig() ? "Index.db" : "Rows.db";
    }

    // The component that tells where the chunks of Data.db are, and proves them.
    private String chunks() {
        return sizes.containsKey("CompressionInfo.db") ? "CompressionInfo.db" : "CRC.db";
    }

    // Leaves out empty ranges: Rows.db may have none of a run.
    private ByteRanges entries() {
        return new ByteRanges(runs.runs().stream()
                .filter(run -> run.indexTo() > run.indexFrom())
                .map(run -> new ByteRange(run.indexFrom(), run.indexTo()))
                .toList());
    }

    /**
     * The token of a key, as descriptions have it.
     *
     * @throws SliceException where it is none
     */
    public static long token(String key) throws SliceException {
        try {
            return key(key).token();
        } catch (IllegalArgumentException e) {
            throw new SliceException("the source's description of the slice is wrong: " + e.getMessage(), e);
        }
    }

    /** The files to fetch, each component once. */
    public List<RawFile> files() {
        List<RawFile> files = new ArrayList<>(List.of(RawFile.whole(STATISTICS), RawFile.whole(chunks())));
        files.add(new RawFile(DATA, data, null));
        ByteRanges entries = entries();
        if (!entries.ranges().isEmpty()) {
            files.add(new RawFile(index(), entries, runs.index()));
        }
        TriePages trie = runs.trie();
        if (trie != null) {
            files.add(new RawFile(PARTITIONS, trie.pages(), trie.crc()));
        }
        return files;
    }

    /** How many are fetched, without the components that are fetched whole. */
    public long bytes() {
        TriePages trie = runs.trie();
        return data.size() + entries().size() + (trie == null ? 0 : trie.pages().size());
    }

    public PartitionKey first() {
        return runs.first();
    }

    public PartitionKey last() {
        return runs.last();
    }

    /**
     * Writes the slice, see {@link Slicer#write}.
     *
     * @param raw has the {@link #files}, named as at the source
     * @return the components
     */
    public List<SliceComponent> cut(Path raw, Path directory, boolean durable, Executor workers, int parallel)
            throws IOException, SliceException, SstableException, InterruptedException {
        if (entries().ranges().isEmpty()) {
            // The source has no entry of any of the partitions in Rows.db.
            Files.write(raw.resolve(descriptor.fileName(index())), new byte[0]);
        }
        try (SourceData chunks = DataFiles.open(raw, descriptor, size(DATA));
                FileChannel stored = RegularFile.open(raw.resolve(descriptor.fileName(DATA)))) {
            SliceSource source = SliceSourceBuilder.builder()
                    .descriptor(descriptor)
                    .wanted(wanted)
                    .runs(runs)
                    .data(chunks)
                    .bytes(new StoredBytes(stored, data))
                    .index(raw.resolve(descriptor.fileName(index())))
                    .trie(isBig() ? null : raw.resolve(descriptor.fileName(PARTITIONS)))
                    .statistics(raw.resolve(descriptor.fileName(STATISTICS)))
                    .filter(filter)
                    .minIndexInterval(minIndexInterval)
                    .build();
            return Slicer.write(source, directory, durable, workers, parallel);
        }
    }
}
