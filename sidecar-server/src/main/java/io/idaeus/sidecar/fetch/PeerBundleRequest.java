/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.wire.Bundle;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.NetUtil;
import java.util.List;

/** Asks for many components at once, and cuts the answer into them. */
final class PeerBundleRequest implements PeerRequest {
    private final List<BundleFile> files;
    private final long expected;
    private final byte[] trailer = new byte[Bundle.TRAILER_BYTES];
    private int trailerBytes;
    private int index;
    private long position;

    /** @param files at least one */
    PeerBundleRequest(List<BundleFile> files) {
        this.files = files;
        this.expected = files.stream()
                .mapToLong(file -> file.request().size() + Bundle.TRAILER_BYTES)
                .sum();
    }

    @Override
    public HttpRequest request() {
        Bundle bundle = new Bundle();
        files.forEach(
                file -> bundle.add(file.request().component(), file.request().etag(), 0));
        FetchRequest first = files.get(0).request();
        DefaultFullHttpRequest post = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.POST,
                Bundle.target(first.component().tag()),
                bundle.body());
        post.headers()
                .set(HttpHeaderNames.HOST, NetUtil.toSocketAddressString(first.peer()))
                .set(HttpHeaderNames.CONTENT_TYPE, "text/plain")
                .set(HttpHeaderNames.CONTENT_LENGTH, post.content().readableBytes());
        return post;
    }

    @Override
    public long accept(HttpResponse head) throws FetchException {
        String found = head.headers().get(HttpHeaderNames.CONTENT_LENGTH, "none");
        if (head.status().code() != 200 || !found.equals(Long.toString(expected))) {
            throw nonsense("came with " + head.status() + " and Content-Length: " + found + " (expected: 200 and "
                    + expected + ')');
        }
        return expected;
    }

    @Override
    public void take(ByteBuf bytes) throws FetchException {
        while (bytes.isReadable()) {
            BundleFile file = files.get(index);
            long left = file.request().size() - position;
            if (left > 0) {
                int count = (int) Math.min(left, bytes.readableBytes());
                file.append(bytes.readSlice(count), position);
                position += count;
            } else {
                takeTrailer(file, bytes);
            }
        }
    }

    @Override
    public String progress() {
        return index == files.size()
                ? "the end"
                : "byte " + position + " of " + files.get(index).request().component() + ", number " + (index + 1)
                        + " of " + files.size() + " that were asked for together";
    }

    private void takeTrailer(BundleFile file, ByteBuf bytes) throws FetchException {
        int count = Math.min(trailer.length - trailerBytes, bytes.readableBytes());
        bytes.readBytes(trailer, trailerBytes, count);
        trailerBytes += count;
        if (trailerBytes < trailer.length) {
            return;
        }
        if (!Bundle.isTrailer(file.request().etag(), trailer)) {
            throw nonsense("was cut otherwise than it was asked for: at " + progress() + " another size or CRC32 came");
        }
        file.end();
        trailerBytes = 0;
        position = 0;
        index++;
    }

    private FetchException nonsense(String found) {
        FetchRequest first = files.get(0).request();
        return new FetchException(
                Reason.PROTOCOL,
                first.peer() + ": the answer to a request for " + files.size() + " components, of which "
                        + first.component() + " is the first, " + found,
                null);
    }
}
