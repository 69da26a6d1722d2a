/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The SSTables that a transfer moves, decided once.
 *
 * @param sstables by first token within each source and table
 * @param excluded may hold requested rows
 * @param ownedByOtherSource not moved: other sources provide the rows
 * @param cleanupDue get rows outside the node's owned ranges
 * @param tables to compare before the import
 * @param bytesRequired in staging, with headroom
 * @param bytesFree in staging
 * @param importedEarlier number of SSTables left out, because earlier transfers of the plan imported them, or
 *     the base of their source holds them
 * @param slices what slices are cut to; SSTables refer to them by their index
 */
@RecordBuilder
public record Selection(
        List<SelectedSstable> sstables,
        List<TransferSstable> excluded,
        List<TransferSstable> ownedByOtherSource,
        List<Finding> findings,
        List<TableRef> cleanupDue,
        List<SelectedTable> tables,
        long bytesRequired,
        long bytesFree,
        int importedEarlier,
        List<SlicedTable> slices)
        implements SelectionBuilder.With {
    private static final int WORDED = 10;

    public Selection {
        ownedByOtherSource = ownedByOtherSource == null ? List.of() : ownedByOtherSource;
        tables = tables == null ? List.of() : tables;
        slices = slices == null ? List.of() : slices;
    }

    /** Without slices. */
    public Selection(
            List<SelectedSstable> sstables,
            List<TransferSstable> excluded,
            List<TransferSstable> ownedByOtherSource,
            List<Finding> findings,
            List<TableRef> cleanupDue,
            List<SelectedTable> tables,
            long bytesRequired,
            long bytesFree,
            int importedEarlier) {
        this(
                sstables,
                excluded,
                ownedByOtherSource,
                findings,
                cleanupDue,
                tables,
                bytesRequired,
                bytesFree,
                importedEarlier,
                List.of());
    }

    /** The ranges that a slice of the SSTable is cut to; null where it moves whole. */
    public @Nullable SlicedTable slicedTo(SelectedSstable sstable) {
        Integer slice = sstable.slice();
        return slice == null ? null : slices.get(slice);
    }

    /** @param more ranges of slices, after the known ones */
    public Selection with(List<SelectedSstable> others, List<SlicedTable> more) {
        return with().sstables(List.copyOf(others))
                .slices(Stream.concat(slices.stream(), more.stream()).toList())
                .build();
    }

    public long bytes() {
        return sstables.stream().mapToLong(SelectedSstable::bytes).sum();
    }

    public int files() {
        return sstables.stream()
                .mapToInt(sstable -> sstable.components().size())
                .sum();
    }

    public boolean refused() {
        return findings.stream().anyMatch(Selection::refuses);
    }

    /** Whether requested ranges have no source. */
    public boolean lacksRanges() {
        return findings.stream().anyMatch(finding -> finding.code().equals(FindingCode.RANGES_WITHOUT_SOURCE.name()));
    }

    /** The first refusing findings in one line. */
    public String refusal() {
        return Listed.clauses(
                findings.stream()
                        .filter(Selection::refuses)
                        .map(Selection::describe)
                        .toList(),
                WORDED);
    }

    public static String describe(Finding finding) {
        return finding.code() + " " + finding.subject() + ": " + finding.detail() + " (" + finding.remedy() + ")";
    }

    private static boolean refuses(Finding finding) {
        return finding.severity() == Severity.REFUSE || finding.severity() == Severity.REFUSE_UNLESS_ACCEPTED;
    }
}
