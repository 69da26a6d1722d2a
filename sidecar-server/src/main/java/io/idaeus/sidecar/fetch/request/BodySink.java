/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Takes the body of a response, on the event loop of the exchange. After {@link #settle} has called back, it belongs to the
 * caller until the next exchange.
 */
public interface BodySink {

    /** Checks the bytes, and writes or queues them. The caller releases the buffer. */
    void append(ByteBuf bytes) throws IOException, PeerCallException;

    /** The sink calls back on the loop, and {@code resume} when it is no longer full. */
    default void attach(Executor loop, Runnable resume) {}

    /** A full sink takes no bytes. */
    default boolean isFull() {
        return false;
    }

    /** A direct buffer of at most so many bytes, which {@link #append} need not copy; null for any buffer. */
    default @Nullable ByteBuf lend(int most) {
        return null;
    }

    /** Then body bytes that arrive with the head are copied. */
    default boolean lends() {
        return false;
    }

    /** Calls back once no write is in flight. */
    default void settle(Settled listener) {
        listener.settled(null);
    }

    /** On the event loop of the exchange. */
    interface Settled {
        void settled(@Nullable Throwable failure);
    }
}
