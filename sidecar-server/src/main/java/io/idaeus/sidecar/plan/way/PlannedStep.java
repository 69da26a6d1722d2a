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
 */
public record PlannedStep(
        StepAction action,
        @Nullable String destination,
        @Nullable Integer start) {
    public boolean is(StepAction other, @Nullable String where) {
        return action == other && Objects.equals(destination, where);
    }
}
