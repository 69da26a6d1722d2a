/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

/** Requests the CRC32 of each piece, from the source's disk. */
public final class PeerChecksumsRequest implements PeerRequest, BodySink {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_BYTES = 4 * 1024 * 1024;
    private static final int HEX = 16;

    private final RemoteFile file;
    private final long pieceBytes;
    private final int pieces;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    public PeerChecksumsRequest(RemoteFile file, long pieceBytes, int pieces) {
        this.file = file;
        this.pieceBytes = pieceBytes;
        this.pieces = pieces;
    }

    @Override
    public RemoteFile file() {
        return file;
    }

    @Override
    public HttpRequest message() {
        HttpRequest get = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.GET, file.component().target() + "?crc32=" + pieceBytes);
        get.headers().set(HttpHeaderNames.HOST, NetUtil.toSocketAddressString(file.peer()));
        return get;
    }

    @Override
    public long accept(HttpResponse head) throws PeerCallException {
        ResponseHead.checkTag(file, head.headers());
        String length = head.headers().get(HttpHeaderNames.CONTENT_LENGTH, "none");
        if (!length.matches("[1-9][0-9]{0,6}") || Integer.parseInt(length) > MAX_BYTES) {
            throw invalid("have Content-Length: " + length + " (expected: 1 to " + MAX_BYTES + ')', null);
        }
        return Integer.parseInt(length);
    }

    @Override
    public BodySink sink() {
        return this;
    }

    @Override
    public void append(ByteBuf bytes) throws IOException {
        bytes.readBytes(body, bytes.readableBytes());
    }

    @Override
    public String progress() {
        return "byte " + body.size() + " of its checksums";
    }

    public int[] checksums() throws PeerCallException {
        try {
            JsonNode found = JSON.readTree(body.toString(StandardCharsets.UTF_8));
            JsonNode list = found.path("crc32");
            if (found.path("pieceBytes").asLong() != pieceBytes || list.size() != pieces) {
                throw invalid(
                        "are of " + list.size() + " pieces of " + found.path("pieceBytes") + " bytes (expected: "
                                + pieces + " of " + pieceBytes + ')',
                        null);
            }
            int[] crcs = new int[pieces];
            for (int i = 0; i < crcs.length; i++) {
                crcs[i] = Integer.parseUnsignedInt(list.get(i).asText(), HEX);
            }
            return crcs;
        } catch (JsonProcessingException | NumberFormatException e) {
            throw invalid("cannot be parsed", e);
        }
    }

    private PeerCallException invalid(String found, @Nullable Throwable cause) {
        return new PeerCallException(CallFailure.PROTOCOL, file + ": its checksums " + found, cause);
    }
}
