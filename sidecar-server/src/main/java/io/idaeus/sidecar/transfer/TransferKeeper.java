/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.job.JobHistory;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import io.idaeus.sidecar.transfer.job.TransferRun;
import java.util.Optional;
import java.util.function.Predicate;

/** Which transfers stay on record: those that run, those that a plan may still ask for, and those with files in staging. */
final class TransferKeeper implements JobHistory.Keeper<TransferRun> {
    private final TransferUpkeep upkeep;
    private volatile Predicate<String> keptPlans = plan -> false;

    TransferKeeper(TransferUpkeep upkeep) {
        this.upkeep = upkeep;
    }

    void keepPlans(Predicate<String> running) {
        keptPlans = running;
    }

    @Override
    public Optional<String> whyKept(TransferRun run) {
        if (!run.hasEnded()) {
            return Optional.of(
                    "is " + run.state() + " (expected: one that has ended); cancel it first, or wait for its end");
        }
        ClaimTerms terms = run.stored().record().terms();
        return terms != null && keptPlans.test(terms.plan())
                ? Optional.of("belongs to a plan that has this node and may still ask for it (expected: one of no plan,"
                        + " or of a plan that has ended); delete it when the plan has ended")
                : Optional.empty();
    }

    @Override
    public boolean mayExpire(TransferRun run) {
        return upkeep.needsNoStaging(run);
    }

    @Override
    public void clear(TransferRun run) {
        upkeep.forget(run.id());
    }
}
