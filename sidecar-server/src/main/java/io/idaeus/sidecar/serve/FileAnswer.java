/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;

/** Preconditions and ranges: what a request gets of the file it named (RFC 9110, 13 and 14). */
final class FileAnswer {

    private FileAnswer() {}

    /** Takes over the caller's reference to the file where the answer is a {@link Answer.Body}. */
    static Answer of(HttpRequest request, String snapshot, ServedFile file, OpenFile open) {
        String etag = file.etag().header();
        if (isCached(request.headers().getAll(HttpHeaderNames.IF_NONE_MATCH), etag)) {
            return new Answer.Complete(empty(HttpResponseStatus.NOT_MODIFIED, etag), false);
        }
        if (request.method().equals(HttpMethod.HEAD)) {
            FullHttpResponse head = empty(HttpResponseStatus.OK, etag);
            describe(head, file.size());
            return new Answer.Complete(head, false);
        }
        ByteRange range = range(request.headers(), etag, file.size());
        if (range instanceof ByteRange.Unsatisfiable) {
            return unsatisfiable(request, file);
        }
        if (range instanceof ByteRange.Part part) {
            HttpResponse head = head(HttpResponseStatus.PARTIAL_CONTENT, etag, part.length());
            head.headers()
                    .set(
                            HttpHeaderNames.CONTENT_RANGE,
                            "bytes " + part.first() + '-' + part.last() + '/' + file.size());
            return new Answer.Body(head, snapshot, open, part.first(), part.length());
        }
        return new Answer.Body(head(HttpResponseStatus.OK, etag, file.size()), snapshot, open, 0, file.size());
    }

    /** The head of the checksums of a file's pieces. */
    static HttpResponse checksums(ServedFile file, long pieceBytes) {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers()
                .set(HttpHeaderNames.ETAG, file.etag().header())
                .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .set(HttpHeaderNames.CONTENT_LENGTH, ChecksumBody.length(file.size(), pieceBytes));
        return head;
    }

    /** The head of many components' bytes. */
    static HttpResponse bundle(long length) {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "application/octet-stream")
                .set(HttpHeaderNames.CONTENT_LENGTH, length);
        return head;
    }

    /** A range counts only for the file it was asked of (RFC 9110, 13.1.5); of several Range headers none does. */
    private static ByteRange range(HttpHeaders headers, String etag, long size) {
        String ifRange = headers.get(HttpHeaderNames.IF_RANGE);
        List<String> ranges = headers.getAll(HttpHeaderNames.RANGE);
        boolean asked = ranges.size() == 1 && (ifRange == null || ifRange.trim().equals(etag));
        return asked ? ByteRange.of(ranges.get(0), size) : new ByteRange.Whole();
    }

    private static boolean isCached(List<String> ifNoneMatch, String etag) {
        return ifNoneMatch.stream()
                .flatMap(header -> List.of(header.split(",", -1)).stream())
                .map(String::trim)
                .anyMatch(tag -> tag.equals("*") || tag.equals(etag) || tag.equals("W/" + etag));
    }

    private static Answer unsatisfiable(HttpRequest request, ServedFile file) {
        ProblemException problem = new ProblemException(
                ProblemType.RANGE_NOT_SATISFIABLE,
                "The range is " + request.headers().get(HttpHeaderNames.RANGE) + " (expected: one that begins before "
                        + file.size() + ", the file's size).");
        FullHttpResponse response = ProblemResponses.response(problem, request.uri());
        response.headers()
                .set(HttpHeaderNames.CONTENT_RANGE, "bytes */" + file.size())
                .set(HttpHeaderNames.ETAG, file.etag().header());
        return new Answer.Complete(response, false);
    }

    private static HttpResponse head(HttpResponseStatus status, String etag, long length) {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, status);
        head.headers().set(HttpHeaderNames.ETAG, etag);
        describe(head, length);
        return head;
    }

    private static FullHttpResponse empty(HttpResponseStatus status, String etag) {
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.EMPTY_BUFFER);
        response.headers().set(HttpHeaderNames.ETAG, etag);
        return response;
    }

    private static void describe(HttpResponse response, long length) {
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "application/octet-stream")
                .set(HttpHeaderNames.CONTENT_LENGTH, length)
                .set(HttpHeaderNames.ACCEPT_RANGES, "bytes");
    }
}
