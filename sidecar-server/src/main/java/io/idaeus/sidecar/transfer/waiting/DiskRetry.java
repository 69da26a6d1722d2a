/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.LocalDiskException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Retries disk failures: without limit while a disk is full, not writable or hangs, otherwise a few times. */
public final class DiskRetry {
    private static final Logger LOG = LoggerFactory.getLogger(DiskRetry.class);
    private static final int RETRIES = 10;

    private final Gate disks;
    private final WaitLoop waits;
    private final Supplier<Duration> backoff;
    private int unexplained;

    public DiskRetry(Gate disks, WaitLoop waits, Supplier<Duration> backoff) {
        this.disks = disks;
        this.waits = waits;
        this.backoff = backoff;
    }

    /** Waits. A problem where no retry can help. */
    public Optional<ProblemException> await(PhaseControl transfer, LocalDiskException failure) {
        Optional<Obstacle> found = disks.check();
        boolean explained = found.isPresent() || failure.kind() != LocalDiskException.Kind.FAILED;
        unexplained = explained ? 0 : unexplained + 1;
        if (unexplained > RETRIES) {
            String why = failure.getMessage() + "; retried " + RETRIES
                    + " times, although the file system is writable: check the disk and the kernel log";
            return Optional.of(new ProblemException(ProblemType.INTERNAL, why, failure));
        }
        LOG.debug("{} retries after a disk failure", transfer.id(), failure);
        try {
            waits.until(transfer, found.orElse(Obstacle.disk(failure)), backoff.get(), disks);
        } catch (TransferInterruptedException asked) {
            pauseForCancel(transfer);
        } catch (LocalDiskException unwritable) {
            transfer.sleepThrough(backoff.get());
        }
        return Optional.empty();
    }

    private void pauseForCancel(PhaseControl transfer) {
        // The end of a cancelled transfer may not be writable either: without a pause it would be retried in a busy
        // loop.
        if (transfer.isCancelRequested() && !transfer.isStopping()) {
            transfer.sleepThrough(backoff.get());
        }
    }
}
