/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import java.util.List;

/** The moment of a fault, by the transfer's progress rather than the clock. */
sealed interface Moment {
    boolean isReached(Transfer transfer);

    /** Once this share of the bytes has arrived. */
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

    /** Once it is in this state, or past it. */
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
