/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

import io.idaeus.api.Transfer;
import io.idaeus.api.TransferState;
import java.util.List;

/** When it goes wrong: by what the transfer has reached, not by the clock. */
sealed interface Moment {
    /** Whether a transfer that looks like this has come so far. */
    boolean isReached(Transfer transfer);

    /** Once so much of its bytes, in thousandths, has come. */
    record Bytes(int thousandths) implements Moment {
        @Override
        public boolean isReached(Transfer transfer) {
            long total = transfer.progress().bytesTotal();
            return total > 0 && transfer.progress().bytesFetched() * 1000 >= total * thousandths;
        }

        @Override
        public String toString() {
            return "at %.1f %% of the bytes".formatted(thousandths / 10.0);
        }
    }

    /** Once it is in this state, or beyond. */
    record State(TransferState state) implements Moment {
        private static final List<TransferState> ORDER =
                List.of(TransferState.QUEUED, TransferState.PLANNING, TransferState.PULLING, TransferState.IMPORTING);

        @Override
        public boolean isReached(Transfer transfer) {
            return transfer.state().isFinal() || ORDER.indexOf(transfer.state()) >= ORDER.indexOf(state);
        }

        @Override
        public String toString() {
            return "in " + state;
        }
    }
}
