/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.serve.file.OpenFile;
import io.idaeus.sidecar.serve.page.BodyPages;
import io.idaeus.sidecar.serve.page.ReadAhead;
import io.idaeus.sidecar.serve.page.SentRange;
import io.idaeus.sidecar.throttle.Throttle;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;

/** A byte range of one file. Owns its reference to the file. */
final class FileSource implements BodySource {
    private final OpenFile file;
    private final long first;
    private final long end;
    private final int segmentBytes;
    private final SegmentEncoding encoding;
    private long position;
    private int nextBytes;

    FileSource(OpenFile file, long first, long length, ServeSettings settings) {
        this.file = file;
        this.first = first;
        this.end = first + length;
        this.segmentBytes = settings.bodySegmentBytes();
        this.encoding = SegmentEncoding.of(settings);
        this.position = first;
    }

    @Override
    public boolean hasNext() {
        return position < end;
    }

    @Override
    public int nextBytes(long rateLimit) {
        nextBytes = (int) Math.min(Throttle.portion(rateLimit, segmentBytes), end - position);
        return nextBytes;
    }

    @Override
    public int nextFiles() {
        return 0;
    }

    @Override
    public Object next(ByteBufAllocator allocator) throws IOException {
        Object segment = encoding.encode(file, position, nextBytes, allocator);
        position += nextBytes;
        return segment;
    }

    @Override
    public BodyPages readAhead(ReadAhead readAhead, EventExecutor loop, Runnable resume) {
        return readAhead.pages(new SentRange(file.path(), file.size(), first, end), loop, resume);
    }

    @Override
    public void close() {
        file.release();
    }
}
