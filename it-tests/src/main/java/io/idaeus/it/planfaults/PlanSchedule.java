/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import io.idaeus.it.plans.Step;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The fault of one run, and its moment: some time after a step has begun.
 *
 * @param detail random bits for the fault
 */
record PlanSchedule(long seed, PlanFault fault, Step step, long delayMillis, long detail) {
    private static final int LATEST = 2_500;

    /** Deterministic. Consecutive seeds take the faults in turn. */
    static PlanSchedule of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        PlanFault[] faults = PlanFault.values();
        PlanFault fault = faults[(int) Math.floorMod(seed, (long) faults.length)];
        List<Step> steps = fault.steps();
        return new PlanSchedule(
                seed, fault, steps.get(random.nextInt(steps.size())), random.nextInt(LATEST), random.nextLong() >>> 1);
    }

    /** A number below {@code bound}. */
    long below(long bound) {
        return new SplittableRandom(detail).nextLong(bound);
    }

    @Override
    public String toString() {
        return "seed %d: %s %,d ms after %s began".formatted(seed, fault, delayMillis, step);
    }
}
