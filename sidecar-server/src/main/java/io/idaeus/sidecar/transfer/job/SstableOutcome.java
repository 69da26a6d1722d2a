/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.TransferSstable;
import org.jspecify.annotations.Nullable;

/** What became of a selected SSTable so far. */
public record SstableOutcome(
        TransferSstable.State state, @Nullable String reason, int attempts) {
    static final SstableOutcome PLANNED = new SstableOutcome(TransferSstable.State.PLANNED, null, 0);

    SstableOutcome became(TransferSstable.State next, @Nullable String why) {
        return new SstableOutcome(next, why, attempts);
    }

    public SstableOutcome retried() {
        return new SstableOutcome(state, reason, attempts + 1);
    }

    public boolean is(TransferSstable.State other) {
        return state == other;
    }
}
