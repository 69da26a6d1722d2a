/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.soak;

import io.idaeus.api.Transfer;
import io.idaeus.api.TransferState;
import java.util.List;
import java.util.SplittableRandom;

/**
 * When a transfer is cancelled: in which state, and of PULLING also after how many thousandths of its bytes.
 *
 * @param in QUEUED, PLANNING, PULLING or IMPORTING
 */
record Cancellation(TransferState in, int thousandths) {
    private static final List<TransferState> ORDER =
            List.of(TransferState.QUEUED, TransferState.PLANNING, TransferState.PULLING, TransferState.IMPORTING);

    /** The same seed makes the same one. */
    static Cancellation of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Cancellation(ORDER.get(random.nextInt(ORDER.size())), random.nextInt(1000));
    }

    /** Whether a transfer that looks like this has come so far, or is past it. */
    boolean isReached(Transfer transfer) {
        int far = ORDER.indexOf(transfer.state());
        int wanted = ORDER.indexOf(in);
        return far > wanted || (far == wanted && (in != TransferState.PULLING || isFetched(transfer)));
    }

    private boolean isFetched(Transfer transfer) {
        long total = transfer.progress().bytesTotal();
        return total > 0 && transfer.progress().bytesFetched() * 1000 >= total * thousandths;
    }
}
