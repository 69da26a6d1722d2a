/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.connection.PeerCall;
import io.idaeus.sidecar.fetch.connection.PeerConnectionPools;
import io.idaeus.sidecar.fetch.connection.PeerRequest;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.fetch.file.PieceSinks;
import io.idaeus.sidecar.fetch.file.WrittenPageEvictor;
import io.netty.channel.EventLoop;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What all fetches of a fetcher share.
 *
 * @param loops picks an event loop
 * @param permits of the whole node
 * @param disk threads that may block on files
 */
record FetchContext(
        PieceSettings settings,
        PeerConnectionPools pools,
        Supplier<EventLoop> loops,
        ConnectionPermits permits,
        Executor disk,
        PieceSinks sinks,
        Bundles bundles,
        FetchMetrics metrics) {

    FetchMetrics metrics(FetchRequest request) {
        return metrics.of(request.peer());
    }

    /** Calls back with a permit of the request's and one of the node's; {@link #givePermitBack} returns both. */
    void takePermit(FetchRequest request, Runnable granted) {
        request.permits().take(() -> permits.take(granted));
    }

    void givePermitBack(FetchRequest request) {
        permits.giveBack();
        request.permits().giveBack();
    }

    PeerCall call(FetchRequest request, PeerRequest what, PeerCall.Outcome outcome) {
        return new PeerCall(what, request.permits().pace(), pools, metrics(request), outcome);
    }

    WrittenPageEvictor evictor() {
        return sinks.evictor();
    }
}
