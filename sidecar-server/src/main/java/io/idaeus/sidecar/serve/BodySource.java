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

/** The bytes of one response body. Lives on the channel's event loop. */
interface BodySource {

    boolean hasNext();

    /**
     * The next segment's size; requires {@link #hasNext}.
     *
     * @param rateLimit bytes per second; a low one makes segments small
     */
    int nextBytes(long rateLimit);

    /** How many files the next segment opens; requires {@link #nextBytes}. */
    int nextFiles();

    /**
     * A {@link io.idaeus.sidecar.serve.file.FileSegment} or a buffer of {@link #nextBytes}, owned by the caller; shorter where a later file cannot be
     * read.
     *
     * @throws IOException when its first file cannot be read
     */
    Object next(ByteBufAllocator allocator) throws IOException;

    BodyPages readAhead(ReadAhead readAhead, EventExecutor loop, Runnable resume);

    /** Releases its files; segments keep theirs open. */
    void close();
}
