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
 * The bytes of one response body, in slices, for {@link BodySender}. A slice is what one write sends. Lives on the channel's
 * event loop.
 */
interface BodySource {

    boolean hasNext();

    /**
     * The size of the next slice. Only while {@link #hasNext}.
     *
     * @param rateLimit bytes per second; at a low limit slices are small, or peers would time out
     */
    int nextBytes(long rateLimit);

    /** How many files the slice opens at most. Asked after {@link #nextBytes}. */
    int nextFiles();

    /**
     * The slice whose size {@link #nextBytes} told: a {@link FileSlice} or a buffer, which the caller owns. It is shorter
     * where a file fails in its middle.
     *
     * @throws IOException when its first file cannot be read
     */
    Object next(ByteBufAllocator allocator) throws IOException;

    /** Starts reading ahead. */
    BodyPages readAhead(ReadAhead readAhead, EventExecutor loop, Runnable resume);

    /** Closes files. Slices that were taken keep theirs open. */
    void close();
}
