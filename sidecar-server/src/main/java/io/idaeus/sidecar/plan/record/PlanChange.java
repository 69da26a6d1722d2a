/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.record;

import org.jspecify.annotations.Nullable;

/**
 * A change of a plan.
 *
 * @param plan as it is now
 * @param step index of the step that changed or runs; null before the first and after the last
 */
public record PlanChange(PlanRecord plan, @Nullable Integer step) {
    public static PlanChange of(PlanRecord plan) {
        return new PlanChange(plan, plan.current().orElse(null));
    }
}
