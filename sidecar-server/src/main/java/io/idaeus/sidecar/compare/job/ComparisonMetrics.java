/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.api.comparison.ComparisonState;
import io.idaeus.sidecar.job.JobMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Metrics of the comparisons that this sidecar coordinates. */
public final class ComparisonMetrics implements MeterBinder {
    private final ComparisonService comparisons;

    public ComparisonMetrics(ComparisonService comparisons) {
        this.comparisons = comparisons;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        new JobMetrics<>(registry, comparisons, "idaeus.comparisons")
                .states(
                        "Comparisons that this sidecar coordinates",
                        ComparisonState.values(),
                        ComparisonService::counts);
    }
}
