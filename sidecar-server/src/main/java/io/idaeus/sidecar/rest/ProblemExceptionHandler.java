/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import jakarta.inject.Singleton;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers with the exception's problem, and logs the cause. */
@Singleton
final class ProblemExceptionHandler implements ExceptionHandler<ProblemException, HttpResponse<Problem>> {
    private static final Logger log = LoggerFactory.getLogger(ProblemExceptionHandler.class);

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public HttpResponse<Problem> handle(HttpRequest request, ProblemException problem) {
        String detail =
                Objects.requireNonNullElse(problem.getMessage(), problem.type().title());
        log(request, problem);
        return ProblemDocument.of(request, problem.type(), detail);
    }

    private static void log(HttpRequest<?> request, ProblemException problem) {
        String what = request.getMethodName() + " " + request.getPath();
        if (problem.type().status() < 500 || problem.type() == ProblemType.CASSANDRA_UNAVAILABLE) {
            log.debug("{}: {}", what, problem.type(), problem);
        } else {
            log.warn("{}: {}", what, problem.type(), problem);
        }
    }
}
