/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;

/** A request and the sink for its response, on one event loop. */
public interface PeerRequest {

    /** The component; the first where there are several. */
    RemoteFile file();

    HttpRequest message();

    /**
     * @return bytes of body to come
     * @throws PeerCallException when the head does not answer the request
     */
    long accept(HttpResponse head) throws PeerCallException, IOException;

    /** Whether the body tells its end: what {@link #accept} returns is an estimate then. */
    default boolean endsItself() {
        return false;
    }

    /**
     * Bytes of body to come, 0 at its end; asked after each read.
     *
     * @param counted what is left of what {@link #accept} announced
     */
    default long left(long counted) {
        return counted;
    }

    /** Takes the bytes that {@link #accept} announced. */
    BodySink sink();

    /** For messages: {@code byte 5 of 9}. */
    String progress();
}
