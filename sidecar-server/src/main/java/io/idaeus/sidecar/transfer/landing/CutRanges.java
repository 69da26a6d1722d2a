/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The ranges that a transfer moves of SSTables that reach beyond them. Thread-safe. */
final class CutRanges {
    private final StoredTransfer transfer;
    private final Map<SlicedTable, TokenRanges> known = new ConcurrentHashMap<>();

    CutRanges(StoredTransfer transfer) {
        this.transfer = transfer;
    }

    /** Null where all of the SSTable may move. */
    @Nullable
    TokenRanges of(SelectedSstable staged) {
        SlicedTable table = transfer.outcomes().selection().slicedTo(staged);
        return table == null ? null : known.computeIfAbsent(table, SlicedTable::tokens);
    }
}
