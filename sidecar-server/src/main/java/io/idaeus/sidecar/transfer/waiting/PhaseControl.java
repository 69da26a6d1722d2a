/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import io.idaeus.api.TransferState;
import java.time.Duration;

/** What a phase may ask and tell of the transfer that it works for. For the worker's thread. */
public interface PhaseControl {
    String id();

    /** The phase that the transfer is in, or goes on in after a pause. */
    TransferState phase();

    /** @throws TransferInterruptedException after a cancel or a pause, or while the sidecar stops */
    void checkInterrupted() throws TransferInterruptedException;

    /** Sleeps until the time is over or the transfer is interrupted. A resume ends it early. */
    void sleep(Duration time) throws TransferInterruptedException;

    /** Sleeps, whether or not the transfer is cancelled or paused. */
    void sleepThrough(Duration time);

    /** Reports what the phase waits for while it retries. */
    void reportWait(Obstacle obstacle, int attempts);

    /** Holds the transfer in PAUSED until {@link #clearWait}. A full state disk does not prevent it. */
    void hold(Obstacle obstacle, int attempts);

    void clearWait();

    boolean isCancelRequested();

    boolean isStopping();
}
