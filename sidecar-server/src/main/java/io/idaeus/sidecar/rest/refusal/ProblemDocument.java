/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.refusal;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;

/** Builds problem documents (RFC 9457). */
final class ProblemDocument {
    static final MediaType MEDIA_TYPE = MediaType.of("application/problem+json");

    private ProblemDocument() {}

    static MutableHttpResponse<Problem> of(HttpRequest<?> request, ProblemType type, String detail) {
        return fill(HttpResponse.ok(), request, type, detail);
    }

    /** Keeps the response's headers, for instance {@code Allow}. */
    static MutableHttpResponse<Problem> fill(
            MutableHttpResponse<?> response, HttpRequest<?> request, ProblemType type, String detail) {
        Problem problem = new Problem(type.uri(), type.title(), type.status(), detail, request.getPath());
        if (type == ProblemType.CASSANDRA_UNAVAILABLE) {
            response.header(HttpHeaders.RETRY_AFTER, "5");
        }
        return response.status(type.status(), type.title())
                .contentType(MEDIA_TYPE)
                .body(problem);
    }
}
