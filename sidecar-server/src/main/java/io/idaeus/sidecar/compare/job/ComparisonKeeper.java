/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.sidecar.job.JobHistory;
import java.util.Optional;
import java.util.function.Predicate;

/** Which comparisons stay on record: those that have not ended, and those whose result a plan has not read yet. */
final class ComparisonKeeper implements JobHistory.Keeper<ComparisonRun> {
    private volatile Predicate<String> wanted = id -> false;

    void keepForPlans(Predicate<String> byPlans) {
        wanted = byPlans;
    }

    @Override
    public Optional<String> whyKept(ComparisonRun run) {
        return run.hasEnded()
                ? Optional.empty()
                : Optional.of("is " + run.record().state() + " (expected: one that has ended); cancel it first");
    }

    @Override
    public boolean mayExpire(ComparisonRun run) {
        return !wanted.test(run.id());
    }
}
