/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import io.idaeus.sidecar.store.LocalDiskException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs of a kind and what an operator does with them. Thread-safe. */
public final class Jobs<R extends JobRecord, J extends Job> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);

    private final JobStore<R> store;
    private final JobRegistry<J> registry;
    private final JobWorkers<J> workers;

    public Jobs(JobStore<R> store, JobRegistry<J> registry, JobWorkers<J> workers) {
        this.store = store;
        this.registry = registry;
        this.workers = workers;
    }

    /** Drives every job that wants a worker. */
    public void start() {
        registry.active().stream().filter(Job::wantsWorker).forEach(job -> {
            LOG.info("{} {} goes on", registry.kind().name(), job.id());
            workers.submit(job);
        });
    }

    /**
     * Stores the record of a new job. Its caller adds the job and submits it.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException INSUFFICIENT_STORAGE, INTERNAL: then there is no such job
     */
    public void store(R record) {
        try {
            store.write(record);
        } catch (LocalDiskException e) {
            try {
                // The file may be there all the same: the rename came before what failed.
                store.forget(record.id());
            } catch (LocalDiskException again) {
                e.addSuppressed(again);
            }
            throw e.problem();
        }
    }

    /** Idempotent. A job that no worker drives ends now, however busy the workers are. */
    public J cancel(String id) {
        J job = registry.get(id);
        onDisk(job::cancel);
        if (!job.hasEnded()) {
            workers.submitAside(job);
        }
        return job;
    }

    /** Frees the worker until a resume, also over a restart. Idempotent. */
    public J pause(String id) {
        J job = registry.get(id);
        onDisk(job::pause);
        return job;
    }

    /** Goes on when a worker is free, also where the command fails after it was stored. Idempotent. */
    public J resume(String id) {
        J job = registry.get(id);
        try {
            onDisk(job::resume);
        } finally {
            workers.submit(job);
        }
        return job;
    }

    /** A command is on disk before its caller has an answer, or fails. */
    public static void onDisk(Runnable command) {
        try {
            command.run();
        } catch (LocalDiskException e) {
            throw e.problem();
        }
    }

    /** Jobs go on at the next start. */
    @Override
    public void close() {
        registry.active().forEach(job -> job.steering().stop());
        workers.close();
    }
}
