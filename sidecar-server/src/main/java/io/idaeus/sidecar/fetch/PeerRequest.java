/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What one exchange asks a peer for, and what becomes of the answer. Lives on the exchange's event loop. */
interface PeerRequest {

    HttpRequest request();

    /**
     * Looks at the head of a 200 or 206.
     *
     * @return how many bytes of body will come
     * @throws FetchException when it is not the answer to what was asked
     */
    long accept(HttpResponse head) throws FetchException;

    /** Takes the next bytes of the body, never more than {@link #accept} said. */
    void take(ByteBuf bytes) throws FetchException;

    /** How far it is, for a message: {@code byte 5 of 9}. */
    String progress();

    /** See {@link BodySink#attach}. */
    default void attach(Executor loop, Runnable resume) {}

    /** See {@link BodySink#isFull}. */
    default boolean isFull() {
        return false;
    }

    /** See {@link BodySink#lend}. */
    default @Nullable ByteBuf lend(int most) {
        return null;
    }

    /** See {@link BodySink#lends}. */
    default boolean lends() {
        return false;
    }

    /** See {@link BodySink#settle}. */
    default void settle(BodySink.Settled told) {
        told.settled(null);
    }
}
