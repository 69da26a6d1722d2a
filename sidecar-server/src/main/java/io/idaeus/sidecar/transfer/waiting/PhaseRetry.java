/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries what a phase does while something else is down: a source for as long as {@code transfers.retryFor}, the node's
 * own Cassandra and disks for as long as it takes.
 */
public final class PhaseRetry {
    private static final Logger LOG = LoggerFactory.getLogger(PhaseRetry.class);

    /** A step of a phase. It can be repeated after a {@link ProblemException}. */
    public interface Step {
        void run() throws TransferInterruptedException;
    }

    private final Gate node;
    private final WaitLoop waits;
    private final Duration retryFor;
    private final Clock steady;
    private final RandomGenerator random;

    /**
     * @param retryFor how long a source may be unreachable
     * @param steady a monotonic clock
     */
    public PhaseRetry(Gate node, WaitLoop waits, Duration retryFor, Clock steady, RandomGenerator random) {
        this.node = node;
        this.waits = waits;
        this.retryFor = retryFor;
        this.steady = steady;
        this.random = random;
    }

    public void awaitNode(PhaseControl transfer) throws TransferInterruptedException {
        waits.until(transfer, node);
    }

    /** Runs a step until it succeeds or fails with what no retry can mend. */
    public void untilDone(PhaseControl transfer, Step step) throws TransferInterruptedException {
        Backoff backoff = new Backoff(random);
        Instant start = steady.instant();
        while (true) {
            transfer.checkInterrupted();
            try {
                step.run();
                transfer.clearWait();
                return;
            } catch (ProblemException e) {
                Duration pause = backoff.next();
                if (e.type() == ProblemType.CASSANDRA_UNAVAILABLE) {
                    waits.until(transfer, NodeGate.unavailable(e), pause, node);
                    start = steady.instant();
                } else if (e.type() == ProblemType.PEER_UNREACHABLE && !isOver(start)) {
                    awaitPeer(transfer, e, backoff.failures(), pause);
                } else {
                    throw e;
                }
            }
        }
    }

    private static void awaitPeer(PhaseControl transfer, ProblemException e, int failures, Duration pause)
            throws TransferInterruptedException {
        if (failures == 1) {
            LOG.warn("{} {} waits for a source: {}", transfer.id(), transfer.phase(), e.getMessage());
        }
        transfer.reportWait(Obstacle.peer(String.valueOf(e.getMessage())), failures);
        transfer.sleep(pause);
    }

    private boolean isOver(Instant start) {
        return Duration.between(start, steady.instant()).compareTo(retryFor) > 0;
    }

    /** The retries of one transfer after failures of this node's disks. */
    public DiskRetry ofDisks(Gate disks) {
        return new DiskRetry(disks, waits, new Backoff(random)::next);
    }
}
