/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One request and its response, into a part file. Lives on the event loop of its connection. */
final class Exchange {
    private static final int MAX_REFUSAL_BYTES = 4096;

    private final FetchRequest request;
    private final PartFile part;
    private final long offset;
    private @Nullable HttpResponse head;
    private @Nullable Reason refusal;
    private final StringBuilder refusalText = new StringBuilder();

    Exchange(FetchRequest request, PartFile part) {
        this.request = request;
        this.part = part;
        this.offset = part.length();
    }

    /** The request: all of the file, or what the part file lacks, if the peer's file is still the same. */
    HttpRequest head() {
        HttpRequest get = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.GET, request.component().target());
        get.headers().set(HttpHeaderNames.HOST, NetUtil.toSocketAddressString(request.peer()));
        if (offset > 0) {
            get.headers()
                    .set(HttpHeaderNames.RANGE, "bytes=" + offset + '-')
                    .set(HttpHeaderNames.IF_RANGE, request.etag().header());
        }
        return get;
    }

    /** Whether anything has come. */
    boolean begun() {
        return head != null;
    }

    void onHead(HttpResponse response) throws FetchException {
        head = response;
        if (response.decoderResult().isFailure()) {
            throw new FetchException(
                    Reason.PROTOCOL,
                    ResponseHead.describe(request) + ": the response cannot be read",
                    response.decoderResult().cause());
        }
        refusal = ResponseHead.refusal(response.status().code());
        if (refusal == null && ResponseHead.bodyStart(request, response, offset) < offset) {
            restart();
        }
    }

    /**
     * Takes what came of the body.
     *
     * @return whether it was the last
     */
    boolean onContent(HttpContent content) throws FetchException {
        if (content.decoderResult().isFailure()) {
            throw new FetchException(
                    Reason.PROTOCOL,
                    ResponseHead.describe(request) + ": the body cannot be read",
                    content.decoderResult().cause());
        }
        ByteBuf bytes = content.content();
        if (refusal == null) {
            append(bytes);
        } else if (refusalText.length() < MAX_REFUSAL_BYTES) {
            refusalText.append(bytes.toString(StandardCharsets.UTF_8));
        }
        return content instanceof LastHttpContent;
    }

    /** After the last content: whether the connection can be used again. */
    boolean keepsConnection() throws FetchException {
        if (refusal != null && head != null) {
            throw new FetchException(
                    refusal,
                    ResponseHead.describe(request) + ": " + head.status() + ' ' + refusalText,
                    ResponseHead.retryAfter(head.headers()),
                    null);
        }
        if (!part.isComplete()) {
            throw lost(null);
        }
        return head != null && HttpUtil.isKeepAlive(head);
    }

    /** The failure of a connection that ended too early. */
    FetchException lost(@Nullable Throwable cause) {
        return new FetchException(
                Reason.CONNECTION_LOST,
                ResponseHead.describe(request) + ": the connection ended at byte " + part.length() + " of "
                        + request.size(),
                cause);
    }

    private void append(ByteBuf bytes) throws FetchException {
        try {
            part.append(bytes);
        } catch (IOException e) {
            throw FetchException.local(request.part(), e);
        }
    }

    private void restart() throws FetchException {
        try {
            part.restart();
        } catch (IOException e) {
            throw FetchException.local(request.part(), e);
        }
    }
}
