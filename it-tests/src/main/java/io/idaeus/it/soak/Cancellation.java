/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.soak;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The moment of a cancel.
 *
 * @param in QUEUED, PLANNING, PULLING or IMPORTING
 * @param thousandths of the bytes, in PULLING
 */
record Cancellation(TransferState in, int thousandths) {
    private static final List<TransferState> ORDER =
            List.of(TransferState.QUEUED, TransferState.PLANNING, TransferState.PULLING, TransferState.IMPORTING);

    /** Deterministic. */
    static Cancellation of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Cancellation(ORDER.get(random.nextInt(ORDER.size())), random.nextInt(1000));
    }

    /** True also when the transfer is past it. */
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
