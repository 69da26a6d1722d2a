/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings one piece. A connection that is lost after it brought something is replaced, and the piece goes on where it was.
 */
final class PieceRun implements PeerCall.Outcome {
    /** Less than this is no progress: then the fetch as a whole waits and tries again. */
    private static final long PROGRESS_BYTES = 256 * 1024;

    private static final Set<Reason> GOES_ON = Set.of(Reason.CONNECTION_LOST, Reason.TIMED_OUT);

    /** Told once, when nothing is under way any more. */
    interface Ended {
        void ended(PieceRun run, @Nullable FetchException failure);
    }

    private final FetchRequest request;
    private final int index;
    private final PieceSink sink;
    private final PeerConnectionPools pools;
    private final FetchMetrics meters;
    private final Ended ended;
    private volatile @Nullable PeerCall reception;
    private volatile boolean cancelled;
    private long startedAt;

    PieceRun(
            FetchRequest request,
            int index,
            PieceSink sink,
            PeerConnectionPools pools,
            FetchMetrics meters,
            Ended ended) {
        this.request = request;
        this.index = index;
        this.sink = sink;
        this.pools = pools;
        this.meters = meters;
        this.ended = ended;
    }

    void start() {
        startedAt = sink.position();
        PeerCall next = new PeerCall(request, new PeerRangeRequest(request, sink), pools, meters, this);
        reception = next;
        if (cancelled) {
            next.cancel();
        }
        next.start();
    }

    void cancel() {
        cancelled = true;
        PeerCall running = reception;
        if (running != null) {
            running.cancel();
        }
    }

    int index() {
        return index;
    }

    ReceivedPiece piece() {
        return new ReceivedPiece(index, sink.crc32());
    }

    @Override
    public void received() {
        sink.close();
        meters.pieceReceived();
        ended.ended(this, null);
    }

    @Override
    public void failed(FetchException failure) {
        boolean moved = sink.position() - startedAt >= PROGRESS_BYTES;
        if (moved && !cancelled && GOES_ON.contains(failure.reason())) {
            meters.pieceRetried();
            start();
        } else {
            sink.close();
            request.progress().accept(-sink.told());
            ended.ended(this, failure);
        }
    }
}
