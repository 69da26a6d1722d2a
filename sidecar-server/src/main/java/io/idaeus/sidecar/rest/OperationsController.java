/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.Health;
import io.idaeus.api.OperationsApi;
import io.idaeus.sidecar.health.Readiness;
import io.idaeus.sidecar.metrics.PrometheusMetrics;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.List;

/** Health and metrics. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class OperationsController implements OperationsApi {
    private static final String PROMETHEUS = "text/plain;version=0.0.4;charset=utf-8";

    private final Readiness readiness;
    private final PrometheusMetrics metrics;

    OperationsController(Readiness readiness, PrometheusMetrics metrics) {
        this.readiness = readiness;
        this.metrics = metrics;
    }

    @Override
    public Health liveness() {
        return new Health(true, List.of());
    }

    @Override
    public HttpResponse<Health> readiness() {
        Health health = readiness.check();
        return HttpResponse.<Health>status(health.up() ? 200 : 503, health.up() ? "OK" : "Service Unavailable")
                .body(health);
    }

    @Override
    public HttpResponse<String> metrics() {
        return HttpResponse.ok(metrics.scrape()).header("Content-Type", PROMETHEUS);
    }
}
