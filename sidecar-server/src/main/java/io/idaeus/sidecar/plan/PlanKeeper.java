/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan;

import io.idaeus.sidecar.job.JobHistory;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.run.PlanRun;
import java.util.Optional;

/** Which plans stay on record: those that run. Drafts have a number of their own, and take no place of those that ended. */
final class PlanKeeper implements JobHistory.Keeper<PlanRun> {
    @Override
    public Optional<String> whyKept(PlanRun run) {
        PlanRecord plan = run.record();
        return plan.isApproved() && !plan.hasEnded()
                ? Optional.of(
                        "is " + plan.state()
                                + " (expected: one that has ended, or that nobody approved); cancel it first, or wait for its end")
                : Optional.empty();
    }

    @Override
    public boolean counts(PlanRun run) {
        return run.record().isApproved();
    }
}
