/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.node.Health;
import io.idaeus.api.operations.OperationsApi;
import io.idaeus.sidecar.health.Readiness;
import io.idaeus.sidecar.operation.MonitoringOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.idaeus.sidecar.rest.call.ControlThreads;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.List;

/** Health and metrics. */
@Controller
final class OperationsController implements OperationsApi {
    private static final String PROMETHEUS = "text/plain;version=0.0.4;charset=utf-8";

    private final Readiness readiness;
    private final MonitoringOperations monitoring;
    private final Calls calls;

    OperationsController(Readiness readiness, MonitoringOperations monitoring, Calls calls) {
        this.readiness = readiness;
        this.monitoring = monitoring;
        this.calls = calls;
    }

    // On the event loop: it waits for no thread.
    @Override
    public Health liveness() {
        return new Health(true, List.of());
    }

    @Override
    @ExecuteOn(ControlThreads.PROBES)
    public HttpResponse<Health> readiness() {
        Health health = readiness.check();
        return HttpResponse.<Health>status(health.up() ? 200 : 503, health.up() ? "OK" : "Service Unavailable")
                .body(health);
    }

    @Override
    @ExecuteOn(ControlThreads.SCRAPES)
    public HttpResponse<String> metrics() {
        return HttpResponse.ok(monitoring.metrics(calls.current())).header("Content-Type", PROMETHEUS);
    }
}
