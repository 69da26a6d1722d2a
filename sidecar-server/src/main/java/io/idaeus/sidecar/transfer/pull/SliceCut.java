/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.slice.SliceDescription.Extent;
import io.idaeus.api.slice.SliceParts;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.sidecar.checksum.Sha256;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.durable.DurableFiles;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.StagedSlice;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import io.idaeus.sidecar.slice.SliceException;
import io.idaeus.sidecar.slice.out.SliceComponent;
import io.idaeus.sidecar.slicing.DescribedSlice;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.name.ComponentName;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One SSTable that is cut: what it is, and how it becomes a slice in staging. Immutable. */
final class SliceCut {
    private final SelectedSstable sstable;
    private final TokenRanges wanted;
    private final SliceDirectory directory;
    private final String identity;
    private final long smallBytes;

    /** @param smallBytes a slice of at most so many becomes durable together with others */
    SliceCut(SelectedSstable sstable, Ranges ranges, long smallBytes) {
        this.sstable = sstable;
        this.smallBytes = smallBytes;
        this.wanted = ranges.wanted();
        this.directory = SliceDirectory.of(sstable);
        this.identity = sstable.component("Data.db")
                        .map(data -> data.crc32() + "-" + data.bytes())
                        .orElse("")
                + " " + ranges.digest();
    }

    /** The ranges of many SSTables. */
    record Ranges(SlicedTable table, TokenRanges wanted, String digest) {
        static Ranges of(SlicedTable table) {
            return new Ranges(table, table.tokens(), Sha256.ofLines(table.ranges()));
        }
    }

    SliceDirectory directory() {
        return directory;
    }

    /** Tells it from cuts of other files, and to other ranges. */
    String identity() {
        return identity;
    }

    /** Whether it becomes durable together with others. */
    boolean isSmall(SliceParts parts) {
        return parts.data().stream()
                        .mapToLong(range -> range.to() - range.from())
                        .sum()
                <= smallBytes;
    }

    /**
     * Records how the source described it, unless it is small and fetched at once. What was fetched by another description
     * is deleted.
     */
    void begin(SliceDescription description, SliceParts parts) throws IOException {
        directory.clear();
        directory.create();
        if (!isSmall(parts)) {
            directory.describe(identity, description);
        }
    }

    /**
     * Records that all of it moves as it is, unless it is small. What was fetched of it stays; what was fetched to be cut,
     * or was cut, is deleted.
     */
    void beginWhole() throws IOException {
        if (directory.isBegun()) {
            directory.forget();
        }
        long bytes = sstable.components().stream()
                .mapToLong(ManifestComponent::bytes)
                .sum();
        if (bytes > smallBytes) {
            directory.create();
            directory.describe(identity, new SliceDescription(sstable.name(), Extent.WHOLE, null, null));
        }
    }

    /** Whether it moves as it is where all of it is wanted: Index.db has each key, which the landing compares. */
    boolean isKeyedByIndex() {
        return sstable.component("Index.db").isPresent();
    }

    /** @throws SliceException where the description is wrong */
    DescribedSlice described(SliceParts parts) throws SliceException {
        Map<String, Long> sizes = sstable.components().stream()
                .collect(Collectors.toMap(ManifestComponent::name, ManifestComponent::bytes));
        return DescribedSlice.of(descriptor(), wanted, sizes, parts);
    }

    private Descriptor descriptor() {
        return ComponentName.parse(sstable.name() + "-Data.db")
                .map(ComponentName::descriptor)
                .orElseThrow(() -> new IllegalStateException(sstable.name()));
    }

    /**
     * Cuts what was fetched, and records it.
     *
     * @param small whether it becomes durable later, and its record with it
     */
    SliceDirectory.Cut cut(DescribedSlice slice, boolean small, SliceThreads threads)
            throws IOException, SliceException, SstableException, InterruptedException {
        // Files that an earlier build fetched of the whole SSTable would be imported with the slice.
        directory.clearStaged();
        List<SliceComponent> written =
                slice.cut(directory.path(), sstable.directory(), !small, threads.workers(), threads.workerCount());
        StagedSlice staged = new StagedSlice(
                slice.first().token(),
                slice.last().token(),
                written.stream().map(SliceCut::component).toList());
        if (small) {
            directory.record(identity, staged);
        } else {
            recordDurably(staged);
        }
        directory.deleteFetched();
        return new SliceDirectory.Cut(identity, staged, !small);
    }

    private void recordDurably(StagedSlice staged) throws IOException {
        DurableFiles.forceDirectory(sstable.directory());
        CrashPoint.NAMED.of("slices");
        directory.recordDurably(identity, staged);
        CrashPoint.RECORDED.of("slices");
    }

    private static ManifestComponent component(SliceComponent written) {
        return new ManifestComponent(
                written.name(), written.bytes(), written.crc32().toString(), ChecksumOrigin.SIDECAR, null);
    }
}
