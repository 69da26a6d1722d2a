/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a response head says to a request for a component from some byte on. */
final class ResponseHead {
    /** No peer keeps a transfer waiting longer than this by saying so. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private ResponseHead() {}

    /**
     * Checks that the body will be the range of the file that was asked for.
     *
     * @param offset the first byte asked for
     * @param end the byte after the last
     * @param whole whether all of the file will do as well
     * @return the first byte that comes: {@code offset}, or 0 where the peer sends all of it again
     */
    static long bodyStart(FetchRequest request, HttpResponse response, long offset, long end, boolean whole)
            throws FetchException {
        HttpHeaders headers = response.headers();
        checkTag(request, headers);
        boolean partial = response.status().code() == 206;
        if (!partial && !whole) {
            throw new FetchException(
                    Reason.PROTOCOL,
                    describe(request) + " came with " + response.status() + " (expected: 206, a range was asked for)",
                    null);
        }
        long start = partial ? offset : 0;
        if (partial) {
            expect(
                    request,
                    headers,
                    HttpHeaderNames.CONTENT_RANGE,
                    "bytes " + offset + '-' + (end - 1) + '/' + request.size());
        }
        expect(request, headers, HttpHeaderNames.CONTENT_LENGTH, Long.toString(end - start));
        return start;
    }

    /** Checks that the answer is about the file of the manifest. */
    static void checkTag(FetchRequest request, HttpHeaders headers) throws FetchException {
        String etag = headers.get(HttpHeaderNames.ETAG);
        if (!request.etag().header().equals(etag)) {
            throw new FetchException(
                    etag == null ? Reason.PROTOCOL : Reason.CHANGED,
                    describe(request) + " has the entity tag " + etag + " (expected: " + request.etag() + ')',
                    null);
        }
    }

    /** Why a peer that did not answer 200 or 206 will not send the body; null if it will. */
    static @Nullable Reason refusal(int status) {
        return switch (status) {
            case 200, 206 -> null;
            case 401, 403 -> Reason.FORBIDDEN;
            case 404, 410 -> Reason.GONE;
            case 409, 412, 416 -> Reason.CHANGED;
            case 429 -> Reason.PEER_BUSY;
            default -> status >= 500 && status < 600 ? Reason.PEER_BUSY : Reason.PROTOCOL;
        };
    }

    /** What Retry-After asks for in seconds, up to 5 minutes; null where it is absent, or a date. */
    static @Nullable Duration retryAfter(HttpHeaders headers) {
        String asked = headers.get(HttpHeaderNames.RETRY_AFTER);
        if (asked == null || !SECONDS.matcher(asked.trim()).matches()) {
            return null;
        }
        Duration pause = Duration.ofSeconds(Long.parseLong(asked.trim()));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    static String describe(FetchRequest request) {
        return request.peer() + ": " + request.component();
    }

    private static void expect(FetchRequest request, HttpHeaders headers, CharSequence name, String expected)
            throws FetchException {
        String found = headers.get(name);
        if (!expected.equals(found)) {
            throw new FetchException(
                    Reason.PROTOCOL,
                    describe(request) + " came with " + name + ": " + found + " (expected: " + expected + ')',
                    null);
        }
    }
}
