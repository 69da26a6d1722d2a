/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.serve.file.OpenFile;
import io.idaeus.sidecar.serve.page.ReadAhead;
import io.idaeus.sidecar.serve.page.ScannedPages;
import io.idaeus.sidecar.throttle.Throttle;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Computes each piece's CRC32 on a worker thread, and sends it at once. Reads no faster than the throttle allows, and
 * leaves the page cache as it was. Owns its reference to the file, and its worker.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports failures to the pipeline
final class ChecksumBody implements Watchdog.Progress {
    private static final int READ_BYTES = 1024 * 1024;
    private static final int HEX_DIGITS = 8;

    private final ChannelHandlerContext context;
    private final OpenFile file;
    private final long size;
    private final long pieceBytes;
    private final ChecksumWorkers workers;
    private final @Nullable ReadAhead pageCache;
    private final ReadThrottle throttle;
    private final ChannelPromise done;
    private final long startedAt = System.nanoTime();

    // Null while the peer waits for this sidecar.
    private volatile @Nullable Long computedAt;

    private long flushed;

    ChecksumBody(
            ChannelHandlerContext context,
            DataResponse.PieceChecksums response,
            ServeContext shared,
            Throttle.Flow flow) {
        this.context = context;
        this.file = response.file();
        this.size = response.size();
        this.pieceBytes = response.pieceBytes();
        this.workers = shared.workers();
        this.pageCache = shared.readAhead();
        this.throttle = new ReadThrottle(flow, context.channel());
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

    @Override
    public long bytesTaken() {
        return flushed;
    }

    @Override
    public long throttledNanos() {
        Long computed = computedAt;
        return (computed == null ? System.nanoTime() : computed) - startedAt;
    }

    private void compute() {
        // When the connection fails, done releases the file while this thread still reads it.
        file.retain();
        try (ScannedPages pages = pageCache == null ? null : pageCache.scanned(file.path(), size)) {
            send(opening(pieceBytes));
            ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(READ_BYTES, Math.max(1, size)));
            String separator = "\"";
            for (long piece = 0; piece < size; piece += pieceBytes) {
                Crc32 crc = crc32(piece, Math.min(size, piece + pieceBytes), buffer, pages);
                send(separator + crc + '"');
                separator = ",\"";
            }
            send("]}");
            computedAt = System.nanoTime();
            context.executor().execute(() -> context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT, done));
        } catch (IOException | RuntimeException e) {
            context.executor().execute(() -> done.tryFailure(e));
        } finally {
            file.release();
            workers.release();
        }
    }

    private Crc32 crc32(long from, long to, ByteBuffer buffer, @Nullable ScannedPages pages) throws IOException {
        CRC32 crc = new CRC32();
        for (long position = from; position < to; ) {
            int wanted = (int) Math.min(throttle.portion(buffer.capacity()), to - position);
            throttle.await(wanted);
            if (pages != null) {
                pages.beforeReading(position + wanted);
            }
            buffer.clear().limit(wanted);
            int read = file.channel().read(buffer, position);
            if (read < 0) {
                throw new EOFException(
                        "the file was truncated: it ends at byte " + position + " (expected: " + size + ")");
            }
            crc.update(buffer.flip());
            position += read;
            if (pages != null) {
                pages.afterReading(position);
            }
        }
        return Crc32.of(crc);
    }

    private void send(String text) {
        DefaultHttpContent content = new DefaultHttpContent(ByteBufUtil.writeAscii(context.alloc(), text));
        int bytes = text.length();
        context.executor().execute(() -> context.writeAndFlush(content).addListener(sent -> flushed += bytes));
    }

    private static String opening(long pieceBytes) {
        return "{\"pieceBytes\":" + pieceBytes + ",\"crc32\":[";
    }

    private static long pieces(long size, long pieceBytes) {
        return (size + pieceBytes - 1) / pieceBytes;
    }
}
