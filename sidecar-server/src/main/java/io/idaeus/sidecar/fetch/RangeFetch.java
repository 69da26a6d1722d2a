/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.compression.CodecThreads;
import io.idaeus.sidecar.compression.Decompressor;
import io.idaeus.sidecar.fetch.connection.BodySink;
import io.idaeus.sidecar.fetch.connection.CallFailure;
import io.idaeus.sidecar.fetch.connection.PeerBlocksRequest;
import io.idaeus.sidecar.fetch.connection.PeerCall;
import io.idaeus.sidecar.fetch.connection.PeerCallException;
import io.idaeus.sidecar.fetch.connection.PeerRangeRequest;
import io.idaeus.sidecar.fetch.connection.PeerRequest;
import io.idaeus.sidecar.fetch.connection.RangeSink;
import io.idaeus.sidecar.fetch.connection.RemoteFile;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests what a sink lacks, compressed or not, by as many requests as that takes. After an invalid compressed response
 * the rest comes uncompressed.
 */
final class RangeFetch implements PeerCall.Outcome {
    private static final Logger LOG = LoggerFactory.getLogger(RangeFetch.class);

    // Higher levels cost more CPU time than they save, except on the weakest links.
    private static final int LEVEL = 1;

    private final FetchContext context;
    private final FetchRequest request;
    private final RangeSink sink;
    private final PeerCall.Outcome outcome;
    private final Compression compression;
    private volatile @Nullable PeerCall call;
    private volatile boolean cancelled;
    private volatile boolean plainOnly;

    private Compression.@Nullable Attempt attempt;
    private long startedAt;
    private volatile long endsAt;

    RangeFetch(FetchContext context, FetchRequest request, RangeSink sink, PeerCall.Outcome outcome) {
        this.context = context;
        this.request = request;
        this.sink = sink;
        this.outcome = outcome;
        this.compression = context.decompressors() == null ? Compression.off() : request.compression();
    }

    void start() {
        PeerCall next;
        try {
            next = context.call(request, next(), this);
        } catch (RuntimeException | Error defect) {
            end(false);
            throw defect;
        }
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
        CodecThreads<Decompressor> threads = context.decompressors();
        startedAt = sink.position();
        long left = sink.end() - startedAt;
        if (threads == null || plainOnly || compression.isOff()) {
            attempt = null;
            endsAt = sink.end();
            return new PeerRangeRequest(request.remote(), sink);
        }
        Compression.Attempt chosen = compression.next(left);
        attempt = chosen;
        long end = startedAt + Math.min(left, chosen.length());
        endsAt = end;
        if (!chosen.compressed()) {
            return new Timed(new PeerRangeRequest(request.remote(), sink, end), chosen);
        }
        FetchMetrics metrics = context.metrics(request);
        return new Timed(
                new PeerBlocksRequest(request.remote(), sink, end, LEVEL, threads, (wire, plain) -> {
                    metrics.blockReceived(wire, plain);
                    chosen.block(wire, plain);
                }),
                chosen);
    }

    @Override
    public void nearlyReceived() {
        // After a part of the range the next one follows, in the place of this one.
        if (endsAt == sink.end()) {
            outcome.nearlyReceived();
        }
    }

    @Override
    public void received() {
        try {
            end(true);
            if (sink.position() < sink.end()) {
                start();
                return;
            }
        } catch (RuntimeException | Error defect) {
            outcome.failed(defect);
            return;
        }
        outcome.received();
    }

    @Override
    public void failed(Throwable failure) {
        try {
            Compression.Attempt failed = end(false);
            if (!cancelled && failed != null && failed.compressed() && isProtocolFailure(failure)) {
                LOG.warn("{}; the rest is fetched without compression", failure.getMessage());
                context.metrics(request).compressionFailed();
                compression.failed();
                plainOnly = true;
                start();
                return;
            }
        } catch (RuntimeException | Error defect) {
            outcome.failed(defect);
            return;
        }
        outcome.failed(failure);
    }

    private Compression.@Nullable Attempt end(boolean complete) {
        Compression.Attempt ended = attempt;
        attempt = null;
        if (ended != null) {
            compression.ended(ended, complete, sink.position() - startedAt);
        }
        return ended;
    }

    private static boolean isProtocolFailure(Throwable failure) {
        return failure instanceof PeerCallException call && call.reason() == CallFailure.PROTOCOL;
    }

    /** Notes when the response began. */
    private static final class Timed implements PeerRequest {
        private final PeerRequest timed;
        private final Compression.Attempt chosen;

        Timed(PeerRequest timed, Compression.Attempt chosen) {
            this.timed = timed;
            this.chosen = chosen;
        }

        @Override
        public RemoteFile file() {
            return timed.file();
        }

        @Override
        public HttpRequest message() {
            return timed.message();
        }

        @Override
        public long accept(HttpResponse head) throws PeerCallException, IOException {
            chosen.accepted();
            return timed.accept(head);
        }

        @Override
        public boolean endsItself() {
            return timed.endsItself();
        }

        @Override
        public long left(long counted) {
            return timed.left(counted);
        }

        @Override
        public BodySink sink() {
            return timed.sink();
        }

        @Override
        public String progress() {
            return timed.progress();
        }
    }
}
