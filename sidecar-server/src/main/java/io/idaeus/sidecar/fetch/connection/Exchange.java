/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.idaeus.sidecar.fetch.request.BodySink;
import io.idaeus.sidecar.fetch.request.CallFailure;
import io.idaeus.sidecar.fetch.request.PeerCallException;
import io.idaeus.sidecar.fetch.request.PeerRequest;
import io.idaeus.sidecar.fetch.request.ResponseHead;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One request and its response, on the event loop of the connection. */
final class Exchange {
    private static final int MAX_REFUSAL_BYTES = 4096;

    private final PeerRequest request;
    private final BodySink sink;
    private final ThrottleChain pace;
    private @Nullable HttpResponse head;
    private @Nullable CallFailure refusal;
    private long bodyLeft;
    private final StringBuilder refusalText = new StringBuilder();

    Exchange(PeerRequest request, ThrottleChain pace) {
        this.request = request;
        this.sink = request.sink();
        this.pace = pace;
    }

    PeerRequest request() {
        return request;
    }

    BodySink sink() {
        return sink;
    }

    ThrottleChain pace() {
        return pace;
    }

    boolean hasBegun() {
        return head != null;
    }

    /** Neither 200 nor 206. */
    boolean isRefused() {
        return refusal != null;
    }

    long bodyLeft() {
        return bodyLeft;
    }

    void onHead(HttpResponse response) throws PeerCallException, IOException {
        if (head != null) {
            throw protocolFailure("a second response arrived before the body of the first", null);
        }
        head = response;
        if (response.decoderResult().isFailure()) {
            throw protocolFailure(
                    "the response cannot be parsed", response.decoderResult().cause());
        }
        refusal = ResponseHead.refusal(response.status().code());
        if (refusal == null) {
            bodyLeft = request.accept(response);
        }
    }

    /** Returns whether all bytes belong to the body. */
    boolean onBody(ByteBuf bytes) throws PeerCallException, IOException {
        if (request.endsItself()) {
            sink.append(bytes);
            bodyLeft = request.left(bodyLeft);
            return bodyLeft > 0 || !bytes.isReadable();
        }
        int count = (int) Math.min(bodyLeft, bytes.readableBytes());
        boolean all = count == bytes.readableBytes();
        sink.append(all ? bytes : bytes.readSlice(count));
        bodyLeft -= count;
        return all;
    }

    /** Bytes that the peer certainly still sends. */
    long certainlyLeft() {
        return request.endsItself() ? 0 : bodyLeft;
    }

    void onRefusal(HttpContent content) throws PeerCallException {
        if (content.decoderResult().isFailure()) {
            throw protocolFailure(
                    "the body cannot be parsed", content.decoderResult().cause());
        }
        if (refusalText.length() < MAX_REFUSAL_BYTES) {
            refusalText.append(content.content().toString(StandardCharsets.UTF_8));
        }
    }

    /**
     * @return whether the connection can be used again
     * @throws PeerCallException for a refusal
     */
    boolean end() throws PeerCallException {
        if (refusal != null && head != null) {
            throw new PeerCallException(
                    refusal,
                    request.file() + ": " + head.status() + ' ' + refusalText,
                    ResponseHead.retryAfter(head.headers()),
                    null);
        }
        return isKeptAlive();
    }

    /** Once the head is here. */
    boolean isKeptAlive() {
        return head != null && HttpUtil.isKeepAlive(head);
    }

    PeerCallException connectionLost(@Nullable Throwable cause) {
        return new PeerCallException(
                CallFailure.CONNECTION_LOST, request.file() + ": the connection ended at " + request.progress(), cause);
    }

    private PeerCallException protocolFailure(String found, @Nullable Throwable cause) {
        return new PeerCallException(CallFailure.PROTOCOL, request.file() + ": " + found, cause);
    }
}
