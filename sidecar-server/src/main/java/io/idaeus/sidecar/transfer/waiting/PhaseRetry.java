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
        SourcePatience patience = new SourcePatience(retryFor, new Backoff(random));
        while (true) {
            transfer.checkInterrupted();
            try {
                step.run();
                transfer.clearWait();
                return;
            } catch (ProblemException e) {
                Instant now = steady.instant();
                Duration pause = patience.failed(now, e.retryAfter());
                if (e.type() == ProblemType.CASSANDRA_UNAVAILABLE) {
                    waits.until(transfer, NodeGate.unavailable(e), pause, node.in(transfer.nodePhases()));
                    patience.excuse();
                } else if (e.type() == ProblemType.PEER_UNREACHABLE && e.retryAfter() != null) {
                    awaitBusyPeer(transfer, e, patience.failures(), pause);
                    patience.excuse();
                } else if (e.type() != ProblemType.PEER_UNREACHABLE) {
                    throw e;
                } else if (patience.isOver(now)) {
                    throw patience.over(now, e.getMessage(), e);
                } else {
                    awaitPeer(transfer, e, patience.failures(), pause);
                }
            }
        }
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

    public DiskRetry ofDisks(Gate disks) {
        return new DiskRetry(disks, waits, new Backoff(random)::next);
    }
}
