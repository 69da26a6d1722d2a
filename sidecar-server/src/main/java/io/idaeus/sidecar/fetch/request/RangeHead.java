/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.NetUtil;

/**
 * The head of a request for a range.
 *
 * @param end exclusive
 */
record RangeHead(RemoteFile file, long first, long end) {

    boolean isWholeFile() {
        return first == 0 && end == file.size();
    }

    HttpRequest message(String target) {
        HttpRequest get = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, target);
        get.headers().set(HttpHeaderNames.HOST, NetUtil.toSocketAddressString(file.peer()));
        if (!isWholeFile()) {
            get.headers()
                    .set(HttpHeaderNames.RANGE, "bytes=" + first + '-' + (end == file.size() ? "" : end - 1))
                    .set(HttpHeaderNames.IF_RANGE, file.etag().header());
        }
        return get;
    }
}
