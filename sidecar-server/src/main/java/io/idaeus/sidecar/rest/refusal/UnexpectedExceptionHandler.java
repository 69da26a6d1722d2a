/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.refusal;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.rest.connection.ControlConnection;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import jakarta.inject.Singleton;
import java.io.EOFException;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers a defect with an id; the cause stands under it in the log, and nowhere else. */
@Singleton
final class UnexpectedExceptionHandler implements ExceptionHandler<Throwable, HttpResponse<Problem>> {
    private static final Logger log = LoggerFactory.getLogger(UnexpectedExceptionHandler.class);

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public HttpResponse<Problem> handle(HttpRequest request, Throwable failure) {
        if (failure instanceof EOFException && ControlConnection.isClosed(request)) {
            log.debug("{} {}: closed within the body", request.getMethodName(), request.getPath());
            return ProblemDocument.of(
                    request,
                    ProblemType.INVALID_REQUEST,
                    "The connection was closed before the whole body had arrived.");
        }
        UUID id = UUID.randomUUID();
        log.error("{}: {} {} failed", id, request.getMethodName(), request.getPath(), failure);
        return ProblemDocument.of(
                request,
                ProblemType.INTERNAL,
                "This is a defect of the sidecar. Its log has the cause under the id " + id + ".");
    }
}
