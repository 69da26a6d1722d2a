/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.connection.PeerCall;
import io.idaeus.sidecar.fetch.file.PieceSink;
import io.idaeus.sidecar.fetch.file.ReceivedPiece;
import io.idaeus.sidecar.fetch.request.CallFailure;
import io.idaeus.sidecar.fetch.request.PeerCallException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fetches one piece. When a connection is lost after some progress, continues over another. */
final class PieceRun implements PeerCall.Outcome {
    // With less progress than this, the fetch as a whole backs off and retries.
    private static final long PROGRESS_BYTES = 256 * 1024;

    private static final Set<CallFailure> CONTINUABLE = Set.of(CallFailure.CONNECTION_LOST, CallFailure.TIMED_OUT);

    interface Ended {
        /** At most once, before the end: another piece can follow on the connection. */
        void nearlyEnded();

        /** Called once, with nothing in flight. */
        void ended(PieceRun run, @Nullable Throwable failure);
    }

    private final FetchContext context;
    private final FetchRequest request;
    private final int index;
    private final PieceSink sink;
    private final Ended listener;
    private volatile @Nullable RangeFetch call;
    private volatile boolean cancelled;
    private long startedAt;
    private boolean nearlyEnded;

    PieceRun(FetchContext context, FetchRequest request, int index, PieceSink sink, Ended listener) {
        this.context = context;
        this.request = request;
        this.index = index;
        this.sink = sink;
        this.listener = listener;
    }

    void start() {
        try {
            startedAt = sink.position();
            RangeFetch next = new RangeFetch(context, request, sink, this);
            call = next;
            if (cancelled) {
                next.cancel();
            }
            next.start();
        } catch (RuntimeException | Error defect) {
            end(defect);
        }
    }

    void cancel() {
        cancelled = true;
        RangeFetch running = call;
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
    public void nearlyReceived() {
        // Once, also where the piece then continues over another connection.
        if (!nearlyEnded) {
            nearlyEnded = true;
            listener.nearlyEnded();
        }
    }

    boolean isNearlyEnded() {
        return nearlyEnded;
    }

    @Override
    public void received() {
        Throwable defect = null;
        try {
            context.metrics(request).pieceReceived();
        } catch (RuntimeException | Error e) {
            defect = e;
        }
        end(defect);
    }

    @Override
    public void failed(Throwable failure) {
        Throwable outcome = failure;
        if (isContinuable(failure)) {
            try {
                context.metrics(request).pieceRetried();
                start();
                return;
            } catch (RuntimeException | Error defect) {
                outcome = defect;
            }
        }
        end(outcome);
    }

    private boolean isContinuable(Throwable failure) {
        return !cancelled
                && sink.position() - startedAt >= PROGRESS_BYTES
                && failure instanceof PeerCallException lost
                && CONTINUABLE.contains(lost.reason());
    }

    private void end(@Nullable Throwable failure) {
        Throwable outcome = failure;
        try {
            sink.close();
            if (failure != null) {
                request.progress().accept(-sink.reported());
            }
        } catch (RuntimeException | Error defect) {
            outcome = defect;
        }
        listener.ended(this, outcome);
    }
}
