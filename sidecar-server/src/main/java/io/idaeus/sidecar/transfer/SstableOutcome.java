/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TransferSstable;
import org.jspecify.annotations.Nullable;

/** What became of a planned SSTable so far. */
record SstableOutcome(TransferSstable.Fate state, @Nullable String reason, int attempts) {
    static final SstableOutcome PLANNED = new SstableOutcome(TransferSstable.Fate.PLANNED, null, 0);

    SstableOutcome became(TransferSstable.Fate next, @Nullable String why) {
        return new SstableOutcome(next, why, attempts);
    }

    SstableOutcome triedAgain() {
        return new SstableOutcome(state, reason, attempts + 1);
    }

    boolean is(TransferSstable.Fate other) {
        return state == other;
    }
}
