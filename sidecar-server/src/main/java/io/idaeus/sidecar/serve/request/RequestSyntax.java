/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.request;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpLineException;

/** Checks a request's form: HTTP/1.x, one host, GET or HEAD without a body, or a bundle. */
public final class RequestSyntax {

    private RequestSyntax() {}

    /** @throws ProblemException for any other form */
    public static void check(HttpRequest request) {
        Throwable failure = request.decoderResult().cause();
        if (failure != null) {
            throw new ProblemException(
                    type(failure),
                    "The request cannot be parsed: " + failure.getMessage() + " (expected: HTTP/1.1).",
                    failure);
        }
        checkVersionAndHost(request);
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            throw new ProblemException(
                    ProblemType.METHOD_NOT_ALLOWED,
                    "The method is " + request.method() + " (expected: GET or HEAD; POST for bundles).");
        }
        String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH, "0");
        if (request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING) || !length.equals("0")) {
            throw invalid(
                    "The request announces a body (expected: none); send no Content-Length and no Transfer-Encoding.");
        }
    }

    static void checkVersionAndHost(HttpRequest request) {
        HttpVersion version = request.protocolVersion();
        if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
            throw invalid("The HTTP version is " + version + " (expected: HTTP/1.1).");
        }
        int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
        if (hosts > 1 || (hosts == 0 && version.equals(HttpVersion.HTTP_1_1))) {
            throw invalid("There are " + hosts + " Host headers (expected: 1).");
        }
    }

    public static ProblemException invalid(String message) {
        return new ProblemException(ProblemType.INVALID_REQUEST, message);
    }

    private static ProblemType type(Throwable failure) {
        if (failure instanceof TooLongHttpLineException) {
            return ProblemType.URI_TOO_LONG;
        }
        return failure instanceof TooLongFrameException ? ProblemType.HEADERS_TOO_LARGE : ProblemType.INVALID_REQUEST;
    }
}
