/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;

/** Decodes heads, and what follows those that refuse. After a 200 or 206 it expects the next head: the body passes it by. */
final class ResponseHeadDecoder extends HttpResponseDecoder {

    ResponseHeadDecoder(HttpDecoderConfig config) {
        super(config);
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
        int status = ((HttpResponse) message).status().code();
        // Not where the body is chunked: nobody asked for that, and Netty would take the header away.
        boolean passesBy = (status == 200 || status == 206) && !HttpUtil.isTransferEncodingChunked(message);
        return passesBy || super.isContentAlwaysEmpty(message);
    }
}
