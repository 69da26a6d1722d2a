/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.transfer.TransferState;
import java.time.Duration;
import java.util.List;

/** A phase's view of its transfer. For the worker's thread. */
public interface PhaseControl {
    String id();

    /** The phase, also while PAUSED or QUEUED again. */
    TransferState phase();

    /** The phases of the node in which the transfer may run. */
    List<Phase> nodePhases();

    /** @throws TransferInterruptedException also while the sidecar stops */
    void checkInterrupted() throws TransferInterruptedException;

    /** A resume ends it early. */
    void sleep(Duration time) throws TransferInterruptedException;

    /** Sleeps through cancel and pause. */
    void sleepThrough(Duration time);

    void reportWait(Obstacle obstacle, int attempts);

    /** PAUSED until {@link #clearWait}. */
    void hold(Obstacle obstacle, int attempts);

    void clearWait();

    boolean isCancelRequested();

    boolean isStopping();
}
