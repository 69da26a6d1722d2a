/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.job.Job;
import io.idaeus.sidecar.job.Steering;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import io.idaeus.sidecar.transfer.waiting.PhaseControl;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Controls one transfer in this process, and which worker drives it.
 *
 * <p>Commands come from any thread. A check and the change that depends on it are one step under the {@link
 * StoredTransfer}'s monitor.
 */
public final class TransferRun implements PhaseControl, Job {
    private static final int FLOOR_DIVISOR = 4;

    private final StoredTransfer stored;
    private final Clock clock;

    private final Steering steering = new Steering();
    private @Nullable Throttle rateLimit;

    public TransferRun(StoredTransfer stored, Clock clock) {
        this.stored = stored;
        this.clock = clock;
    }

    public StoredTransfer stored() {
        return stored;
    }

    @Override
    public String id() {
        return stored.id();
    }

    public TransferState state() {
        return stored.state();
    }

    @Override
    public TransferState phase() {
        return stored.phase();
    }

    @Override
    public List<Phase> nodePhases() {
        return stored.nodePhases();
    }

    @Override
    public boolean hasEnded() {
        return state().isFinal();
    }

    @Override
    public @Nullable Instant finishedAt() {
        return stored.record().finishedAt();
    }

    @Override
    public Steering steering() {
        return steering;
    }

    @Override
    public Map<String, String> logFields() {
        ClaimTerms terms = stored.record().terms();
        return terms == null ? Map.of("transfer", id()) : Map.of("transfer", id(), "plan", terms.plan());
    }

    @Override
    public boolean wantsWorker() {
        TransferRecord now = stored.record();
        return !isStopping() && !now.state().isFinal() && (!now.pauseRequested() || now.cancelRequested());
    }

    /** @throws TransferInterruptedException after a cancel or a pause */
    public void enter(TransferState state) throws TransferInterruptedException {
        synchronized (stored) {
            boolean cancelled = isCancelRequested();
            if (cancelled || isPaused()) {
                throw new TransferInterruptedException(!cancelled);
            }
            stored.change(edit -> edit.state(state, null, clock.instant()));
        }
    }

    @Override
    public void reportWait(Obstacle obstacle, int attempts) {
        synchronized (stored) {
            if (isFree()) {
                stored.change(edit -> edit.waits(obstacle, attempts, clock.instant()));
            }
        }
    }

    @Override
    public void hold(Obstacle obstacle, int attempts) {
        synchronized (stored) {
            if (isFree()) {
                stored.hold(obstacle, attempts);
            }
        }
    }

    @Override
    public void clearWait() {
        synchronized (stored) {
            stored.dropUnpersisted();
            if (isFree() && stored.record().waiting() != null) {
                TransferState phase = phase();
                stored.change(edit -> edit.waitsNoMore().state(phase, null, clock.instant()));
            }
        }
    }

    private boolean isPaused() {
        return stored.record().pauseRequested() || steering.isPausedSinceClaim();
    }

    // Whether the worker decides its state, and no operator has.
    private boolean isFree() {
        return !isPaused() && !isCancelRequested() && !state().isFinal();
    }

    public ThrottleChain throttle(Throttle node) {
        synchronized (stored) {
            Throttle own = rateLimit;
            if (own == null) {
                own = node.sibling(ownRate());
                rateLimit = own;
            }
            return ThrottleChain.of(own, node);
        }
    }

    /**
     * Applies at once and for good.
     *
     * @param maxRate bytes a second; null for none
     * @throws ProblemException ILLEGAL_STATE where it has ended or is being cancelled
     */
    public void limit(@Nullable Long maxRate) {
        synchronized (stored) {
            requireUnended("it receives nothing more");
            stored.change(edit -> edit.maxRate(maxRate));
            if (rateLimit != null) {
                rateLimit.limit(ownRate());
            }
        }
    }

    /** Lowers its rate to a quarter of the one it began with. False where it has none, or is there already. */
    public boolean fallToFloor() {
        synchronized (stored) {
            Long given = stored.record().request().maxRate();
            Long now = stored.record().maxRate();
            if (given == null || now == null || state().isFinal() || isCancelRequested()) {
                return false;
            }
            long floor = Math.max(1, given / FLOOR_DIVISOR);
            if (now <= floor) {
                return false;
            }
            limit(floor);
            return true;
        }
    }

    private long ownRate() {
        Long maxRate = stored.record().maxRate();
        return maxRate == null ? Throttle.UNLIMITED : maxRate;
    }

    @Override
    public void cancel() {
        synchronized (stored) {
            if (!state().isFinal() && !isCancelRequested()) {
                stored.change(edit ->
                        edit.cancelRequested().state(TransferState.CANCELLING, "cancel requested", clock.instant()));
                steering.wake();
            }
        }
    }

    @Override
    public void pause() {
        synchronized (stored) {
            requireUnended("nothing is left to pause");
            if (!stored.record().pauseRequested()) {
                stored.change(
                        edit -> edit.paused(Obstacle.PAUSED, 0, clock.instant()).pauseRequested());
                steering.pause();
            }
        }
    }

    @Override
    public void resume() {
        synchronized (stored) {
            requireUnended("nothing is left to resume");
            if (stored.record().pauseRequested()) {
                stored.change(edit -> edit.resumed(clock.instant()));
            }
            steering.wake();
        }
    }

    private void requireUnended(String why) {
        if (state().isFinal() || isCancelRequested()) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "transfer " + id() + " is " + state() + ": " + why
                            + " (expected: a transfer that has not ended and is not being cancelled)");
        }
    }

    @Override
    public boolean isStopping() {
        return steering.isStopping();
    }

    @Override
    public boolean isCancelRequested() {
        return stored.record().cancelRequested();
    }

    @Override
    public void checkInterrupted() throws TransferInterruptedException {
        boolean cancelled = isCancelRequested();
        if (cancelled || isStopping() || isPaused()) {
            throw new TransferInterruptedException(!cancelled);
        }
    }

    @Override
    public void sleepThrough(Duration time) {
        steering.sleep(time);
    }

    @Override
    public void sleep(Duration time) throws TransferInterruptedException {
        steering.clearWakeups();
        checkInterrupted();
        steering.sleep(time);
        if (Thread.currentThread().isInterrupted()) {
            throw new TransferInterruptedException(true);
        }
        checkInterrupted();
    }
}
