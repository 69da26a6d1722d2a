/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.idaeus.sidecar.wire.CompressedBlock;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the head of a response for a component. */
public final class ResponseHead {
    private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(5);

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private ResponseHead() {}

    /**
     * @param end exclusive
     * @param wholeFile whether the whole file is accepted too
     * @return the offset of the body in the file: {@code offset}, or 0 for the whole file
     */
    static long bodyStart(RemoteFile file, HttpResponse response, long offset, long end, boolean wholeFile)
            throws PeerCallException {
        HttpHeaders headers = response.headers();
        checkTag(file, headers);
        boolean partial = response.status().code() == 206;
        if (!partial && !wholeFile) {
            throw new PeerCallException(
                    CallFailure.PROTOCOL,
                    file + ": status " + response.status() + " (expected: 206 for a range)",
                    null);
        }
        long start = partial ? offset : 0;
        if (partial) {
            expect(
                    file,
                    headers,
                    HttpHeaderNames.CONTENT_RANGE,
                    "bytes " + offset + '-' + (end - 1) + '/' + file.size());
        }
        expect(file, headers, HttpHeaderNames.CONTENT_LENGTH, Long.toString(end - start));
        return start;
    }

    /** For compressed blocks of a range; 200 only where that is the whole file. */
    static void checkBlocks(RemoteFile file, HttpResponse response, RangeHead range) throws PeerCallException {
        HttpHeaders headers = response.headers();
        checkTag(file, headers);
        expect(file, headers, HttpHeaderNames.CONTENT_TYPE, CompressedBlock.MEDIA_TYPE);
        int status = range.isWholeFile() ? 200 : 206;
        if (response.status().code() != status) {
            throw new PeerCallException(
                    CallFailure.PROTOCOL, file + ": status " + response.status() + " (expected: " + status + ')', null);
        }
        if (status == 206) {
            expect(
                    file,
                    headers,
                    HttpHeaderNames.CONTENT_RANGE,
                    "bytes " + range.first() + '-' + (range.end() - 1) + '/' + file.size());
        }
    }

    static void checkTag(RemoteFile file, HttpHeaders headers) throws PeerCallException {
        String etag = headers.get(HttpHeaderNames.ETAG);
        if (!file.etag().header().equals(etag)) {
            throw new PeerCallException(
                    etag == null ? CallFailure.PROTOCOL : CallFailure.CHANGED,
                    file + ": entity tag " + etag + " (expected: " + file.etag() + ')',
                    null);
        }
    }

    /** Null for 200 and 206. */
    public static @Nullable CallFailure refusal(int status) {
        return switch (status) {
            case 200, 206 -> null;
            case 401, 403 -> CallFailure.FORBIDDEN;
            case 404, 410 -> CallFailure.GONE;
            case 409, 412, 416 -> CallFailure.CHANGED;
            case 429 -> CallFailure.PEER_BUSY;
            default -> status >= 500 && status < 600 ? CallFailure.PEER_BUSY : CallFailure.PROTOCOL;
        };
    }

    /** At most 5 minutes; null where it is absent or a date. */
    public static @Nullable Duration retryAfter(HttpHeaders headers) {
        String value = headers.get(HttpHeaderNames.RETRY_AFTER);
        if (value == null || !SECONDS.matcher(value.trim()).matches()) {
            return null;
        }
        Duration pause = Duration.ofSeconds(Long.parseLong(value.trim()));
        return pause.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : pause;
    }

    private static void expect(RemoteFile file, HttpHeaders headers, CharSequence name, String expected)
            throws PeerCallException {
        String found = headers.get(name);
        if (!expected.equals(found)) {
            throw new PeerCallException(
                    CallFailure.PROTOCOL, file + ": " + name + ": " + found + " (expected: " + expected + ')', null);
        }
    }
}
