/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TransferPlan;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferSstable;
import io.idaeus.sidecar.planning.Plan;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.plan.PlanPhase;
import io.idaeus.sidecar.transfer.plan.PlanTask;
import io.idaeus.sidecar.transfer.waiting.LocalDiskException;
import java.util.List;

/** Plans transfers that are not made. */
record DryRuns(PlanPhase planning) {
    TransferPlan plan(TransferRequest request) {
        Plan plan = planned(request);
        List<TransferSstable> sstables = new SstableOutcomes(plan).view();
        return new TransferPlan(
                plan.refused(),
                plan.findings(),
                sstables,
                plan.bytes(),
                plan.files(),
                plan.bytesRequired(),
                plan.bytesFree());
    }

    private Plan planned(TransferRequest request) {
        try {
            return planning.dryRun(new PlanTask("plan", request, null, List.of()));
        } catch (LocalDiskException e) {
            throw e.problem();
        }
    }
}
