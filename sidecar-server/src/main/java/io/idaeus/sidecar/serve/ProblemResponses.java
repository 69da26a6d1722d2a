/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;

/** Problem documents (RFC 9457) as responses. */
final class ProblemResponses {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_INSTANCE_CHARS = 300;

    private ProblemResponses() {}

    static FullHttpResponse response(ProblemException problem, String target) {
        ProblemType type = problem.type();
        String message = problem.getMessage() == null ? type.title() : problem.getMessage();
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(type.status()),
                Unpooled.wrappedBuffer(
                        json(new Problem(type.uri(), type.title(), type.status(), message, truncate(target)))));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "application/problem+json")
                .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
        switch (type) {
            case METHOD_NOT_ALLOWED -> response.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
            case TOO_MANY_REQUESTS, OVERLOADED, DRAINING -> response.headers().set(HttpHeaderNames.RETRY_AFTER, "1");
            default -> {}
        }
        return response;
    }

    private static String truncate(String target) {
        return target.length() <= MAX_INSTANCE_CHARS ? target : target.substring(0, MAX_INSTANCE_CHARS);
    }

    private static byte[] json(Problem problem) {
        try {
            return JSON.writeValueAsBytes(problem);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem document cannot be written as JSON", e);
        }
    }
}
