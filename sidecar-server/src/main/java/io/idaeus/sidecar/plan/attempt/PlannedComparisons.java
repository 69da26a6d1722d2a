/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonRequest;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The comparisons of a sidecar, as its plans use them. Thread-safe. */
public interface PlannedComparisons {
    /**
     * A new comparison, on disk. The same one again where it was made for the same request since.
     *
     * @param since when the step began that wants it
     * @param by who requested the plan; null without authentication
     * @param unwanted whether nobody waits for it any more; asked often
     * @throws io.idaeus.sidecar.problem.ProblemException where it is refused, or a cluster does not answer
     */
    Comparison begin(ComparisonRequest request, Instant since, @Nullable String by, BooleanSupplier unwanted);

    /** Empty once it is deleted. */
    Optional<Comparison> find(String id);

    /** Does nothing where it has ended, or is deleted. */
    void pause(String id);

    /** Does nothing where it has ended, or is deleted. */
    void resume(String id);

    /** Does nothing where it has ended, or is deleted. */
    void cancel(String id);

    /** One that has ended. Does nothing where it is deleted already. */
    void delete(String id);
}
