/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpLineException;

/** What every request must be before its path is looked at: readable HTTP/1.x, one host; GET or HEAD and no body, unless it is a {@link BundleRequest}. */
final class RequestForm {

    private RequestForm() {}

    static void check(HttpRequest request) {
        Throwable malformed = request.decoderResult().cause();
        if (malformed != null) {
            throw new ProblemException(
                    typeOf(malformed), "The request cannot be read: " + malformed.getMessage(), malformed);
        }
        checkVersionAndHost(request);
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            throw new ProblemException(
                    ProblemType.METHOD_NOT_ALLOWED, "The method is " + request.method() + " (expected: GET or HEAD).");
        }
        String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH, "0");
        if (request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING) || !length.equals("0")) {
            throw invalid("The request announces a body (expected: none).");
        }
    }

    static void checkVersionAndHost(HttpRequest request) {
        HttpVersion version = request.protocolVersion();
        if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
            throw invalid("The version is " + version + " (expected: HTTP/1.1).");
        }
        int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
        if (hosts > 1 || (hosts == 0 && version.equals(HttpVersion.HTTP_1_1))) {
            throw invalid("There are " + hosts + " Host headers (expected: 1).");
        }
    }

    static ProblemException invalid(String message) {
        return new ProblemException(ProblemType.INVALID_REQUEST, message);
    }

    private static ProblemType typeOf(Throwable malformed) {
        if (malformed instanceof TooLongHttpLineException) {
            return ProblemType.URI_TOO_LONG;
        }
        return malformed instanceof TooLongFrameException ? ProblemType.HEADERS_TOO_LARGE : ProblemType.INVALID_REQUEST;
    }
}
