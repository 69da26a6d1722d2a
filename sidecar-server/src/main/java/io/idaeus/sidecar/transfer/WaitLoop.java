/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a transfer waits: PAUSED, with what is in the way in its record, it looks again until nothing is. */
final class WaitLoop {
    private static final Logger LOG = LoggerFactory.getLogger(WaitLoop.class);

    private final Duration interval;

    /** @param interval between two looks */
    WaitLoop(Duration interval) {
        this.interval = interval;
    }

    /** Returns when the gate is clear, at once where it is now. */
    void until(TransferRun run, Gate gate) throws TransferInterruptedException {
        Optional<Obstacle> found = gate.look();
        if (found.isPresent()) {
            until(run, found.get(), interval, gate);
        }
    }

    /**
     * As {@link #until(TransferRun, Gate)}, after something was seen in the way.
     *
     * @param first how long until the gate is looked at
     */
    void until(TransferRun run, Obstacle seen, Duration first, Gate gate) throws TransferInterruptedException {
        LOG.warn("{} {} waits for {}: {}", run.id(), run.phase(), seen.cause(), seen.detail());
        Optional<Obstacle> found = Optional.of(seen);
        Duration pause = first;
        for (int looks = 1; found.isPresent(); looks++) {
            run.hold(found.get(), looks);
            run.pause(pause);
            pause = interval;
            found = gate.look();
        }
        run.goOn();
    }
}
