/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.idaeus.sidecar.wire.Bundle;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.NetUtil;
import java.util.function.Function;

/** The request for a bundle, and the head of its response. */
final class BundlePost {
    private BundlePost() {}

    /** @param first of the files in the bundle */
    static HttpRequest of(RemoteFile first, Bundle bundle) {
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

    /** @param expected bytes of the body */
    static void check(HttpResponse head, long expected, Function<String, PeerCallException> invalid)
            throws PeerCallException {
        String found = head.headers().get(HttpHeaderNames.CONTENT_LENGTH, "none");
        if (head.status().code() != 200 || !found.equals(Long.toString(expected))) {
            throw invalid.apply("has status " + head.status() + " and Content-Length: " + found + " (expected: 200 and "
                    + expected + ')');
        }
    }
}
