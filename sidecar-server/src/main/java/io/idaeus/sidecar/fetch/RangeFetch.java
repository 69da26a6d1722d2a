/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.compression.CodecThreads;
import io.idaeus.sidecar.compression.Decompressor;
import io.idaeus.sidecar.fetch.connection.PeerCall;
import io.idaeus.sidecar.fetch.request.CallFailure;
import io.idaeus.sidecar.fetch.request.PeerBlocksRequest;
import io.idaeus.sidecar.fetch.request.PeerCallException;
import io.idaeus.sidecar.fetch.request.PeerExcerptRequest;
import io.idaeus.sidecar.fetch.request.PeerRangeRequest;
import io.idaeus.sidecar.fetch.request.PeerRequest;
import io.idaeus.sidecar.fetch.request.RangeSink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests what a sink lacks, compressed or not. After an invalid compressed response the rest comes uncompressed. An
 * excerpt is never compressed, and may take several requests.
 */
final class RangeFetch implements PeerCall.Outcome {
    private static final Logger LOG = LoggerFactory.getLogger(RangeFetch.class);

    // Higher levels cost more CPU time than they save, except on the weakest links.
    private static final int LEVEL = 1;

    private final FetchContext context;
    private final FetchRequest request;
    private final RangeSink sink;
    private final PeerCall.Outcome outcome;
    private final CompressionChoice compression;
    private volatile @Nullable PeerCall call;
    private volatile boolean cancelled;
    private volatile boolean plainOnly;
    private volatile boolean compressed;
    private volatile boolean last = true;

    RangeFetch(FetchContext context, FetchRequest request, RangeSink sink, PeerCall.Outcome outcome) {
        this.context = context;
        this.request = request;
        this.sink = sink;
        this.outcome = outcome;
        this.compression = request.compression();
    }

    void start() {
        if (request.excerpt() != null && sink.position() == sink.end()) {
            // The connection was lost after the last byte, before the end of the response.
            outcome.received();
            return;
        }
        PeerCall next = context.call(request, next(), this);
        call = next;
        if (cancelled) {
            next.cancel();
        }
        next.start();
    }

    /** The outcome follows. */
    void cancel() {
        cancelled = true;
        PeerCall running = call;
        if (running != null) {
            running.cancel();
        }
    }

    private PeerRequest next() {
        if (request.excerpt() != null) {
            PeerExcerptRequest next = new PeerExcerptRequest(request.remote(), sink);
            last = next.isLast();
            return next;
        }
        CodecThreads<Decompressor> threads = context.decompressors();
        compressed = threads != null && !plainOnly && !compression.isOff();
        if (threads == null || !compressed) {
            return new PeerRangeRequest(request.remote(), sink);
        }
        FetchMetrics metrics = context.metrics(request);
        return new PeerBlocksRequest(request.remote(), sink, LEVEL, threads, (wire, plain) -> {
            metrics.blockReceived(wire, plain);
            compression.arrived(wire, plain);
        });
    }

    @Override
    public void nearlyReceived() {
        if (last) {
            outcome.nearlyReceived();
        }
    }

    @Override
    public void received() {
        if (last) {
            outcome.received();
            return;
        }
        try {
            start();
        } catch (RuntimeException | Error defect) {
            outcome.failed(defect);
        }
    }

    @Override
    public void failed(Throwable failure) {
        if (cancelled || !compressed || !isProtocolFailure(failure)) {
            outcome.failed(failure);
            return;
        }
        try {
            LOG.warn("{}; the rest is fetched without compression", failure.getMessage());
            context.metrics(request).compressionFailed();
            compression.failed();
            plainOnly = true;
            start();
        } catch (RuntimeException | Error defect) {
            outcome.failed(defect);
        }
    }

    private static boolean isProtocolFailure(Throwable failure) {
        return failure instanceof PeerCallException call && call.reason() == CallFailure.PROTOCOL;
    }
}
