/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.compression.CodecThreads;
import io.idaeus.sidecar.compression.Decompressor;
import io.idaeus.sidecar.fetch.connection.PeerCall;
import io.idaeus.sidecar.fetch.connection.PeerConnectionPools;
import io.idaeus.sidecar.fetch.file.PieceSettings;
import io.idaeus.sidecar.fetch.file.PieceSinks;
import io.idaeus.sidecar.fetch.file.WrittenPageEvictor;
import io.idaeus.sidecar.fetch.request.PeerRequest;
import io.netty.channel.EventLoop;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings and services that all fetches of a fetcher share.
 *
 * @param decompressors null where zstd is not available
 */
@RecordBuilder
record FetchContext(
        PieceSettings settings,
        PeerConnectionPools pools,
        Supplier<EventLoop> loops,
        ConnectionPermits permits,
        Executor disk,
        PieceSinks sinks,
        Bundles bundles,
        @Nullable CodecThreads<Decompressor> decompressors,
        FetchMetrics metrics) {

    FetchMetrics metrics(FetchRequest request) {
        return metrics.of(request.peer());
    }

    // A permit of the request and one of the node.
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
