/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.sstable;

import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slice.CompressedData;
import io.idaeus.sidecar.slice.KeysInData;
import io.idaeus.sidecar.slice.PlainData;
import io.idaeus.sidecar.slice.SliceException;
import io.idaeus.sidecar.slice.SliceSource;
import io.idaeus.sidecar.slice.Slicer;
import io.idaeus.sidecar.slice.SourceData;
import io.idaeus.sidecar.slice.StoredBytes;
import io.idaeus.sidecar.slice.codec.ChunkCodecs;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.file.ChunkCompression;
import io.idaeus.sidecar.sstable.file.FilterFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.BtiRuns;
import io.idaeus.sidecar.sstable.index.SstableRuns;
import io.idaeus.sidecar.sstable.index.SummaryFile;
import io.idaeus.sidecar.sstable.index.TriePages;
import io.idaeus.sidecar.sstable.name.SstableFormat;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Cuts an SSTable of this host. */
final class LocalSlice {
    private LocalSlice() {}

    /** @return whether a partition is in the ranges; otherwise nothing is written */
    static boolean write(ReadableSstable sstable, TokenRanges wanted, Path directory, Executor workers)
            throws Exception {
        Path file = sstable.path("Data.db");
        long size = Files.size(file);
        try (SourceData data = data(sstable, size);
                FileChannel bytes = FileChannel.open(file)) {
            Optional<SstableRuns> found = runs(sstable, data, wanted);
            if (found.isEmpty()) {
                return false;
            }
            SstableRuns runs = found.get();
            Optional<Path> filter = existing(sstable, "Filter.db");
            Optional<Path> summary = existing(sstable, "Summary.db");
            Path index = directory.resolve("index");
            Path trie = directory.resolve("trie");
            copy(sstable.path(isBig(sstable) ? "Index.db" : "Rows.db"), entries(runs), index);
            TriePages pages = runs.trie();
            if (pages != null) {
                copy(sstable.path("Partitions.db"), pages.pages().ranges(), trie);
            }
            Slicer.write(
                    new SliceSource(
                            sstable.descriptor(),
                            wanted,
                            runs,
                            data,
                            new StoredBytes(bytes, new ByteRanges(List.of(new ByteRange(0, size)))),
                            index,
                            pages == null ? null : trie,
                            sstable.path("Statistics.db"),
                            filter.isPresent() ? FilterFile.head(filter.get()) : null,
                            summary.isPresent() ? SummaryFile.minInterval(summary.get()) : 128),
                    directory,
                    true,
                    workers,
                    2);
            Files.delete(index);
            Files.deleteIfExists(trie);
            return true;
        }
    }

    private static boolean isBig(ReadableSstable sstable) {
        return sstable.descriptor().format() == SstableFormat.BIG;
    }

    private static Optional<SstableRuns> runs(ReadableSstable sstable, SourceData data, TokenRanges wanted)
            throws IOException, SstableException {
        try (KeysInData keys = new KeysInData(data, sstable.path("Data.db"))) {
            if (isBig(sstable)) {
                return SstableRuns.find(
                        sstable.path("Index.db"),
                        existing(sstable, "Summary.db").orElse(null),
                        data.dataLength(),
                        wanted,
                        keys);
            }
            return BtiRuns.find(
                    sstable.path("Partitions.db"), sstable.path("Rows.db"), data.dataLength(), wanted, keys);
        }
    }

    private static List<ByteRange> entries(SstableRuns runs) {
        return runs.runs().stream()
                .filter(run -> run.indexTo() > run.indexFrom())
                .map(run -> new ByteRange(run.indexFrom(), run.indexTo()))
                .toList();
    }

    private static Optional<Path> existing(ReadableSstable sstable, String component) {
        return Optional.of(sstable.path(component)).filter(Files::exists);
    }

    private static SourceData data(ReadableSstable sstable, long size) throws SstableException, SliceException {
        ChunkCompression compression = sstable.metadata().compression();
        return compression == null
                ? PlainData.open(sstable.path("CRC.db"), size)
                : CompressedData.open(
                        sstable.path("CompressionInfo.db"), sstable.descriptor().version(), ChunkCodecs::of, size);
    }

    private static void copy(Path from, List<ByteRange> ranges, Path to) throws IOException {
        try (FileChannel in = FileChannel.open(from);
                FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (ByteRange range : ranges) {
                in.transferTo(range.from(), range.to() - range.from(), out);
            }
        }
    }
}
