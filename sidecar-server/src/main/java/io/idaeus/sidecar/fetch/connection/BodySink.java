/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Takes the body of a response as it arrives. One exchange at a time feeds it, on the event loop of that exchange. Between
 * exchanges it belongs to whoever was told that it has settled.
 */
public interface BodySink {

    /** Takes the next bytes: checks them, and writes them or queues the write. The caller releases the buffer. */
    void append(ByteBuf bytes) throws IOException, PeerCallException;

    /** An exchange begins. The sink's callbacks run on the loop; it calls {@code resume} when it is no longer full. */
    default void attach(Executor loop, Runnable resume) {}

    /** Whether it takes no more bytes until it calls {@code resume}. */
    default boolean isFull() {
        return false;
    }

    /** A buffer of at most so many bytes to read into, which {@link #append} need not copy; null for any buffer. */
    default @Nullable ByteBuf lend(int most) {
        return null;
    }

    /** Whether it lends buffers. Body bytes that arrive with the response head should then be few: they are copied. */
    default boolean lends() {
        return false;
    }

    /** The exchange is over. Calls back once no write is in flight. */
    default void settle(Settled listener) {
        listener.settled(null);
    }

    /** Called on the event loop of the exchange. */
    interface Settled {
        /** @param failure of a write, or null */
        void settled(@Nullable Throwable failure);
    }
}
