/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One request and its response. Lives on the event loop of its connection. */
final class Exchange {
    private static final int MAX_REFUSAL_BYTES = 4096;

    private final FetchRequest request;
    private final PeerRequest ask;
    private @Nullable HttpResponse head;
    private @Nullable Reason refusal;
    private long bodyLeft;
    private final StringBuilder refusalText = new StringBuilder();

    Exchange(FetchRequest request, PeerRequest ask) {
        this.request = request;
        this.ask = ask;
    }

    HttpRequest head() {
        return ask.request();
    }

    /** How fast it may be received. */
    ThrottleChain pace() {
        return request.lanes().pace();
    }

    PeerRequest ask() {
        return ask;
    }

    /** Whether anything has come. */
    boolean begun() {
        return head != null;
    }

    /** Whether the peer answered with something else than what was asked for. */
    boolean isRefused() {
        return refusal != null;
    }

    /** Bytes of body that are due and go past the decoder. */
    long bodyLeft() {
        return bodyLeft;
    }

    void onHead(HttpResponse response) throws FetchException {
        if (head != null) {
            throw new FetchException(
                    Reason.PROTOCOL, ResponseHead.describe(request) + ": another response came before its body", null);
        }
        head = response;
        if (response.decoderResult().isFailure()) {
            throw new FetchException(
                    Reason.PROTOCOL,
                    ResponseHead.describe(request) + ": the response cannot be read",
                    response.decoderResult().cause());
        }
        refusal = ResponseHead.refusal(response.status().code());
        if (refusal == null) {
            bodyLeft = ask.accept(response);
        }
    }

    /** Takes what came of the body, at most {@link #bodyLeft}. */
    void onBody(ByteBuf bytes) throws FetchException {
        int count = bytes.readableBytes();
        ask.take(bytes);
        bodyLeft -= count;
    }

    /** Takes what came of the text of a refusal. */
    void onRefusal(HttpContent content) throws FetchException {
        if (content.decoderResult().isFailure()) {
            throw new FetchException(
                    Reason.PROTOCOL,
                    ResponseHead.describe(request) + ": the body cannot be read",
                    content.decoderResult().cause());
        }
        if (refusalText.length() < MAX_REFUSAL_BYTES) {
            refusalText.append(content.content().toString(StandardCharsets.UTF_8));
        }
    }

    /** After the last byte: whether the connection can be used again. */
    boolean keepsConnection() throws FetchException {
        if (refusal != null && head != null) {
            throw new FetchException(
                    refusal,
                    ResponseHead.describe(request) + ": " + head.status() + ' ' + refusalText,
                    ResponseHead.retryAfter(head.headers()),
                    null);
        }
        return head != null && HttpUtil.isKeepAlive(head);
    }

    /** The failure of a connection that ended too early. */
    FetchException lost(@Nullable Throwable cause) {
        return new FetchException(
                Reason.CONNECTION_LOST,
                ResponseHead.describe(request) + ": the connection ended at " + ask.progress(),
                cause);
    }
}
