/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.wire.Bundle;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response that holds many files. Small ones are read into one buffer with their trailers, since a system
 * call and a packet for each would cost more than the copy; what is larger goes slice by slice as in {@link FileBody}. At
 * most one file is open besides those whose slices are unflushed. Lives on the channel's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline of what fails
final class BundleBody implements Watchdog.Response {
    /** Up to this a file is copied. */
    static final int COPIED_BYTES = 64 * 1024;

    private static final int MAX_UNFLUSHED = 2;
    private static final int BUFFER_BYTES = 256 * 1024;

    /** So many files are opened in one go at most, lest others on the event loop wait. */
    private static final int FILES_IN_A_ROW = 64;

    private final ChannelHandlerContext context;
    private final List<BundlePart> parts;
    private final int sliceBytes;
    private final int turnBytes;
    private final boolean tls;
    private final ServeMetrics meters;
    private final Pace pace;
    private final NextTurn nextTurn;
    private final ChannelPromise done;

    /** Null where they are in memory, or nobody asks. */
    private final @Nullable BundlePages pages;

    /** The part of which bytes are due next, and from which on. */
    private int next;

    private long position;

    /** The part under way, where it goes in slices. */
    private @Nullable OpenFile open;

    /** The part whose trailer is due before anything else. */
    private @Nullable BundlePart ended;

    /** Why nothing more can be read. What is complete before that goes out, so that the peer knows where it ended. */
    private @Nullable IOException failure;

    private long flushed;
    private int unflushed;
    private boolean filling;
    private boolean ending;

    BundleBody(
            ChannelHandlerContext context,
            List<BundlePart> parts,
            Throttle.Flow flow,
            @Nullable ReadAhead readAhead,
            ServeSettings settings,
            ServeMetrics meters) {
        this.context = context;
        this.parts = parts;
        this.sliceBytes = settings.sliceBytes();
        this.turnBytes = settings.turnBytes();
        this.tls = settings.tls() != null;
        this.meters = meters;
        this.pace = new Pace(flow, context.executor(), this::fill);
        this.nextTurn = new NextTurn(context.executor(), this::fill);
        this.done = context.newPromise();
        this.position = parts.get(0).first();
        this.pages = readAhead == null ? null : readAhead.pages(parts, context.executor(), this::fill);
    }

    /** Sends it; the future ends when the last byte is flushed, or fails when one cannot be. */
    Future<Void> start() {
        done.addListener(over -> {
            pace.end();
            closeFile();
            if (pages != null) {
                pages.end();
            }
        });
        if (pages != null) {
            pages.start();
        }
        fill();
        return done;
    }

    @Override
    public long heldBackNanos() {
        return pace.waitedNanos();
    }

    /** More or less: what the kernel still holds counts as taken. */
    @Override
    public long bytesTaken() {
        ChannelOutboundBuffer pending = context.channel().unsafe().outboundBuffer();
        return pending != null && pending.current() instanceof FileSlice current
                ? flushed + current.transferred()
                : flushed;
    }

    private void fill() {
        if (filling || nextTurn.isDue()) {
            return;
        }
        filling = true;
        int files = 0;
        long turn = 0;
        try {
            while (hasNext() && unflushed < MAX_UNFLUSHED) {
                if (files >= FILES_IN_A_ROW || turn >= turnBytes) {
                    nextTurn.ask();
                    return;
                }
                int copied = copiedNext();
                boolean slice = copied == 0 && ended == null;
                int bytes = slice ? nextSlice() : copiedBytes(copied);
                if (!isInMemory(next + (slice ? 1 : copied)) || !pace.permits(bytes)) {
                    return;
                }
                write(slice ? slice(bytes) : copy(copied, bytes));
                files += Math.max(1, copied);
                turn += bytes;
            }
        } catch (IOException e) {
            fail(e);
        } catch (RuntimeException | OutOfMemoryError e) {
            done.tryFailure(e);
        } finally {
            filling = false;
        }
        if (unflushed == 0 && failure != null) {
            done.tryFailure(failure);
        } else if (unflushed == 0 && !hasNext() && !done.isDone() && !ending) {
            ending = true;
            context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT, done);
        }
    }

    private boolean isInMemory(int files) {
        return pages == null || pages.permits(files);
    }

    private void fail(IOException cause) {
        failure = new IOException(parts.get(next).file().path() + ": " + cause.getMessage(), cause);
    }

    private boolean hasNext() {
        return (next < parts.size() || ended != null) && failure == null && !done.isDone();
    }

    /** How many parts come next in one buffer. */
    private int copiedNext() {
        long bytes = 0;
        int count = 0;
        while (next + count < parts.size() && count < FILES_IN_A_ROW) {
            BundlePart part = parts.get(next + count);
            bytes += part.lengthWithTrailer();
            if (open != null || part.length() > COPIED_BYTES || (count > 0 && bytes > pace.slice(BUFFER_BYTES))) {
                break;
            }
            count++;
        }
        return count;
    }

    private int copiedBytes(int count) {
        long bytes = ended == null ? 0 : Bundle.TRAILER_BYTES;
        for (BundlePart part : parts.subList(next, next + count)) {
            bytes += part.lengthWithTrailer();
        }
        return (int) bytes;
    }

    private int nextSlice() {
        return (int) Math.min(pace.slice(sliceBytes), parts.get(next).file().size() - position);
    }

    /** The trailer that is due, and so many whole parts with theirs. */
    private ByteBuf copy(int count, int bytes) {
        ByteBuf buffer = context.alloc().directBuffer(bytes, bytes);
        boolean handedOver = false;
        try {
            if (ended != null) {
                Bundle.writeTrailer(ended.file().etag(), buffer);
                ended = null;
            }
            for (int i = 0; i < count && failure == null; i++) {
                copy(parts.get(next), buffer);
            }
            handedOver = true;
            return buffer;
        } finally {
            if (!handedOver) {
                buffer.release();
            }
        }
    }

    private void copy(BundlePart part, ByteBuf to) {
        int complete = to.writerIndex();
        try {
            read(part, to);
            Bundle.writeTrailer(part.file().etag(), to);
            proceed();
        } catch (IOException e) {
            to.writerIndex(complete);
            fail(e);
        }
    }

    private static void read(BundlePart part, ByteBuf to) throws IOException {
        OpenFile file = OpenFile.open(part.file());
        try {
            if (part.length() > 0) {
                file.read(part.first(), (int) part.length(), to);
            }
        } finally {
            file.release();
        }
    }

    private Object slice(int count) throws IOException {
        BundlePart part = parts.get(next);
        OpenFile file = open == null ? OpenFile.open(part.file()) : open;
        open = file;
        Object slice = tls ? buffered(file, count) : new FileSlice(file, position, count);
        position += count;
        if (position == part.file().size()) {
            ended = part;
            closeFile();
            proceed();
        }
        return slice;
    }

    private ByteBuf buffered(OpenFile file, int count) throws IOException {
        ByteBuf buffer = context.alloc().directBuffer(count, count);
        boolean handedOver = false;
        try {
            file.read(position, count, buffer);
            handedOver = true;
            return buffer;
        } finally {
            if (!handedOver) {
                buffer.release();
            }
        }
    }

    private void write(Object bytes) {
        boolean sendfile = bytes instanceof FileSlice;
        long count = bytes instanceof FileSlice slice ? slice.count() : ((ByteBuf) bytes).readableBytes();
        unflushed++;
        context.writeAndFlush(bytes).addListener(written -> {
            unflushed--;
            if (written.isSuccess()) {
                flushed += count;
                if (sendfile || tls) {
                    meters.addSent(count, tls);
                } else {
                    meters.addCopied(count);
                }
                fill();
            } else {
                done.tryFailure(written.cause());
            }
        });
    }

    private void proceed() {
        next++;
        position = next < parts.size() ? parts.get(next).first() : 0;
    }

    private void closeFile() {
        if (open != null) {
            open.release();
            open = null;
        }
    }
}
