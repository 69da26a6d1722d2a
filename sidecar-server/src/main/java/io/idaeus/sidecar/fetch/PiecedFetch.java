/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchResult.AlreadyThere;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fault;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Mismatch;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches a file in pieces. Each piece that is missing takes a lane and a connection; what came is forced and recorded by a
 * disk thread, several pieces at a time; when all are recorded, their CRCs must combine to the file's. After a failure no
 * more pieces are begun, and those under way are kept.
 *
 * <p>Decides on one event loop, its home; others only tell it what happened.
 */
@SuppressWarnings("FutureReturnValueIgnored") // every failure ends in the fetch's own future
final class PiecedFetch implements Fetching<FetchResult> {
    private static final Logger LOG = LoggerFactory.getLogger(PiecedFetch.class);

    private final FetchRequest request;
    private final FetchContext means;
    private final PieceLayout pieces;
    private final EventLoop home;
    private final CompletableFuture<FetchResult> future = new CompletableFuture<>();
    private final Runnable ended;

    private @Nullable PieceFile file;
    private int[] crcs = {};
    private long resumed;
    private final BitSet missing = new BitSet();
    private final Set<PieceRun> running = new HashSet<>();
    private List<ReceivedPiece> received = new ArrayList<>();
    private boolean asking;
    private boolean recording;
    private boolean comparing;
    private boolean over;
    private int refetches;
    private @Nullable FetchException failure;

    /** @param ended runs once, when it has a result or is cancelled, and nothing of it is open any more */
    PiecedFetch(FetchRequest request, FetchContext means, Runnable ended) {
        this.request = request;
        this.means = means;
        this.pieces = new PieceLayout(request.size(), means.settings().pieceBytes());
        this.home = means.loops().get();
        this.ended = ended;
    }

    @Override
    public CompletableFuture<FetchResult> start() {
        future.whenComplete((result, problem) -> {
            if (future.isCancelled()) {
                home.execute(this::cancelled);
            }
        });
        try {
            means.disk().execute(this::prepare);
        } catch (RejectedExecutionException closed) {
            future.cancel(true);
            ended.run();
        }
        return future;
    }

    @Override
    public void cancel() {
        future.cancel(true);
    }

    private void prepare() {
        try {
            if (future.isDone()) {
                home.execute(() -> end(null));
            } else if (Files.isRegularFile(request.destination(), LinkOption.NOFOLLOW_LINKS)
                    && Files.size(request.destination()) == request.size()) {
                Files.deleteIfExists(PieceJournal.of(request.part()));
                home.execute(() -> end(new AlreadyThere(request.size())));
            } else {
                PieceFile opened = means.open(request, pieces);
                home.execute(() -> opened(opened));
            }
        } catch (FetchException e) {
            home.execute(() -> end(result(e)));
        } catch (IOException e) {
            FetchException local = FetchException.local(request.part(), e);
            home.execute(() -> end(result(local)));
        } catch (RuntimeException e) {
            home.execute(() -> broken(e));
        }
    }

    private void opened(PieceFile opened) {
        file = opened;
        crcs = new int[pieces.count()];
        missing.set(0, crcs.length);
        opened.journal().recorded().stream().forEach(index -> {
            missing.clear(index);
            crcs[index] = opened.journal().crc32(index);
            resumed += pieces.length(index);
        });
        proceed();
    }

    /** Does what is to be done next, whatever happened. */
    private void proceed() {
        PieceFile open = file;
        if (over || open == null) {
            return;
        }
        boolean stopping = future.isDone() || failure != null;
        if (!stopping && !missing.isEmpty() && !asking) {
            asking = true;
            means.takeLane(request, () -> home.execute(() -> granted(open)));
        }
        if (!received.isEmpty() && !recording) {
            record(open);
        }
        if (running.isEmpty() && !recording && !comparing && !asking) {
            if (future.isDone()) {
                close(open, null);
            } else if (failure != null) {
                close(open, result(failure));
            } else if (missing.isEmpty()) {
                prove(open);
            }
        }
    }

    private void granted(PieceFile open) {
        asking = false;
        if (future.isDone() || failure != null || missing.isEmpty()) {
            means.giveLaneBack(request);
        } else {
            int index = missing.nextSetBit(0);
            missing.clear(index);
            PieceSink sink = means.sinks().sink(request, open, pieces, index);
            PieceRun run = new PieceRun(request, index, sink, means.pools(), means.meters(request), this::ended);
            running.add(run);
            run.start();
        }
        proceed();
    }

    private void ended(PieceRun run, @Nullable FetchException problem) {
        means.giveLaneBack(request);
        home.execute(() -> {
            running.remove(run);
            if (problem == null) {
                ReceivedPiece piece = run.piece();
                crcs[piece.index()] = piece.crc32();
                received.add(piece);
            } else {
                missing.set(run.index());
                failure = failure == null ? problem : failure;
            }
            proceed();
        });
    }

    private void record(PieceFile open) {
        List<ReceivedPiece> batch = received;
        received = new ArrayList<>();
        recording = true;
        onDisk(() -> open.record(batch), () -> recording = false);
    }

    private void prove(PieceFile open) {
        if (pieces.combine(crcs).equals(request.crc32())) {
            recording = true;
            onDisk(open::seal, () -> {
                means.meters(request).fetched(resumed);
                LOG.debug("{}: fetched, {} bytes in {} pieces", request.component(), request.size(), crcs.length);
                end(new Fetched(request.size(), resumed));
            });
            return;
        }
        comparing = true;
        PeerChecksumsRequest ask = new PeerChecksumsRequest(request, pieces);
        new PeerCall(request, ask, means.pools(), means.meters(request), new PeerCall.Outcome() {
                    @Override
                    public void received() {
                        try {
                            MismatchDiagnosis verdict =
                                    MismatchDiagnosis.of(pieces, crcs, ask.checksums(), request.crc32());
                            home.execute(() -> judged(open, verdict));
                        } catch (FetchException nonsense) {
                            failed(nonsense);
                        }
                    }

                    @Override
                    public void failed(FetchException problem) {
                        home.execute(() -> unjudged(open, problem));
                    }
                })
                .start();
    }

    private void judged(PieceFile open, MismatchDiagnosis verdict) {
        comparing = false;
        if (verdict.fault() == Fault.WIRE && !verdict.wrong().isEmpty() && refetches == 0) {
            refetches++;
            refetch(open, verdict.wrong());
        } else {
            mismatched(open, verdict.fault());
        }
    }

    private void unjudged(PieceFile open, FetchException problem) {
        comparing = false;
        if (problem.reason() == FetchResult.Reason.PROTOCOL) {
            LOG.debug("{}: the source tells no checksums of pieces", request.component(), problem);
            mismatched(open, Fault.UNKNOWN);
        } else {
            failure = problem;
            proceed();
        }
    }

    private void refetch(PieceFile open, List<ReceivedPiece> wrong) {
        LOG.warn(
                "{}: {} of {} pieces came otherwise than the source has them, fetched again: {}",
                ResponseHead.describe(request),
                wrong.size(),
                crcs.length,
                wrong.stream().map(ReceivedPiece::index).toList());
        recording = true;
        onDisk(() -> open.journal().revoke(wrong), () -> {
            recording = false;
            for (ReceivedPiece piece : wrong) {
                means.meters(request).pieceWrong();
                missing.set(piece.index());
                request.progress().accept(-pieces.length(piece.index()));
            }
        });
    }

    private void mismatched(PieceFile open, Fault fault) {
        Crc32 found = pieces.combine(crcs);
        means.meters(request).mismatched();
        LOG.warn(
                "{}: CRC32 {} (expected: {}; fault: {}), discarded",
                ResponseHead.describe(request),
                found,
                request.crc32(),
                fault);
        recording = true;
        onDisk(open::delete, () -> {
            request.progress().accept(-request.size());
            end(new Mismatch(found, request.crc32(), resumed, fault));
        });
    }

    /** Runs a task on a disk thread, and then goes on at home. */
    private void onDisk(DiskTask task, Runnable then) {
        means.disk().execute(() -> {
            try {
                task.run();
                home.execute(() -> {
                    then.run();
                    proceed();
                });
            } catch (IOException e) {
                FetchException local = FetchException.local(request.part(), e);
                home.execute(() -> {
                    recording = false;
                    failure = failure == null ? local : failure;
                    proceed();
                });
            }
        });
    }

    private void cancelled() {
        running.forEach(PieceRun::cancel);
        proceed();
    }

    private FetchResult result(FetchException problem) {
        means.meters(request).failed(problem.reason());
        LOG.debug("{}: {}", problem.reason(), problem.getMessage(), problem);
        return new Failed(
                problem.reason(), String.valueOf(problem.getMessage()), problem.retryAfter(), problem.getCause());
    }

    private void close(PieceFile open, @Nullable FetchResult result) {
        over = true;
        means.disk().execute(() -> {
            try {
                open.close();
            } catch (IOException e) {
                LOG.warn("{}: closing it failed", request.part(), e);
            }
            end(result);
        });
    }

    private void broken(RuntimeException defect) {
        over = true;
        future.completeExceptionally(defect);
        ended.run();
    }

    /** @param result null where it was cancelled */
    private void end(@Nullable FetchResult result) {
        over = true;
        if (result != null) {
            future.complete(result);
        }
        ended.run();
    }

    /** What may block on a file. */
    private interface DiskTask {
        void run() throws IOException;
    }
}
