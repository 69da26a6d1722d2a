/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;

/** Decodes heads and refusals; other bodies bypass it. */
final class ResponseHeadDecoder extends HttpResponseDecoder {

    ResponseHeadDecoder(HttpDecoderConfig config) {
        super(config);
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
        int status = ((HttpResponse) message).status().code();
        // Netty would remove the header of a chunked body, and the check of the head would not see it.
        boolean bypasses = (status == 200 || status == 206) && !HttpUtil.isTransferEncodingChunked(message);
        return bypasses || super.isContentAlwaysEmpty(message);
    }
}
