/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.idaeus.sidecar.wire.Bundle;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.util.List;

/** Requests many components at once, and splits the response. */
public final class PeerBundleRequest implements PeerRequest, BodySink {
    private final List<? extends BundlePart> parts;
    private final long expected;
    private final byte[] trailer = new byte[Bundle.TRAILER_BYTES];
    private int trailerBytes;
    private int index;
    private long position;

    /** @param parts at least one, of one peer and snapshot */
    public PeerBundleRequest(List<? extends BundlePart> parts) {
        this.parts = parts;
        this.expected = parts.stream()
                .mapToLong(part -> part.remote().size() + Bundle.TRAILER_BYTES)
                .sum();
    }

    @Override
    public RemoteFile file() {
        return parts.get(0).remote();
    }

    @Override
    public HttpRequest message() {
        Bundle bundle = new Bundle();
        parts.forEach(
                part -> bundle.add(part.remote().component(), part.remote().etag(), 0));
        DefaultFullHttpRequest post = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.POST,
                Bundle.target(file().component().tag()),
                bundle.body());
        post.headers()
                .set(HttpHeaderNames.HOST, NetUtil.toSocketAddressString(file().peer()))
                .set(HttpHeaderNames.CONTENT_TYPE, "text/plain")
                .set(HttpHeaderNames.CONTENT_LENGTH, post.content().readableBytes());
        return post;
    }

    @Override
    public long accept(HttpResponse head) throws PeerCallException {
        String found = head.headers().get(HttpHeaderNames.CONTENT_LENGTH, "none");
        if (head.status().code() != 200 || !found.equals(Long.toString(expected))) {
            throw invalid("has status " + head.status() + " and Content-Length: " + found + " (expected: 200 and "
                    + expected + ')');
        }
        return expected;
    }

    @Override
    public BodySink sink() {
        return this;
    }

    @Override
    public void append(ByteBuf bytes) throws IOException, PeerCallException {
        while (bytes.isReadable()) {
            BundlePart part = parts.get(index);
            long left = part.remote().size() - position;
            if (left > 0) {
                int count = (int) Math.min(left, bytes.readableBytes());
                part.append(bytes.readSlice(count), position);
                position += count;
            } else {
                readTrailer(part, bytes);
            }
        }
    }

    @Override
    public String progress() {
        return index == parts.size()
                ? "the end"
                : "byte " + position + " of " + parts.get(index).remote().component() + ", component " + (index + 1)
                        + " of " + parts.size() + " in the bundle";
    }

    private void readTrailer(BundlePart part, ByteBuf bytes) throws IOException, PeerCallException {
        int count = Math.min(trailer.length - trailerBytes, bytes.readableBytes());
        bytes.readBytes(trailer, trailerBytes, count);
        trailerBytes += count;
        if (trailerBytes < trailer.length) {
            return;
        }
        if (!Bundle.isTrailer(part.remote().etag(), trailer)) {
            throw invalid("has another size or CRC32 than requested in the trailer at " + progress());
        }
        part.end();
        trailerBytes = 0;
        position = 0;
        index++;
    }

    private PeerCallException invalid(String found) {
        return new PeerCallException(
                CallFailure.PROTOCOL,
                file().peer() + ": the bundle of " + parts.size() + " components that begins with " + file().component()
                        + ' ' + found,
                null);
    }
}
