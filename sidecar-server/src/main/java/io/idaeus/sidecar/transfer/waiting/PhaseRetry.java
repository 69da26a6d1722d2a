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
 * Retries steps: for {@code transfers.retryFor} while a source is unreachable, without end while Cassandra is, or while a
 * source asks to be asked later.
 */
public final class PhaseRetry {
    private static final Logger LOG = LoggerFactory.getLogger(PhaseRetry.class);

    /** Repeatable after a {@link ProblemException}. */
    public interface Step {
        void run() throws TransferInterruptedException;
    }

    private final NodeGate node;
    private final WaitLoop waits;
    private final Duration retryFor;
    private final Clock steady;
    private final RandomGenerator random;

    public PhaseRetry(NodeGate node, WaitLoop waits, Duration retryFor, Clock steady, RandomGenerator random) {
        this.node = node;
        this.waits = waits;
        this.retryFor = retryFor;
        this.steady = steady;
        this.random = random;
    }

    public void awaitNode(PhaseControl transfer) throws TransferInterruptedException {
        waits.until(transfer, node.in(transfer.nodePhases()));
    }

    /** Throws what no retry can mend. */
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
                Duration asked = e.retryAfter();
                if (e.type() == ProblemType.CASSANDRA_UNAVAILABLE) {
                    waits.until(transfer, NodeGate.unavailable(e), pause, node.in(transfer.nodePhases()));
                    start = steady.instant();
                } else if (e.type() == ProblemType.PEER_UNREACHABLE && asked != null) {
                    awaitBusyPeer(transfer, e, backoff.failures(), longer(pause, asked));
                    start = steady.instant();
                } else if (e.type() == ProblemType.PEER_UNREACHABLE && !isOver(start)) {
                    awaitPeer(transfer, e, backoff.failures(), pause);
                } else {
                    throw e;
                }
            }
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    private static void awaitBusyPeer(PhaseControl transfer, ProblemException e, int failures, Duration pause)
            throws TransferInterruptedException {
        LOG.info("{} {} waits for a busy source: {}", transfer.id(), transfer.phase(), e.getMessage());
        transfer.reportWait(Obstacle.busyPeer(String.valueOf(e.getMessage())), failures);
        transfer.sleep(pause);
    }

    private static void awaitPeer(PhaseControl transfer, ProblemException e, int failures, Duration pause)
            throws TransferInterruptedException {
        if (failures == 1) {
            LOG.warn("{} {} waits for a source: {}", transfer.id(), transfer.phase(), e.getMessage());
        }
        transfer.reportWait(Obstacle.peer(e), failures);
        transfer.sleep(pause);
    }

    private boolean isOver(Instant start) {
        return Duration.between(start, steady.instant()).compareTo(retryFor) > 0;
    }

    public DiskRetry ofDisks(Gate disks) {
        return new DiskRetry(disks, waits, new Backoff(random)::next);
    }
}
