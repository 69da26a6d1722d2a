/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.selection.StagedSlice;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a selected SSTable so far.
 *
 * @param slice what was cut of it; null where nothing was, or it moves whole
 */
public record SstableOutcome(
        TransferSstable.State state,
        @Nullable String reason,
        int attempts,
        @Nullable StagedSlice slice) {
    static final SstableOutcome PLANNED = new SstableOutcome(TransferSstable.State.PLANNED, null, 0, null);

    SstableOutcome became(TransferSstable.State next, @Nullable String why) {
        return new SstableOutcome(next, why, attempts, next == TransferSstable.State.PLANNED ? null : slice);
    }

    public SstableOutcome retried() {
        return new SstableOutcome(state, reason, attempts + 1, slice);
    }

    public SstableOutcome cutTo(StagedSlice cut) {
        return new SstableOutcome(TransferSstable.State.FETCHED, null, attempts, cut);
    }

    /** There is nothing to import, nor to fetch. */
    public SstableOutcome emptied(StagedSlice empty, String why) {
        return new SstableOutcome(TransferSstable.State.IMPORTED, why, attempts, empty);
    }

    public boolean is(TransferSstable.State other) {
        return state == other;
    }
}
