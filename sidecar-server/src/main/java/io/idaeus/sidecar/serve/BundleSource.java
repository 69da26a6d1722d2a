/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.serve.file.OpenFile;
import io.idaeus.sidecar.serve.file.SentBundleFile;
import io.idaeus.sidecar.serve.file.SmallReads;
import io.idaeus.sidecar.serve.page.BodyPages;
import io.idaeus.sidecar.serve.page.ReadAhead;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.wire.Bundle;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a bundle, each followed by its trailer. Small files are copied into one buffer, larger ones are cut into
 * segments. At most one file is open, besides those of unflushed segments.
 */
final class BundleSource implements BodySource {
    // A system call and a packet for each small file would cost more than the copy.
    static final int MAX_COPIED_FILE_BYTES = 64 * 1024;

    private static final @Nullable SmallReads SMALL_READS = SmallReads.find();

    private static final int MAX_BUFFER_BYTES = 256 * 1024;

    private final List<SentBundleFile> parts;
    private final int segmentBytes;
    private final SegmentEncoding encoding;

    // The next part, and the position in its file.
    private int part;
    private long position;

    // The file of the next part, once its first segment was taken.
    private @Nullable OpenFile open;

    // The part whose last segment was taken, and whose trailer comes next.
    private @Nullable SentBundleFile trailer;

    // How many whole parts the next segment copies.
    private int copied;

    private int nextBytes;

    BundleSource(List<SentBundleFile> parts, ServeSettings settings) {
        this.parts = parts;
        this.segmentBytes = settings.bodySegmentBytes();
        this.encoding = SegmentEncoding.of(settings);
        this.position = parts.get(0).first();
    }

    @Override
    public boolean hasNext() {
        return part < parts.size() || trailer != null;
    }

    @Override
    public int nextBytes(long rateLimit) {
        copied = copiedParts(Throttle.portion(rateLimit, MAX_BUFFER_BYTES));
        nextBytes = isCopy() ? copiedBytes() : segmentBytes(rateLimit);
        return nextBytes;
    }

    @Override
    public int nextFiles() {
        return Math.max(1, copied);
    }

    @Override
    public Object next(ByteBufAllocator allocator) throws IOException {
        try {
            return isCopy() ? copy(allocator) : segment(allocator);
        } catch (IOException e) {
            throw new IOException(parts.get(part).path() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public BodyPages readAhead(ReadAhead readAhead, EventExecutor loop, Runnable resume) {
        return readAhead.pages(parts, loop, resume);
    }

    @Override
    public void close() {
        if (open != null) {
            open.release();
            open = null;
        }
    }

    private boolean isCopy() {
        return copied > 0 || trailer != null;
    }

    private int copiedParts(int maxBytes) {
        if (open != null) {
            return 0;
        }
        long bytes = 0;
        int count = 0;
        while (part + count < parts.size() && count < BodySender.FILES_PER_TURN) {
            SentBundleFile next = parts.get(part + count);
            bytes += next.bodyBytes();
            // A single small file is copied at any rate limit.
            if (next.length() > MAX_COPIED_FILE_BYTES || (count > 0 && bytes > maxBytes)) {
                break;
            }
            count++;
        }
        return count;
    }

    private int copiedBytes() {
        long bytes = trailer == null ? 0 : Bundle.TRAILER_BYTES;
        for (int i = part; i < part + copied; i++) {
            bytes += parts.get(i).bodyBytes();
        }
        return (int) bytes;
    }

    private int segmentBytes(long rateLimit) {
        long left = parts.get(part).end() - position;
        return (int) Math.min(Throttle.portion(rateLimit, segmentBytes), left);
    }

    private ByteBuf copy(ByteBufAllocator allocator) throws IOException {
        ByteBuf buffer = allocator.directBuffer(nextBytes, nextBytes);
        boolean handedOver = false;
        try {
            copyTo(buffer);
            handedOver = true;
            return buffer;
        } finally {
            if (!handedOver) {
                buffer.release();
            }
        }
    }

    private void copyTo(ByteBuf buffer) throws IOException {
        if (trailer != null) {
            Bundle.writeTrailer(trailer.file().etag(), buffer);
            trailer = null;
        }
        for (int i = 0; i < copied; i++) {
            int complete = buffer.writerIndex();
            try {
                copy(parts.get(part), buffer);
            } catch (IOException e) {
                if (complete == 0) {
                    throw e;
                }
                // The next segment starts with this file and fails.
                buffer.writerIndex(complete);
                return;
            }
            nextPart();
        }
    }

    private static void copy(SentBundleFile part, ByteBuf to) throws IOException {
        if (SMALL_READS != null && SmallReads.canName(part.file())) {
            SMALL_READS.read(part.file(), part.first(), (int) part.length(), to);
        } else {
            OpenFile file = OpenFile.open(part.file());
            try {
                file.read(part.first(), (int) part.length(), to);
            } finally {
                file.release();
            }
        }
        Bundle.writeTrailer(part.file().etag(), to);
    }

    private Object segment(ByteBufAllocator allocator) throws IOException {
        SentBundleFile current = parts.get(part);
        OpenFile file = open == null ? OpenFile.open(current.file()) : open;
        open = file;
        Object segment = encoding.encode(file, position, nextBytes, allocator);
        position += nextBytes;
        if (position == current.end()) {
            trailer = current;
            close();
            nextPart();
        }
        return segment;
    }

    private void nextPart() {
        part++;
        position = part < parts.size() ? parts.get(part).first() : 0;
    }
}
