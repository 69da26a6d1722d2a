/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import io.idaeus.api.comparison.DifferingRow;
import io.idaeus.api.rows.RowCellsList.RowCell;
import io.idaeus.api.rows.RowCellsList.RowCells;
import io.idaeus.api.rows.RowVerdict;
import io.idaeus.sidecar.rows.RowId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The same row of both clusters, read at about the same time. */
record RowPair(RowId id, RowCells here, RowCells there) {
    private static final int MOST_COLUMNS = 50;

    boolean isSame() {
        return Objects.equals(here.cells(), there.cells());
    }

    /** @param asOf microseconds since 1970: later writes are not judged; null to judge all */
    DifferingRow judged(@Nullable Long asOf) {
        Map<String, RowCell> ours = byColumn(here);
        Map<String, RowCell> theirs = byColumn(there);
        List<String> differing = Stream.concat(ours.keySet().stream(), theirs.keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .filter(column -> !Objects.equals(ours.get(column), theirs.get(column)))
                .toList();
        Long writtenHere = youngest(ours, differing);
        Long writtenThere = youngest(theirs, differing);
        boolean since = asOf != null
                && Stream.of(Optional.ofNullable(writtenHere), Optional.ofNullable(writtenThere))
                        .flatMap(Optional::stream)
                        .anyMatch(time -> time > asOf);
        return new DifferingRow(
                since ? RowVerdict.WRITTEN_SINCE : verdict(ours, theirs, differing),
                String.valueOf(id.token()),
                Objects.requireNonNullElse(here.key(), Objects.requireNonNullElse(there.key(), "")),
                here.cells() == null || there.cells() == null
                        ? List.of()
                        : differing.stream().limit(MOST_COLUMNS).toList(),
                text(writtenHere),
                text(writtenThere));
    }

    private RowVerdict verdict(Map<String, RowCell> ours, Map<String, RowCell> theirs, List<String> differing) {
        if (there.cells() == null) {
            return RowVerdict.MISSING;
        }
        if (here.cells() == null) {
            return RowVerdict.EXTRA;
        }
        boolean older = true;
        boolean newer = true;
        for (String column : differing) {
            Long our = time(ours.get(column));
            Long their = time(theirs.get(column));
            // CQL does not tell when a missing value was deleted.
            older &= our != null && their != null && their < our;
            newer &= our != null && their != null && their > our;
        }
        return older ? RowVerdict.OLDER : newer ? RowVerdict.NEWER : RowVerdict.DIFFERENT;
    }

    private static @Nullable String text(@Nullable Long time) {
        return time == null ? null : String.valueOf(time);
    }

    private static @Nullable Long time(@Nullable RowCell cell) {
        return cell == null || cell.writtenAt() == null ? null : Long.valueOf(cell.writtenAt());
    }

    private static Map<String, RowCell> byColumn(RowCells row) {
        List<RowCell> cells = row.cells();
        return cells == null
                ? Map.of()
                : cells.stream().collect(Collectors.toMap(RowCell::column, Function.identity()));
    }

    private static @Nullable Long youngest(Map<String, RowCell> cells, List<String> columns) {
        return columns.stream()
                .flatMap(column -> Stream.ofNullable(time(cells.get(column))))
                .max(Long::compare)
                .orElse(null);
    }
}
