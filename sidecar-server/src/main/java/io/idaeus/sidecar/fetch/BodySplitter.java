/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Parts what a peer sends, in front of the HTTP decoder: heads and the texts of refusals go on to it, the bytes of a body
 * straight to the connection, in the buffer that the socket was read into. Looks for the CR LF CR LF that ends a head.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline of what fails
final class BodySplitter extends ChannelInboundHandlerAdapter {
    private static final byte[] END = {'\r', '\n', '\r', '\n'};

    private final PeerConnection connection;
    private int matched;

    BodySplitter(PeerConnection connection) {
        this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            connection.cameBytes();
            if (connection.awaitsHead()) {
                context.fireChannelRead(bytes.readRetainedSlice(headBytes(bytes)));
            }
            if (connection.awaitsBody()) {
                connection.onBody(bytes);
            } else if (bytes.isReadable()) {
                rest(context, bytes);
            }
        } finally {
            bytes.release();
        }
    }

    private void rest(ChannelHandlerContext context, ByteBuf bytes) {
        if (connection.isRefused()) {
            context.fireChannelRead(bytes.retain());
        } else {
            // Nothing was asked for: whatever this is, the connection is of no use.
            context.close();
        }
    }

    /** How many of the readable bytes belong to the head. */
    private int headBytes(ByteBuf bytes) {
        int start = bytes.readerIndex();
        for (int i = start; i < bytes.writerIndex(); i++) {
            byte b = bytes.getByte(i);
            matched = b == END[matched] ? matched + 1 : b == END[0] ? 1 : 0;
            if (matched == END.length) {
                matched = 0;
                return i + 1 - start;
            }
        }
        return bytes.readableBytes();
    }
}
