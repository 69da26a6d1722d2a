/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slice.codec.ChunkCodecs;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.file.ChunkCompression;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.FilterFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.BtiRuns;
import io.idaeus.sidecar.sstable.index.IndexEntries;
import io.idaeus.sidecar.sstable.index.PartitionKey;
import io.idaeus.sidecar.sstable.index.PartitionTrie;
import io.idaeus.sidecar.sstable.index.RowsEntry;
import io.idaeus.sidecar.sstable.index.Run;
import io.idaeus.sidecar.sstable.index.SstableRuns;
import io.idaeus.sidecar.sstable.index.SummaryFile;
import io.idaeus.sidecar.sstable.index.TriePages;
import io.idaeus.sidecar.sstable.name.SstableFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** An SSTable at a destination that has fetched the wanted parts. */
final class FetchedSstable implements AutoCloseable {
    private final ReadableSstable sstable;
    private final TokenRanges wanted;
    private final SstableRuns runs;
    private final Path directory;
    private final SourceData data;
    private final FileChannel bytes;

    private FetchedSstable(ReadableSstable sstable, TokenRanges wanted, SstableRuns runs, Path directory)
            throws IOException, SliceException, SstableException {
        this.sstable = sstable;
        this.wanted = wanted;
        this.runs = runs;
        this.directory = directory;
        data = data(sstable);
        bytes = copy(sstable.path("Data.db"), data.stored(runs.runs()), bytes());
        copy(
                        sstable.path(isBig(sstable) ? "Index.db" : "Rows.db"),
                        new ByteRanges(runs.runs().stream()
                                .filter(run -> run.indexTo() > run.indexFrom())
                                .map(run -> new ByteRange(run.indexFrom(), run.indexTo()))
                                .toList()),
                        index())
                .close();
        TriePages pages = runs.trie();
        if (pages != null) {
            copy(sstable.path("Partitions.db"), pages.pages(), trie()).close();
        }
    }

    private static boolean isBig(ReadableSstable sstable) {
        return sstable.descriptor().format() == SstableFormat.BIG;
    }

    /** Empty where the SSTable has no partition in the ranges. */
    static Optional<FetchedSstable> of(ReadableSstable sstable, TokenRanges wanted, Path directory)
            throws IOException, SliceException, SstableException {
        Optional<SstableRuns> runs = isBig(sstable) ? big(sstable, wanted) : bti(sstable, wanted);
        Files.createDirectories(directory);
        return runs.isEmpty()
                ? Optional.empty()
                : Optional.of(new FetchedSstable(sstable, wanted, runs.get(), directory));
    }

    private static Optional<SstableRuns> big(ReadableSstable sstable, TokenRanges wanted)
            throws IOException, SliceException, SstableException {
        Path summary = sstable.path("Summary.db");
        try (SourceData data = data(sstable);
                KeysInData keys = new KeysInData(data, sstable.path("Data.db"))) {
            return SstableRuns.find(
                    sstable.path("Index.db"), Files.exists(summary) ? summary : null, data.dataLength(), wanted, keys);
        }
    }

    private static Optional<SstableRuns> bti(ReadableSstable sstable, TokenRanges wanted)
            throws IOException, SliceException, SstableException {
        try (SourceData data = data(sstable);
                KeysInData keys = new KeysInData(data, sstable.path("Data.db"))) {
            return BtiRuns.find(
                    sstable.path("Partitions.db"), sstable.path("Rows.db"), data.dataLength(), wanted, keys);
        }
    }

    private static SourceData data(ReadableSstable sstable) throws IOException, SliceException, SstableException {
        long size = Files.size(sstable.path("Data.db"));
        ChunkCompression compression = sstable.metadata().compression();
        if (compression == null) {
            return PlainData.open(sstable.path("CRC.db"), size);
        }
        return CompressedData.open(
                sstable.path("CompressionInfo.db"), sstable.descriptor().version(), ChunkCodecs::of, size);
    }

    private static FileChannel copy(Path from, ByteRanges ranges, Path to) throws IOException {
        try (FileChannel in = FileChannel.open(from)) {
            FileChannel out = FileChannel.open(
                    to,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            for (ByteRange range : ranges.ranges()) {
                long copied = in.transferTo(range.from(), range.to() - range.from(), out);
                if (copied != range.to() - range.from()) {
                    throw new IOException(from + " has " + copied + " of " + range);
                }
            }
            return out;
        }
    }

    SstableRuns runs() {
        return runs;
    }

    List<Run> all() {
        return runs.runs();
    }

    SourceData data() {
        return data;
    }

    /** The entries of the runs. */
    Path index() {
        return directory.resolve("fetched-Index.db");
    }

    /** The pages of Partitions.db. */
    Path trie() {
        return directory.resolve("fetched-Partitions.db");
    }

    /** The chunks of the runs. */
    Path bytes() {
        return directory.resolve("fetched-Data.db");
    }

    /** The bytes of each partition of an SSTable that was fetched whole, one in each character. */
    Map<PartitionKey, String> partitions() throws IOException, SliceException, SstableException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        SourceData.Reader reader = data.reader(new StoredBytes(bytes, data.stored(runs.runs())));
        for (long at = 0; at < data.dataLength(); at += data.chunkLength()) {
            StoredChunk chunk = data.chunk(at / data.chunkLength());
            all.write(reader.read(chunk), 0, chunk.length());
        }
        String plain = all.toString(StandardCharsets.ISO_8859_1);
        Map<PartitionKey, String> partitions = new HashMap<>();
        List<Long> starts = isBig(sstable) ? positions() : positionsInTrie();
        for (int i = 0; i < starts.size(); i++) {
            int from = (int) (long) starts.get(i);
            int to = i + 1 < starts.size() ? (int) (long) starts.get(i + 1) : plain.length();
            int length = plain.charAt(from) << 8 | plain.charAt(from + 1);
            byte[] key = plain.substring(from + 2, from + 2 + length).getBytes(StandardCharsets.ISO_8859_1);
            partitions.put(PartitionKey.of(key), plain.substring(from, to));
        }
        return partitions;
    }

    private List<Long> positions() throws SstableException {
        List<Long> positions = new ArrayList<>();
        try (ComponentFile file = ComponentFile.open(index())) {
            IndexEntries entries = new IndexEntries(file, 1000);
            while (entries.next()) {
                positions.add(entries.position());
            }
        }
        return positions;
    }

    private List<Long> positionsInTrie() throws IOException, SstableException {
        TriePages pages = Objects.requireNonNull(runs.trie());
        byte[] all = Files.readAllBytes(sstable.path("Partitions.db"));
        List<Long> positions = new ArrayList<>();
        try (ComponentFile rows = ComponentFile.open(sstable.path("Rows.db"))) {
            PartitionTrie walk = new PartitionTrie(
                    "Partitions.db",
                    page -> Arrays.copyOfRange(all, (int) page * 4096, (int) Math.min(all.length, page * 4096 + 4096)),
                    (prefix, length, node) -> true,
                    all.length,
                    pages.root());
            while (walk.next()) {
                PartitionTrie.Leaf leaf = walk.leaf();
                positions.add(
                        leaf.isInRows() ? RowsEntry.read(rows, leaf.position()).data() : leaf.data());
            }
        }
        return positions;
    }

    SliceSource source() throws SstableException, SliceException {
        return source(runs);
    }

    SliceSource source(SstableRuns described) throws SstableException, SliceException {
        Path filter = sstable.path("Filter.db");
        Path summary = sstable.path("Summary.db");
        return new SliceSource(
                sstable.descriptor(),
                wanted,
                described,
                data,
                new StoredBytes(bytes, data.stored(runs.runs())),
                index(),
                isBig(sstable) ? null : trie(),
                sstable.path("Statistics.db"),
                Files.exists(filter) ? FilterFile.head(filter) : null,
                Files.exists(summary) ? SummaryFile.minInterval(summary) : 128);
    }

    @Override
    public void close() throws IOException, SstableException {
        bytes.close();
        data.close();
    }
}
