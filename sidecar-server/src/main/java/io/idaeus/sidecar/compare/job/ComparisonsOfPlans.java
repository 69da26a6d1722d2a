/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.sidecar.plan.attempt.PlannedComparisons;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The comparisons of a sidecar, for its plans. */
public record ComparisonsOfPlans(ComparisonService comparisons) implements PlannedComparisons {

    // Callers who may run a plan may operate every keyspace.
    @Override
    public Comparison begin(ComparisonRequest request, Instant since, @Nullable String by, BooleanSupplier unwanted) {
        return comparisons
                .find(request, since)
                .orElseGet(() -> comparisons.create(request, keyspace -> {}, by, unwanted));
    }

    @Override
    public Optional<Comparison> find(String id) {
        return comparisons.find(id);
    }

    @Override
    public void pause(String id) {
        unlessEnded(id, comparisons::pause);
    }

    @Override
    public void resume(String id) {
        unlessEnded(id, comparisons::resume);
    }

    @Override
    public void cancel(String id) {
        unlessEnded(id, comparisons::cancel);
    }

    @Override
    public void delete(String id) {
        find(id).ifPresent(known -> comparisons.delete(id));
    }

    private void unlessEnded(String id, Consumer<String> action) {
        try {
            if (isUnderWay(id)) {
                action.accept(id);
            }
        } catch (ProblemException e) {
            // It may have ended meanwhile.
            if (isUnderWay(id)) {
                throw e;
            }
        }
    }

    private boolean isUnderWay(String id) {
        return find(id).filter(comparison -> !comparison.state().isFinal()).isPresent();
    }
}
