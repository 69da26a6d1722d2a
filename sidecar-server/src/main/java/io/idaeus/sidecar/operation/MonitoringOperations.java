/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.contract.Permission;
import io.idaeus.sidecar.metrics.PrometheusMetrics;

/** The metrics for monitoring systems. Health is no operation: it needs no authentication. */
public final class MonitoringOperations {
    private final PrometheusMetrics metrics;

    MonitoringOperations(PrometheusMetrics metrics) {
        this.metrics = metrics;
    }

    /** In Prometheus' text format. */
    public String metrics(Call call) {
        call.require(Permission.METRICS);
        return metrics.scrape();
    }
}
