/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import io.idaeus.sidecar.metrics.MetricSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Publishes {@code idaeus_audit_…}. */
public final class AuditMetrics implements MeterBinder {
    private final AuditLog audit;

    public AuditMetrics(AuditLog audit) {
        this.audit = audit;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        MetricSource<AuditLog> source = new MetricSource<>(registry, audit, Tags.empty());
        source.count("idaeus.audit.records", "Audit records written", AuditLog::written);
        source.count("idaeus.audit.records.lost", "Audit records that could not be written", AuditLog::lost);
        source.count(
                "idaeus.audit.refusals.folded", "Refusals that share one audit record with others", AuditLog::folded);
        source.gauge(
                "idaeus.audit.failing",
                "1 while audit records cannot be written",
                log -> log.failure().isEmpty() ? 0 : 1);
    }
}
