/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.keyspace.CleanupDue;
import io.idaeus.sidecar.metrics.MetricSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Publishes tables that are due for a cleanup as {@code idaeus_cleanup_due_…}, as the last sample found them. */
public final class CleanupMetrics implements MeterBinder {
    private final CleanupMarks marks;
    private volatile Collection<CleanupDue> last = List.of();

    public CleanupMetrics(CleanupMarks marks) {
        this.marks = marks;
    }

    /** Reads every mark. */
    public void sample() {
        last = marks.due();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        MetricSource<CleanupMetrics> source = new MetricSource<>(registry, this, Tags.empty());
        source.gauge(
                "idaeus.cleanup.due.tables",
                "Tables with rows outside the node's ranges",
                metrics -> metrics.last.size());
        source.timestamp(
                "idaeus.cleanup.due.since",
                "When the first of these tables got such rows",
                metrics -> metrics.last.stream().map(CleanupDue::since).min(Instant::compareTo));
    }
}
