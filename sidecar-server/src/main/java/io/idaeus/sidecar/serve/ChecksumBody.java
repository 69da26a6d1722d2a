/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

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
import java.util.HexFormat;
import java.util.concurrent.RejectedExecutionException;
import java.util.zip.CRC32;

/**
 * The CRC32 of each piece of a file, read from the disk by a worker and sent as it is known, so that the peer hears something
 * all the time. All lengths are known beforehand, so the head can say how long it will be. Owns its reference to the file and
 * its worker.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline of what fails
final class ChecksumBody {
    private static final int READ_BYTES = 1024 * 1024;
    private static final int HEX_DIGITS = 8;

    private final ChannelHandlerContext context;
    private final OpenFile file;
    private final long size;
    private final long pieceBytes;
    private final ChecksumWorkers workers;
    private final ChannelPromise done;

    ChecksumBody(ChannelHandlerContext context, Answer.Checksums answer, ChecksumWorkers workers) {
        this.context = context;
        this.file = answer.file();
        this.size = answer.size();
        this.pieceBytes = answer.pieceBytes();
        this.workers = workers;
        this.done = context.newPromise();
    }

    /** Bytes of the body. */
    static long length(long size, long pieceBytes) {
        long pieces = pieces(size, pieceBytes);
        int quotesAndComma = 3;
        return start(pieceBytes).length()
                + pieces * (HEX_DIGITS + quotesAndComma)
                - (pieces > 0 ? 1 : 0)
                + "]}".length();
    }

    /** Sends it; the future ends when the last byte is flushed, or fails when one cannot be. */
    Future<Void> start() {
        done.addListener(ended -> file.release());
        try {
            workers.run(this::compute);
        } catch (RejectedExecutionException closing) {
            workers.leave();
            done.tryFailure(closing);
        }
        return done;
    }

    private void compute() {
        // The listener of done can close the file while this reads it, when the connection fails.
        file.retain();
        try {
            send(start(pieceBytes));
            ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(READ_BYTES, Math.max(1, size)));
            String separator = "\"";
            for (long at = 0; at < size; at += pieceBytes) {
                int crc = crc32(file.channel(), at, Math.min(size, at + pieceBytes), buffer);
                send(separator + HexFormat.of().toHexDigits(crc) + '"');
                separator = ",\"";
            }
            send("]}");
            context.executor().execute(() -> context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT, done));
        } catch (IOException | RuntimeException e) {
            context.executor().execute(() -> done.tryFailure(e));
        } finally {
            file.release();
            workers.leave();
        }
    }

    private int crc32(FileChannel channel, long from, long to, ByteBuffer buffer) throws IOException {
        CRC32 crc = new CRC32();
        for (long at = from; at < to; ) {
            if (!context.channel().isActive()) {
                throw new IOException("the peer has gone");
            }
            buffer.clear().limit((int) Math.min(buffer.capacity(), to - at));
            int read = channel.read(buffer, at);
            if (read < 0) {
                throw new EOFException("the file ends at " + at + ": it was truncated");
            }
            crc.update(buffer.flip());
            at += read;
        }
        return (int) crc.getValue();
    }

    private void send(String text) {
        DefaultHttpContent content = new DefaultHttpContent(ByteBufUtil.writeAscii(context.alloc(), text));
        context.executor().execute(() -> context.writeAndFlush(content));
    }

    private static String start(long pieceBytes) {
        return "{\"pieceBytes\":" + pieceBytes + ",\"crc32\":[";
    }

    private static long pieces(long size, long pieceBytes) {
        return (size + pieceBytes - 1) / pieceBytes;
    }
}
