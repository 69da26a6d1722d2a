/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A step of a plan.
 *
 * @param destination address of the sidecar concerned; null where the step concerns all
 * @param start for a step in which Cassandra is started: an index into the destination's starts
 * @param withPrevious whether it is taken at the same time as the step before it; null where it is taken after it
 */
public record PlannedStep(
        StepAction action,
        @Nullable String destination,
        @Nullable Integer start,
        @Nullable Boolean withPrevious) {
    /** One that is taken after the step before it. */
    public PlannedStep(StepAction action, @Nullable String destination, @Nullable Integer start) {
        this(action, destination, start, null);
    }

    public boolean runsWithPrevious() {
        return Boolean.TRUE.equals(withPrevious);
    }

    public boolean is(StepAction other, @Nullable String where) {
        return action == other && Objects.equals(destination, where);
    }
}
