/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Where one range of a file goes as it comes. One exchange at a time feeds it, on the event loop of that exchange; between
 * exchanges it belongs to whoever was told that it has settled.
 */
interface BodySink {

    /** The first byte of the range, in the file. */
    long first();

    /** The byte that is due next. */
    long position();

    /** The byte after the last. */
    long end();

    /** Takes the next bytes: checks them, and writes them or sees to it. No more than the range still lacks. */
    void append(ByteBuf bytes) throws IOException;

    /** Forgets every byte, so that the first of the range is due. */
    void restart() throws IOException;

    /** An exchange begins: tasks of the sink's run there, and it is told when a full sink can take more. */
    default void attach(Executor loop, Runnable resume) {}

    /** Whether nothing more can be taken until the sink says so. */
    default boolean isFull() {
        return false;
    }

    /** Where the next bytes should be read to, at most so many, for {@link #append} to find them in place; null for anywhere. */
    default @Nullable ByteBuf lend(int most) {
        return null;
    }

    /** Whether it lends: then the bytes that come with a response's head should be few, for they are copied. */
    default boolean lends() {
        return false;
    }

    /** After an exchange: tells when nothing is under way any more, and what went wrong, if anything did. */
    default void settle(Settled told) {
        told.settled(null);
    }

    /** Told on the event loop of the exchange. */
    interface Settled {
        void settled(@Nullable IOException failure);
    }
}
