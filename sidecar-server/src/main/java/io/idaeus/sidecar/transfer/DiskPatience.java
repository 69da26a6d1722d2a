/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long a transfer bears with the disks of this node: while they cannot be written or are too full, for as long as it
 * takes; while nothing can be seen to be wrong and the same fails again, so many times.
 */
final class DiskPatience {
    private static final Logger LOG = LoggerFactory.getLogger(DiskPatience.class);
    private static final int TRIES = 10;

    private final Gate gate;
    private final WaitLoop waits;
    private final Supplier<Duration> backoff;
    private int fruitless;

    DiskPatience(Gate gate, WaitLoop waits, Supplier<Duration> backoff) {
        this.gate = gate;
        this.waits = waits;
        this.backoff = backoff;
    }

    /** Returns when it is worth to try again, or something was asked for; with the end where trying again is no use. */
    Optional<ProblemException> await(TransferRun run, LocalDiskException trouble) {
        Optional<Obstacle> found = gate.look();
        fruitless = found.isPresent() || trouble.full() ? 0 : fruitless + 1;
        if (fruitless > TRIES) {
            String why = trouble.getMessage() + "; tried " + TRIES + " times, and the file system can be written: look"
                    + " at the disk and the kernel's log";
            return Optional.of(new ProblemException(ProblemType.INTERNAL, why, trouble));
        }
        LOG.debug("{} a disk failed it", run.id(), trouble);
        try {
            waits.until(run, found.orElse(trouble.obstacle()), backoff.get(), gate);
        } catch (TransferInterruptedException asked) {
            pauseForCancel(run);
        } catch (LocalDiskException unwritable) {
            run.sleep(backoff.get());
        }
        return Optional.empty();
    }

    /** An end that cannot be written is tried again as well, and not as fast as the processor can. */
    private void pauseForCancel(TransferRun run) {
        if (run.record().cancelRequested() && !run.isStopping()) {
            run.sleep(backoff.get());
        }
    }
}
