/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import static java.util.Objects.requireNonNull;

import io.idaeus.sidecar.planning.Plan;
import java.util.List;

/** A plan on disk; outcomes in the same order. */
public record PlanRecord(Plan plan, List<SstableOutcome> outcomes) {
    public PlanRecord {
        requireNonNull(plan, "plan");
        if (outcomes.size() != plan.sstables().size()) {
            throw new IllegalArgumentException("outcomes: " + outcomes.size() + " (expected: one for each of "
                    + plan.sstables().size() + " SSTables)");
        }
    }
}
