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
import io.idaeus.sidecar.fetch.connection.PeerCall;
import io.idaeus.sidecar.fetch.file.PieceFile;
import io.idaeus.sidecar.fetch.file.PieceJournal;
import io.idaeus.sidecar.fetch.file.PieceLayout;
import io.idaeus.sidecar.fetch.file.PieceSink;
import io.idaeus.sidecar.fetch.file.ReceivedPiece;
import io.idaeus.sidecar.fetch.request.CallFailure;
import io.idaeus.sidecar.fetch.request.PeerCallException;
import io.idaeus.sidecar.fetch.request.PeerChecksumsRequest;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches a file in pieces, each with a permit and a connection. A disk thread forces and records several at a time. At the
 * end their CRCs must combine to the file's.
 *
 * <p>One event loop, the home, makes all decisions.
 */
@SuppressWarnings("FutureReturnValueIgnored") // every failure ends in the job's own future
final class PiecedFetch extends FetchJob<FetchResult> {
    private static final Logger LOG = LoggerFactory.getLogger(PiecedFetch.class);

    private final PieceLayout pieces;
    private final EventLoop home;

    private volatile @Nullable PieceFile file;
    private PieceState state = PieceState.OPENING;
    private int[] crcs = {};
    private long resumed;
    private final BitSet missing = new BitSet();
    private List<ReceivedPiece> received = new ArrayList<>();
    private List<ReceivedPiece> recording = List.of();
    private boolean refetched;
    private @Nullable Throwable failure;

    // The work in flight.
    private final Set<PieceRun> running = new HashSet<>();
    private boolean awaitsPermit;
    private boolean awaitsDisk;
    private @Nullable PeerCall comparison;

    private final PieceRun.Ended listener = new PieceRun.Ended() {
        @Override
        public void nearlyEnded() {
            context().givePermitBack(request());
        }

        @Override
        public void ended(PieceRun run, @Nullable Throwable problem) {
            PiecedFetch.this.ended(run, problem);
        }
    };

    PiecedFetch(FetchRequest request, FetchContext context, Runnable whenOver) {
        super(context, request, whenOver);
        this.pieces = new PieceLayout(request.bytes(), context.settings().pieceBytes());
        this.home = context.loops().get();
    }

    @Override
    void prepare() throws IOException {
        if (isDone()) {
            endCancelled();
        } else if (isFetched(request())) {
            Files.deleteIfExists(PieceJournal.of(request().part()));
            end(new AlreadyThere(request().bytes()));
        } else {
            PieceFile opened = context().sinks().open(request().target(), pieces, metrics());
            file = opened;
            atHome(() -> opened(opened.journal()));
        }
    }

    private void opened(PieceJournal journal) {
        crcs = new int[pieces.count()];
        missing.set(0, crcs.length);
        journal.recorded().stream().forEach(index -> {
            missing.clear(index);
            crcs[index] = journal.crc32(index);
            resumed += pieces.length(index);
        });
        moveTo(PieceState.RECEIVING);
        proceed();
    }

    private void proceed() {
        if (isDone() && !state.isEnding()) {
            moveTo(PieceState.STOPPING);
        }
        if (state == PieceState.RECEIVING && !missing.isEmpty() && !awaitsPermit) {
            awaitsPermit = true;
            context().takePermit(request(), () -> atHome(this::granted));
        }
        if (state == PieceState.RECEIVING || state == PieceState.STOPPING) {
            recordReceived();
        }
        if (isIdle() && state == PieceState.STOPPING) {
            close();
        } else if (isIdle() && state == PieceState.RECEIVING && missing.isEmpty()) {
            prove();
        }
    }

    private boolean isIdle() {
        return running.isEmpty() && !awaitsPermit && !awaitsDisk && comparison == null;
    }

    private void granted() {
        awaitsPermit = false;
        boolean handedOver = false;
        try {
            if (state == PieceState.RECEIVING && !isDone() && !missing.isEmpty()) {
                PieceRun run = nextRun();
                running.add(run);
                handedOver = true;
                run.start();
            }
        } finally {
            if (!handedOver) {
                context().givePermitBack(request());
            }
        }
        proceed();
    }

    private PieceRun nextRun() {
        int index = missing.nextSetBit(0);
        missing.clear(index);
        PieceSink sink = context().sinks().sink(request().target(), file(), pieces, index, metrics());
        return new PieceRun(context(), request(), index, sink, listener);
    }

    private void ended(PieceRun run, @Nullable Throwable problem) {
        if (!run.isNearlyEnded()) {
            context().givePermitBack(request());
        }
        atHome(() -> {
            running.remove(run);
            if (problem == null) {
                ReceivedPiece piece = run.piece();
                crcs[piece.index()] = piece.crc32();
                received.add(piece);
                proceed();
            } else {
                missing.set(run.index());
                stop(problem);
            }
        });
    }

    private void recordReceived() {
        if (received.isEmpty() || awaitsDisk) {
            return;
        }
        List<ReceivedPiece> batch = received;
        received = new ArrayList<>();
        recording = batch;
        onDisk(() -> file().record(batch), () -> recording = List.of());
    }

    private void prove() {
        Crc32 expected = request().expected();
        if (expected != null && !pieces.combine(crcs).equals(expected)) {
            moveTo(PieceState.COMPARING);
            compare(expected);
            return;
        }
        moveTo(PieceState.SEALING);
        onDisk(() -> file().seal(), () -> {
            metrics().fetched(resumed);
            LOG.debug(
                    "{}: fetched, {} bytes in {} pieces",
                    request().component(),
                    request().bytes(),
                    crcs.length);
            moveTo(PieceState.ENDED);
            end(new Fetched(request().bytes(), resumed));
        });
    }

    private void compare(Crc32 expected) {
        if (request().excerpt() != null) {
            // The source has checksums of pieces of the whole file alone.
            discard(Fault.UNKNOWN, expected);
            return;
        }
        PeerChecksumsRequest checksums =
                new PeerChecksumsRequest(request().remote(), pieces.pieceBytes(), pieces.count());
        PeerCall call = context().call(request(), checksums, new PeerCall.Outcome() {
            @Override
            public void received() {
                atHome(() -> compared(checksums, expected));
            }

            @Override
            public void failed(Throwable problem) {
                atHome(() -> notCompared(problem, expected));
            }
        });
        comparison = call;
        call.start();
    }

    private void compared(PeerChecksumsRequest checksums, Crc32 expected) {
        MismatchDiagnosis diagnosis;
        try {
            diagnosis = MismatchDiagnosis.of(pieces, crcs, checksums.checksums(), expected);
        } catch (PeerCallException invalid) {
            notCompared(invalid, expected);
            return;
        }
        comparison = null;
        if (state != PieceState.COMPARING || isDone()) {
            proceed();
        } else if (diagnosis.fault() == Fault.WIRE && !diagnosis.wrong().isEmpty() && !refetched) {
            refetch(diagnosis.wrong());
        } else {
            discard(diagnosis.fault(), expected);
        }
    }

    private void notCompared(Throwable problem, Crc32 expected) {
        comparison = null;
        if (state == PieceState.COMPARING && !isDone() && isProtocolFailure(problem)) {
            LOG.debug("{}: the source sent no checksums of pieces", request().component(), problem);
            discard(Fault.UNKNOWN, expected);
        } else {
            stop(problem);
        }
    }

    private static boolean isProtocolFailure(Throwable problem) {
        return problem instanceof PeerCallException call && call.reason() == CallFailure.PROTOCOL;
    }

    private void refetch(List<ReceivedPiece> wrong) {
        LOG.warn(
                "{}: {} of {} pieces were corrupted in transit; fetching them again: {}",
                request().remote(),
                wrong.size(),
                crcs.length,
                wrong.stream().map(ReceivedPiece::index).toList());
        refetched = true;
        moveTo(PieceState.REVOKING);
        onDisk(() -> file().journal().revoke(wrong), () -> {
            for (ReceivedPiece piece : wrong) {
                metrics().pieceWrong();
                missing.set(piece.index());
                request().progress().accept(-pieces.length(piece.index()));
            }
            if (state == PieceState.REVOKING) {
                moveTo(PieceState.RECEIVING);
            }
        });
    }

    private void discard(Fault fault, Crc32 expected) {
        Crc32 found = pieces.combine(crcs);
        metrics().mismatched();
        LOG.warn("{}: CRC32 {} (expected: {}; fault: {}), discarded", request().remote(), found, expected, fault);
        moveTo(PieceState.DISCARDING);
        onDisk(() -> file().delete(), () -> {
            request().progress().accept(-request().bytes());
            moveTo(PieceState.ENDED);
            end(new Mismatch(found, expected, resumed, fault));
        });
    }

    private void onDisk(Step task, Step next) {
        awaitsDisk = true;
        try {
            context().disk().execute(() -> {
                Throwable problem = attempt(task);
                atHome(() -> diskDone(problem, next));
            });
        } catch (RejectedExecutionException closed) {
            cancel();
            diskFailed(closed);
        }
    }

    private static @Nullable Throwable attempt(Step task) {
        try {
            task.run();
            return null;
        } catch (Throwable problem) {
            return problem;
        }
    }

    private void diskDone(@Nullable Throwable problem, Step next) throws Exception {
        if (problem == null) {
            awaitsDisk = false;
            next.run();
            proceed();
        } else {
            diskFailed(problem);
        }
    }

    private void diskFailed(Throwable problem) {
        awaitsDisk = false;
        List<ReceivedPiece> lost = recording;
        recording = List.of();
        // The next fetch receives them again.
        lost.forEach(piece -> request().progress().accept(-pieces.length(piece.index())));
        stop(problem);
    }

    private void stop(Throwable problem) {
        failure = failure == null ? problem : failure;
        if (!state.isEnding()) {
            moveTo(PieceState.STOPPING);
        }
        proceed();
    }

    private void close() {
        moveTo(PieceState.CLOSING);
        try {
            context().disk().execute(this::endStopped);
        } catch (RejectedExecutionException closed) {
            endStopped();
        }
    }

    private void endStopped() {
        Throwable problem = failure;
        if (problem == null || isDone()) {
            endCancelled();
            return;
        }
        try {
            Failed failed = describe(problem);
            if (failed == null) {
                endBroken(problem);
            } else {
                end(failed);
            }
        } catch (RuntimeException | Error defect) {
            endBroken(defect);
        }
    }

    @Override
    void interrupt() {
        atHome(() -> {
            running.forEach(PieceRun::cancel);
            PeerCall call = comparison;
            if (call != null) {
                call.cancel();
            }
            if (state != PieceState.OPENING) {
                proceed();
            }
        });
    }

    @Override
    void failed(Throwable problem) {
        if (home.inEventLoop()) {
            stop(problem);
        } else {
            atHome(() -> stop(problem));
        }
    }

    @Override
    void release() throws IOException {
        PieceFile opened = file;
        if (opened != null) {
            opened.close();
        }
    }

    private void atHome(Step step) {
        try {
            home.execute(() -> run(step));
        } catch (RejectedExecutionException closed) {
            // The event loops end last: nothing of this fetch runs any more.
            endBroken(closed);
        }
    }

    private void moveTo(PieceState next) {
        if (!next.mayFollow(state)) {
            throw new IllegalStateException(state + " is followed by " + next);
        }
        state = next;
    }

    private PieceFile file() {
        PieceFile opened = file;
        if (opened == null) {
            throw new IllegalStateException("the part file is not open yet");
        }
        return opened;
    }
}
