/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanStep;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** The steps of a replacement in survey, in order. */
public enum Step {
    CHECK,
    START_WITHOUT_JOINING,
    FILL,
    DECLARE,
    START_IN_SURVEY,
    AWAIT_SURVEY,
    DELTA,
    JOIN,
    AWAIT_NORMAL,
    START_PLAINLY,
    VERIFY,
    CLEANUP;

    public PlanStep of(Plan plan) {
        return plan.steps().get(List.of(values()).indexOf(this));
    }

    public boolean hasBegun(Plan plan) {
        return of(plan).startedAt() != null;
    }

    public Instant begun(Plan plan) {
        return Objects.requireNonNull(of(plan).startedAt());
    }

    /** The others send writes to the new node, and need it to acknowledge them. */
    public boolean isPending() {
        return compareTo(START_IN_SURVEY) > 0 && compareTo(JOIN) < 0;
    }
}
