/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.idaeus.sidecar.wire.CompressedBlock;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
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
        // Netty removes the header of a chunked body, and the check of the head does not see it: only compressed blocks
        // are chunked.
        boolean bypasses =
                (status == 200 || status == 206) && (!HttpUtil.isTransferEncodingChunked(message) || isBlocks(message));
        return bypasses || super.isContentAlwaysEmpty(message);
    }

    private static boolean isBlocks(HttpMessage message) {
        return CompressedBlock.MEDIA_TYPE.equals(message.headers().get(HttpHeaderNames.CONTENT_TYPE));
    }
}
