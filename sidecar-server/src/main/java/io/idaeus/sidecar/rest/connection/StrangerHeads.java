/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Accepts long request lines only from callers that have proven a certificate in the handshake. */
final class StrangerHeads extends ChannelInboundHandlerAdapter {
    private static final int STRANGERS_REQUEST_LINE = 64 * 1024;

    private StrangerHeads() {}

    /** For a pipeline with TLS. */
    static void limit(ChannelPipeline pipeline) {
        replaceCodec(pipeline, STRANGERS_REQUEST_LINE);
        pipeline.addAfter(
                pipeline.context(SslHandler.class).name(), StrangerHeads.class.getSimpleName(), new StrangerHeads());
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess() && hasCertificate(context)) {
                // Before the first byte of a request.
                replaceCodec(context.pipeline(), ControlConnections.LONGEST_REQUEST_LINE);
            }
            context.pipeline().remove(this);
        }
        context.fireUserEventTriggered(event);
    }

    private static boolean hasCertificate(ChannelHandlerContext context) {
        try {
            SslHandler tls = context.pipeline().get(SslHandler.class);
            return tls.engine().getSession().getPeerCertificates().length > 0;
        } catch (SSLPeerUnverifiedException none) {
            return false;
        }
    }

    private static void replaceCodec(ChannelPipeline pipeline, int requestLine) {
        String name = pipeline.context(HttpServerCodec.class).name();
        HttpDecoderConfig config = new HttpDecoderConfig().setMaxInitialLineLength(requestLine);
        pipeline.replace(name, name, new HttpServerCodec(config));
    }
}
