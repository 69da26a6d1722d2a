/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.NetUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Asks a source for the CRC32 of each piece of a file, as it has them on its disk. */
final class PeerChecksumsRequest implements PeerRequest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_BYTES = 4 * 1024 * 1024;
    private static final int HEX = 16;

    private final FetchRequest request;
    private final PieceLayout pieces;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    PeerChecksumsRequest(FetchRequest request, PieceLayout pieces) {
        this.request = request;
        this.pieces = pieces;
    }

    @Override
    public HttpRequest request() {
        HttpRequest get = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.GET, request.component().target() + "?crc32=" + pieces.pieceBytes());
        get.headers().set(HttpHeaderNames.HOST, NetUtil.toSocketAddressString(request.peer()));
        return get;
    }

    @Override
    public long accept(HttpResponse head) throws FetchException {
        ResponseHead.checkTag(request, head.headers());
        String length = head.headers().get(HttpHeaderNames.CONTENT_LENGTH, "none");
        if (!length.matches("[1-9][0-9]{0,6}") || Integer.parseInt(length) > MAX_BYTES) {
            throw nonsense("with Content-Length: " + length + " (expected: 1 to " + MAX_BYTES + ')', null);
        }
        return Integer.parseInt(length);
    }

    @Override
    public void take(ByteBuf bytes) throws FetchException {
        try {
            bytes.readBytes(body, bytes.readableBytes());
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be written to", e);
        }
    }

    @Override
    public String progress() {
        return "byte " + body.size() + " of its checksums";
    }

    /** What came: one for each piece. */
    int[] checksums() throws FetchException {
        try {
            JsonNode found = JSON.readTree(body.toString(StandardCharsets.UTF_8));
            JsonNode list = found.path("crc32");
            if (found.path("pieceBytes").asLong() != pieces.pieceBytes() || list.size() != pieces.count()) {
                throw nonsense(
                        "for " + list.size() + " pieces of " + found.path("pieceBytes") + " bytes (expected: "
                                + pieces.count() + " of " + pieces.pieceBytes() + ')',
                        null);
            }
            int[] crcs = new int[pieces.count()];
            for (int i = 0; i < crcs.length; i++) {
                crcs[i] = Integer.parseUnsignedInt(list.get(i).asText(), HEX);
            }
            return crcs;
        } catch (JsonProcessingException | NumberFormatException e) {
            throw nonsense("that cannot be read", e);
        }
    }

    private FetchException nonsense(String found, @Nullable Throwable cause) {
        return new FetchException(
                Reason.PROTOCOL, ResponseHead.describe(request) + ": its checksums came " + found, cause);
    }
}
