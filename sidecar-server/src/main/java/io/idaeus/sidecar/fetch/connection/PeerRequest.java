/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;

/** A request to a peer, and the sink for its response. Lives on the event loop of its exchange. */
public interface PeerRequest {

    /** The requested component, or the first of several. */
    RemoteFile file();

    HttpRequest message();

    /**
     * Checks the head of a 200 or 206.
     *
     * @return bytes of body to come
     * @throws PeerCallException when it does not answer the request
     */
    long accept(HttpResponse head) throws PeerCallException, IOException;

    /** Takes exactly the bytes that {@link #accept} announced. */
    BodySink sink();

    /** How far the response is, for messages: {@code byte 5 of 9}. */
    String progress();
}
