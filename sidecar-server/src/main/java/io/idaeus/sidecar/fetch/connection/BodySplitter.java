/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Passes heads and refusals to the HTTP decoder, body bytes uncopied to the connection. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
final class BodySplitter extends ChannelInboundHandlerAdapter {
    private static final byte[] HEAD_END = {'\r', '\n', '\r', '\n'};

    private final PeerConnection connection;
    private int matched;

    BodySplitter(PeerConnection connection) {
        this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            connection.sawBytes();
            do {
                if (connection.awaitsHead()) {
                    context.fireChannelRead(bytes.readRetainedSlice(headBytes(bytes)));
                }
                if (connection.awaitsBody()) {
                    connection.onBody(bytes);
                } else if (bytes.isReadable() && !connection.awaitsHead()) {
                    passOn(context, bytes);
                    return;
                }
                // Another response follows where a request was sent ahead.
            } while (bytes.isReadable() && connection.awaitsHead());
        } finally {
            bytes.release();
        }
    }

    private void passOn(ChannelHandlerContext context, ByteBuf bytes) {
        if (connection.isRefused()) {
            context.fireChannelRead(bytes.retain());
        } else {
            // No response is due.
            context.close();
        }
    }

    private int headBytes(ByteBuf bytes) {
        int start = bytes.readerIndex();
        for (int i = start; i < bytes.writerIndex(); i++) {
            byte b = bytes.getByte(i);
            matched = b == HEAD_END[matched] ? matched + 1 : b == HEAD_END[0] ? 1 : 0;
            if (matched == HEAD_END.length) {
                matched = 0;
                return i + 1 - start;
            }
        }
        return bytes.readableBytes();
    }
}
