/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds a transfer in PAUSED until a gate is clear. */
public final class WaitLoop {
    private static final Logger LOG = LoggerFactory.getLogger(WaitLoop.class);

    private final Duration interval;

    public WaitLoop(Duration interval) {
        this.interval = interval;
    }

    /** Between two checks. */
    public Duration interval() {
        return interval;
    }

    public void until(PhaseControl transfer, Gate gate) throws TransferInterruptedException {
        Optional<Obstacle> found = gate.check();
        if (found.isPresent()) {
            until(transfer, found.get(), interval, gate);
        }
    }

    /** @param first pause before the first check */
    void until(PhaseControl transfer, Obstacle seen, Duration first, Gate gate) throws TransferInterruptedException {
        LOG.warn("{} {} waits for {}: {}", transfer.id(), transfer.phase(), seen.cause(), seen.detail());
        Optional<Obstacle> found = Optional.of(seen);
        Duration pause = first;
        for (int checks = 1; found.isPresent(); checks++) {
            transfer.hold(found.get(), checks);
            transfer.sleep(pause);
            pause = interval;
            found = gate.check();
        }
        transfer.clearWait();
    }
}
