/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TransferSstable;
import org.jspecify.annotations.Nullable;

/** What became of a planned SSTable so far. */
record Fate(TransferSstable.Fate fate, @Nullable String reason, int attempts) {
    static final Fate PLANNED = new Fate(TransferSstable.Fate.PLANNED, null, 0);

    Fate became(TransferSstable.Fate next, @Nullable String why) {
        return new Fate(next, why, attempts);
    }

    Fate triedAgain() {
        return new Fate(fate, reason, attempts + 1);
    }

    boolean is(TransferSstable.Fate other) {
        return fate == other;
    }
}
