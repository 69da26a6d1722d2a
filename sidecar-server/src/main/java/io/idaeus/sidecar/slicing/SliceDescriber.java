/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slicing;

import io.idaeus.api.FileRange;
import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.slice.SliceDescription.Extent;
import io.idaeus.api.slice.SliceFilter;
import io.idaeus.api.slice.SlicePartition;
import io.idaeus.api.slice.SliceParts;
import io.idaeus.api.slice.SlicePartsBuilder;
import io.idaeus.api.slice.SliceRun;
import io.idaeus.api.slice.SliceTrie;
import io.idaeus.api.sstable.SstableProblem;
import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slice.KeysInData;
import io.idaeus.sidecar.slice.NotSliceableException;
import io.idaeus.sidecar.slice.SliceException;
import io.idaeus.sidecar.slice.SourceData;
import io.idaeus.sidecar.sstable.file.FilterFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import io.idaeus.sidecar.sstable.index.BtiRuns;
import io.idaeus.sidecar.sstable.index.PartitionKey;
import io.idaeus.sidecar.sstable.index.Run;
import io.idaeus.sidecar.sstable.index.SstableRuns;
import io.idaeus.sidecar.sstable.index.SummaryFile;
import io.idaeus.sidecar.sstable.index.TriePages;
import io.idaeus.sidecar.sstable.name.SstableFormat;
import io.idaeus.sidecar.sstable.statistics.StatisticsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds where the partitions of token ranges are in an SSTable of this host. Reads a little of its index. */
public final class SliceDescriber {
    private static final Logger LOG = LoggerFactory.getLogger(SliceDescriber.class);

    // Cassandra's default.
    private static final int MIN_INDEX_INTERVAL = 128;

    /** Code of the problem of an SSTable that can be read, but not cut. */
    public static final String NOT_SLICEABLE = "SLICE_IMPOSSIBLE";

    private final SstableFiles files;
    private final TokenRanges wanted;

    private SliceDescriber(SstableFiles files, TokenRanges wanted) {
        this.files = files;
        this.wanted = wanted;
    }

    /** SSTables that cannot be read, or cannot be cut, are described as UNKNOWN. */
    public static SliceDescription describe(SstableFiles files, TokenRanges wanted) {
        String name = files.descriptor().toString();
        try {
            return new SliceDescriber(files, wanted).describe(name);
        } catch (SstableException e) {
            return unknown(name, e.code(), String.valueOf(e.getMessage()));
        } catch (NotSliceableException e) {
            return unknown(name, NOT_SLICEABLE, String.valueOf(e.getMessage()));
        } catch (SliceException e) {
            return unknown(name, Code.CORRUPT_COMPONENT, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return unknown(name, Code.UNREADABLE_FILE, e.toString());
        } catch (RuntimeException e) {
            // Its bytes have led a parser astray.
            LOG.warn("{} below {} cannot be described", name, files.directory(), e);
            return unknown(name, Code.CORRUPT_COMPONENT, name + ": its components contradict each other: " + e);
        }
    }

    private static SliceDescription unknown(String name, Code code, String detail) {
        return unknown(name, code.name(), detail);
    }

    private static SliceDescription unknown(String name, String code, String detail) {
        return new SliceDescription(name, Extent.UNKNOWN, null, new SstableProblem(code, detail));
    }

    private SliceDescription describe(String name) throws SstableException, SliceException, IOException {
        try (SourceData data = DataFiles.open(files.directory(), files.descriptor(), files.dataBytes())) {
            Optional<SstableRuns> found = runs(data);
            if (found.isEmpty()) {
                return new SliceDescription(name, Extent.NONE, null, null);
            }
            SstableRuns runs = found.get();
            return new SliceDescription(
                    name, isWhole(runs, data) && !isInRepair() ? Extent.WHOLE : Extent.PART, parts(runs, data), null);
        }
    }

    // Whole, it would take its part in the repair along; cut, it is unrepaired.
    private boolean isInRepair() throws SstableException {
        return StatisticsFile.read(
                                files.path("Statistics.db"), files.descriptor().version())
                        .pendingRepair()
                != null;
    }

    // A run that no partition is before or after.
    private static boolean isWhole(SstableRuns runs, SourceData data) {
        Run only = runs.runs().get(0);
        return runs.runs().size() == 1 && only.dataFrom() == 0 && only.dataTo() == data.dataLength();
    }

    private Optional<SstableRuns> runs(SourceData data) throws SstableException, IOException {
        try (KeysInData keys = new KeysInData(data, files.path("Data.db"))) {
            if (files.descriptor().format() == SstableFormat.BIG) {
                return SstableRuns.find(
                        files.path("Index.db"), existing("Summary.db"), data.dataLength(), wanted, keys);
            }
            return BtiRuns.find(files.path("Partitions.db"), files.path("Rows.db"), data.dataLength(), wanted, keys);
        }
    }

    private @Nullable Path existing(String component) {
        return files.has(component) ? files.path(component) : null;
    }

    private SliceParts parts(SstableRuns runs, SourceData data) throws SstableException, SliceException {
        Path summary = existing("Summary.db");
        Path filter = existing("Filter.db");
        FilterFile.Head head = filter == null ? null : FilterFile.head(filter);
        TriePages trie = runs.trie();
        return SlicePartsBuilder.builder()
                .partitions(runs.partitions())
                .firstKey(runs.first().hex())
                .lastKey(runs.last().hex())
                .runs(runs.runs().stream().map(SliceDescriber::run).toList())
                .indexCrc32(runs.index().toString())
                .data(ranges(data.stored(runs.runs())))
                .trie(
                        trie == null
                                ? null
                                : new SliceTrie(
                                        trie.root(),
                                        ranges(trie.pages()),
                                        trie.crc().toString()))
                .filter(head == null ? null : new SliceFilter(head.hashes(), head.words()))
                .minIndexInterval(summary == null ? MIN_INDEX_INTERVAL : SummaryFile.minInterval(summary))
                .build();
    }

    private static SliceRun run(Run run) {
        PartitionKey next = run.next();
        Run.Previous previous = run.previous();
        return new SliceRun(
                run.indexFrom(),
                run.indexTo(),
                run.dataFrom(),
                run.dataTo(),
                next == null ? null : next.hex(),
                previous == null ? null : new SlicePartition(previous.key().hex(), previous.position()));
    }

    private static List<FileRange> ranges(ByteRanges ranges) {
        return ranges.ranges().stream()
                .map(range -> new FileRange(range.from(), range.to()))
                .toList();
    }
}
