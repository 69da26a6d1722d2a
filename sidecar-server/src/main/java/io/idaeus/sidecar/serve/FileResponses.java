/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.serve.file.OpenFile;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.request.ByteRange;
import io.idaeus.sidecar.wire.CompressedBlock;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;

/** Evaluates preconditions and ranges (RFC 9110, 13 and 14). */
final class FileResponses {

    private FileResponses() {}

    /** Takes over the caller's reference to the file where the result is {@link DataResponse.FileBytes}. */
    static DataResponse of(HttpRequest request, String snapshot, ServedFile file, OpenFile open) {
        String etag = file.etag().header();
        if (isNotModified(request.headers().getAll(HttpHeaderNames.IF_NONE_MATCH), etag)) {
            return new DataResponse.Complete(empty(HttpResponseStatus.NOT_MODIFIED, etag), false);
        }
        if (request.method().equals(HttpMethod.HEAD)) {
            FullHttpResponse head = empty(HttpResponseStatus.OK, etag);
            describe(head, file.size());
            return new DataResponse.Complete(head, false);
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
            return new DataResponse.FileBytes(head, snapshot, open, part.first(), part.length());
        }
        return new DataResponse.FileBytes(
                head(HttpResponseStatus.OK, etag, file.size()), snapshot, open, 0, file.size());
    }

    /** The same range as compressed blocks, whose number and length nobody knows yet. */
    static DataResponse compressed(DataResponse.FileBytes plain, int level) {
        plain.head()
                .headers()
                .remove(HttpHeaderNames.CONTENT_LENGTH)
                .set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED)
                .set(HttpHeaderNames.CONTENT_TYPE, CompressedBlock.MEDIA_TYPE);
        return new DataResponse.CompressedBytes(
                plain.head(), plain.snapshot(), plain.file(), plain.first(), plain.length(), level);
    }

    static HttpResponse checksums(ServedFile file, long pieceBytes) {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers()
                .set(HttpHeaderNames.ETAG, file.etag().header())
                .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .set(HttpHeaderNames.CONTENT_LENGTH, ChecksumBody.length(file.size(), pieceBytes));
        return head;
    }

    static HttpResponse bundle(long length) {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "application/octet-stream")
                .set(HttpHeaderNames.CONTENT_LENGTH, length);
        return head;
    }

    // A range counts only where If-Range names this file (RFC 9110, 13.1.5). Several Range headers count as none.
    private static ByteRange range(HttpHeaders headers, String etag, long size) {
        String ifRange = headers.get(HttpHeaderNames.IF_RANGE);
        List<String> ranges = headers.getAll(HttpHeaderNames.RANGE);
        boolean applies =
                ranges.size() == 1 && (ifRange == null || ifRange.trim().equals(etag));
        return applies ? ByteRange.of(ranges.get(0), size) : new ByteRange.Whole();
    }

    private static boolean isNotModified(List<String> ifNoneMatch, String etag) {
        return ifNoneMatch.stream()
                .flatMap(header -> List.of(header.split(",", -1)).stream())
                .map(String::trim)
                .anyMatch(tag -> tag.equals("*") || tag.equals(etag) || tag.equals("W/" + etag));
    }

    private static DataResponse unsatisfiable(HttpRequest request, ServedFile file) {
        ProblemException problem = new ProblemException(
                ProblemType.RANGE_NOT_SATISFIABLE,
                "The range is " + request.headers().get(HttpHeaderNames.RANGE)
                        + " (expected: a start below the file's size, " + file.size() + ").");
        FullHttpResponse response = ProblemResponses.response(problem, request.uri());
        response.headers()
                .set(HttpHeaderNames.CONTENT_RANGE, "bytes */" + file.size())
                .set(HttpHeaderNames.ETAG, file.etag().header());
        return new DataResponse.Complete(response, false);
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
