/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

import io.idaeus.api.transfer.TransferState;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The fault of one run, and its moment.
 *
 * @param detail random bits for the fault: which file, which bit, how far
 */
record FaultSchedule(long seed, Fault fault, Moment moment, long detail) {
    private static final List<TransferState> STATES =
            List.of(TransferState.PLANNING, TransferState.PULLING, TransferState.IMPORTING);

    /** Deterministic. Consecutive seeds take the faults in turn. */
    static FaultSchedule of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Fault[] faults = Fault.values();
        Fault fault = faults[(int) Math.floorMod(seed, (long) faults.length)];
        Moment moment = random.nextInt(10) < 7
                ? new Moment.Bytes(random.nextInt(1000))
                : new Moment.State(STATES.get(random.nextInt(STATES.size())));
        return new FaultSchedule(seed, fault, moment, random.nextLong() >>> 1);
    }

    /** A number below {@code bound}; each {@code use} gets another one. */
    long below(long bound, int use) {
        return new SplittableRandom(detail + use).nextLong(bound);
    }

    @Override
    public String toString() {
        return "seed %d: %s %s".formatted(seed, fault, moment);
    }
}
