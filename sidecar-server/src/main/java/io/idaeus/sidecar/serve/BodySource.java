/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.serve.page.BodyPages;
import io.idaeus.sidecar.serve.page.ReadAhead;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;

/**
 * The bytes of one response body, slice by slice. Lives on the channel's event loop.
 */
interface BodySource {

    boolean hasNext();

    /**
     * The size of the next slice; requires {@link #hasNext}.
     *
     * @param rateLimit bytes per second: at a low limit slices are small, or peers would time out
     */
    int nextBytes(long rateLimit);

    /** How many files the next slice opens; requires {@link #nextBytes}. */
    int nextFiles();

    /**
     * The next slice, of the size in {@link #nextBytes}: a {@link FileSlice} or a buffer, owned by the caller. Shorter where a
     * later file of it cannot be read.
     *
     * @throws IOException when its first file cannot be read
     */
    Object next(ByteBufAllocator allocator) throws IOException;

    BodyPages readAhead(ReadAhead readAhead, EventExecutor loop, Runnable resume);

    /** Releases its files. Slices keep theirs open. */
    void close();
}
