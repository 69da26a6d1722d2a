/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.refusal;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.metrics.PrometheusMetrics;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.Quota;
import io.micrometer.core.instrument.Counter;
import io.micronaut.context.annotation.Context;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers with the exception's problem, and logs the cause. */
// From the start, so that the metrics are there before the first refusal.
@Context
final class ProblemExceptionHandler implements ExceptionHandler<ProblemException, HttpResponse<Problem>> {
    private static final Logger log = LoggerFactory.getLogger(ProblemExceptionHandler.class);

    private final Map<Quota, Counter> refused = new EnumMap<>(Quota.class);

    ProblemExceptionHandler(PrometheusMetrics metrics) {
        for (Quota quota : Quota.values()) {
            refused.put(
                    quota,
                    Counter.builder("idaeus.quota.refused")
                            .description("Requests refused because a quota was used up")
                            .tag("quota", quota.label())
                            .register(metrics.registry()));
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public HttpResponse<Problem> handle(HttpRequest request, ProblemException problem) {
        String detail =
                Objects.requireNonNullElse(problem.getMessage(), problem.type().title());
        log(request, problem);
        count(problem);
        MutableHttpResponse<Problem> response = ProblemDocument.of(request, problem.type(), detail);
        Duration retryAfter = problem.retryAfter();
        if (retryAfter != null) {
            response.header(
                    HttpHeaders.RETRY_AFTER,
                    Long.toString(Math.max(1, retryAfter.plusMillis(999).toSeconds())));
        }
        return response;
    }

    private void count(ProblemException problem) {
        Quota quota = problem.quota();
        if (quota != null) {
            Objects.requireNonNull(refused.get(quota)).increment();
        }
    }

    private static void log(HttpRequest<?> request, ProblemException problem) {
        String what = request.getMethodName() + " " + request.getPath();
        if (problem.type() == ProblemType.INTERNAL) {
            log.warn("{}: {}", what, problem.type(), problem);
            return;
        }
        // A problem that an operator can fix needs no stack trace.
        if (problem.type().status() >= 500 && problem.type() != ProblemType.CASSANDRA_UNAVAILABLE) {
            log.warn("{}: {}: {}", what, problem.type().slug(), problem.getMessage());
        }
        log.debug("{}: {}", what, problem.type(), problem);
    }
}
