/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The records of one kind of job on disk. A write is durable when it returns; one that fails throws {@link
 * io.idaeus.sidecar.store.LocalDiskException} and leaves the earlier record whole. Thread-safe.
 */
public interface JobStore<R extends JobRecord> {
    /**
     * Reads the records that a start needs, by id: all that have not ended, and others that are small enough.
     *
     * @param unreadable receives ids of records that this version does not understand; their files stay
     */
    Collection<R> load(Consumer<String> unreadable);

    /** Ids of jobs that ended and that {@link #load} leaves out, oldest first. */
    List<String> unread();

    /** Empty where this version does not understand it, or it cannot be read. */
    Optional<R> read(String id);

    void write(R record);

    /** Deletes everything of a job; its record last. */
    void forget(String id);

    /** The file of a job's record, relative to the state directory. */
    String file(String id);
}
