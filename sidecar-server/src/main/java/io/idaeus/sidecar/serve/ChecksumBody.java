/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.checksum.Crc32;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.RejectedExecutionException;
import java.util.zip.CRC32;

/**
 * Computes each piece's CRC32 on a worker thread, and sends it at once. Owns its reference to the file, and its worker.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
final class ChecksumBody {
    private static final int READ_BYTES = 1024 * 1024;
    private static final int HEX_DIGITS = 8;

    private final ChannelHandlerContext context;
    private final OpenFile file;
    private final long size;
    private final long pieceBytes;
    private final ChecksumWorkers workers;
    private final ChannelPromise done;

    ChecksumBody(ChannelHandlerContext context, DataResponse.PieceChecksums response, ChecksumWorkers workers) {
        this.context = context;
        this.file = response.file();
        this.size = response.size();
        this.pieceBytes = response.pieceBytes();
        this.workers = workers;
        this.done = context.newPromise();
    }

    /** The body's size: every checksum has the same length. */
    static long length(long size, long pieceBytes) {
        long pieces = pieces(size, pieceBytes);
        int quotesAndComma = 3;
        return opening(pieceBytes).length()
                + pieces * (HEX_DIGITS + quotesAndComma)
                - (pieces > 0 ? 1 : 0)
                + "]}".length();
    }

    /** Completes when the last byte is flushed, or fails. */
    Future<Void> start() {
        done.addListener(ended -> file.release());
        try {
            workers.run(this::compute);
        } catch (RejectedExecutionException closing) {
            workers.release();
            done.tryFailure(closing);
        }
        return done;
    }

    private void compute() {
        // When the connection fails, done releases the file while this thread still reads it.
        file.retain();
        try {
            send(opening(pieceBytes));
            ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(READ_BYTES, Math.max(1, size)));
            String separator = "\"";
            for (long piece = 0; piece < size; piece += pieceBytes) {
                Crc32 crc = crc32(file.channel(), piece, Math.min(size, piece + pieceBytes), buffer);
                send(separator + crc + '"');
                separator = ",\"";
            }
            send("]}");
            context.executor().execute(() -> context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT, done));
        } catch (IOException | RuntimeException e) {
            context.executor().execute(() -> done.tryFailure(e));
        } finally {
            file.release();
            workers.release();
        }
    }

    private Crc32 crc32(FileChannel channel, long from, long to, ByteBuffer buffer) throws IOException {
        CRC32 crc = new CRC32();
        for (long position = from; position < to; ) {
            if (!context.channel().isActive()) {
                throw new IOException("the peer closed the connection");
            }
            buffer.clear().limit((int) Math.min(buffer.capacity(), to - position));
            int read = channel.read(buffer, position);
            if (read < 0) {
                throw new EOFException(
                        "the file was truncated: it ends at byte " + position + " (expected: " + size + ")");
            }
            crc.update(buffer.flip());
            position += read;
        }
        return Crc32.of(crc);
    }

    private void send(String text) {
        DefaultHttpContent content = new DefaultHttpContent(ByteBufUtil.writeAscii(context.alloc(), text));
        context.executor().execute(() -> context.writeAndFlush(content));
    }

    private static String opening(long pieceBytes) {
        return "{\"pieceBytes\":" + pieceBytes + ",\"crc32\":[";
    }

    private static long pieces(long size, long pieceBytes) {
        return (size + pieceBytes - 1) / pieceBytes;
    }
}
