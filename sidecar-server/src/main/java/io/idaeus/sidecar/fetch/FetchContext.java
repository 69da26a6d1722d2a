/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What every fetch of a fetcher works with.
 *
 * @param loops gives an event loop to live on
 * @param node how much the whole node receives at once
 * @param disk threads that may block on files
 */
record FetchContext(
        PieceSettings settings,
        PeerConnectionPools pools,
        Supplier<EventLoop> loops,
        ConnectionPermits node,
        Executor disk,
        PieceSinks sinks,
        Bundles bundles,
        FetchMetrics meters) {

    /** What is counted of the request's peer. */
    FetchMetrics meters(FetchRequest request) {
        return meters.of(request.peer());
    }

    /** Calls back with a lane of the request's and one of the node's. */
    void takeLane(FetchRequest request, Runnable granted) {
        request.lanes().take(() -> node.take(granted));
    }

    void giveLaneBack(FetchRequest request) {
        node.giveBack();
        request.lanes().giveBack();
    }

    WrittenPageEvictor written() {
        return sinks.written();
    }

    PieceFile open(FetchRequest request, PieceLayout pieces) throws IOException, FetchException {
        return sinks.open(request, pieces);
    }
}
