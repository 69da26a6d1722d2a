/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.call;

import io.idaeus.sidecar.metrics.PrometheusMetrics;
import io.micrometer.core.instrument.Timer;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.BasicHttpAttributes;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;
import java.util.concurrent.TimeUnit;

/** Counts and times the control plane's requests, by route rather than by path. */
@ServerFilter("/**")
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RequestMetrics {
    private static final String START = RequestMetrics.class.getName();

    private final PrometheusMetrics metrics;

    RequestMetrics(PrometheusMetrics metrics) {
        this.metrics = metrics;
    }

    @RequestFilter
    void start(HttpRequest<?> request) {
        request.setAttribute(START, System.nanoTime());
    }

    @ResponseFilter
    void end(HttpRequest<?> request, HttpResponse<?> response) {
        long start = request.getAttribute(START, Long.class).orElseGet(System::nanoTime);
        Timer.builder("idaeus.http.request.duration")
                .description("Duration of requests to the control plane")
                .tag("method", request.getMethodName())
                .tag("route", BasicHttpAttributes.getUriTemplate(request).orElse("none"))
                .tag("status", Integer.toString(response.code()))
                .register(metrics.registry())
                .record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }
}
