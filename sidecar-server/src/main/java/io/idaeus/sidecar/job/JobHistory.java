/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.LocalDiskException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes jobs off the record: those that an operator deletes, and those that the quota leaves no room for. Thread-safe. */
public final class JobHistory<J extends Job> {
    private static final Logger LOG = LoggerFactory.getLogger(JobHistory.class);

    /** Tells whether something else keeps a job on record. */
    public interface Keeper<J extends Job> {
        /**
         * Why it cannot be deleted, what was expected, and what to do; for instance "is PULLING (expected: one that has
         * ended); cancel it first". Empty where it can. Asked under the job's monitor.
         */
        Optional<String> whyKept(J job);

        /** Whether one that has ended takes a place of the quota. */
        default boolean counts(J job) {
            return true;
        }

        /** Whether the quota may take one that has ended, if nothing else keeps it. */
        default boolean mayExpire(J job) {
            return true;
        }

        /** Deletes what it left behind. Its record is deleted next. */
        default void clear(J job) {}
    }

    private final JobKind kind;
    private final JobRegistry<J> jobs;
    private final JobStore<?> store;
    private final JobQuota quota;
    private final Keeper<J> keeper;
    private final Consumer<String> deleted;
    private final InstantSource clock;

    /** @param deleted is told the ids of jobs that are taken off the record */
    public JobHistory(
            JobRegistry<J> jobs,
            JobStore<?> store,
            JobQuota quota,
            Keeper<J> keeper,
            Consumer<String> deleted,
            InstantSource clock) {
        this.kind = jobs.kind();
        this.jobs = jobs;
        this.store = store;
        this.quota = quota;
        this.keeper = keeper;
        this.deleted = deleted;
        this.clock = clock;
    }

    /** @throws ProblemException the kind's where there is none; ILLEGAL_STATE where something keeps it */
    public void delete(String id) {
        J job = jobs.get(id);
        synchronized (job) {
            jobs.requireHere(job);
            keeper.whyKept(job).ifPresent(why -> {
                throw new ProblemException(ProblemType.ILLEGAL_STATE, kind.name() + " " + id + " " + why);
            });
            try {
                boolean unused = forget(job);
            } catch (LocalDiskException e) {
                throw e.problem();
            }
        }
        LOG.info("{} {} deleted from the record", kind.name(), id);
    }

    /** Deletes what the quota leaves no room for: the oldest first. */
    public void prune() {
        Instant oldest = clock.instant().minus(quota.endedFor());
        List<J> ended = jobs.newestFirst().stream()
                .filter(job -> job.hasEnded() && keeper.counts(job))
                .toList();
        for (int i = 0; i < ended.size(); i++) {
            J job = ended.get(i);
            Instant finished = job.finishedAt();
            boolean old = finished != null && finished.isBefore(oldest);
            if ((i >= quota.ended() || old) && keeper.whyKept(job).isEmpty() && keeper.mayExpire(job)) {
                tryToForget(job, old ? "too old" : "too many have ended since");
            }
        }
    }

    /** Takes it off the record unless something keeps it. What fails is tried again at the next call. */
    public void tryToForget(J job, String why) {
        try {
            synchronized (job) {
                if (keeper.whyKept(job).isEmpty() && forget(job)) {
                    LOG.info("{} {} deleted from the record: {}", kind.name(), job.id(), why);
                }
            }
        } catch (LocalDiskException e) {
            LOG.warn("{} {} cannot be deleted from the record; tried again later", kind.name(), job.id(), e);
        }
    }

    // Under the job's monitor. Off the record last: what fails can be tried again. Files of another with its id stay.
    private boolean forget(J job) {
        if (!jobs.holds(job)) {
            return false;
        }
        keeper.clear(job);
        store.forget(job.id());
        boolean removed = jobs.remove(job);
        if (removed) {
            deleted.accept(job.id());
        }
        return removed;
    }
}
