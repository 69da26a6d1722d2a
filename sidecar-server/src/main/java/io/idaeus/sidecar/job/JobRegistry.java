/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import io.idaeus.sidecar.problem.ProblemException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The jobs of a kind, by id. Records of those that ended in an earlier process are read when somebody asks. Thread-safe. */
public class JobRegistry<J extends Job> {
    private final JobKind kind;
    private final ConcurrentSkipListMap<String, J> jobs = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListMap<String, String> unreadable = new ConcurrentSkipListMap<>();
    private final Set<String> unread = ConcurrentHashMap.newKeySet();
    private final Set<String> endedEarlier = ConcurrentHashMap.newKeySet();
    private Function<String, Optional<J>> reader = id -> Optional.empty();
    private Function<String, String> file = id -> id;

    public JobRegistry(JobKind kind) {
        this.kind = kind;
    }

    public final JobKind kind() {
        return kind;
    }

    /**
     * Takes what is on disk. Call it once, before others use this.
     *
     * @param job of a record
     */
    public final synchronized <R extends JobRecord> void load(JobStore<R> store, Function<R, J> job) {
        store.load(id -> unreadable.put(id, store.file(id))).forEach(record -> add(job.apply(record)));
        List<String> ended = store.unread();
        endedEarlier.addAll(ended);
        unread.addAll(ended);
        reader = id -> store.read(id).map(job);
        file = store::file;
    }

    /** The ids of jobs whose records this version does not understand. */
    public final List<String> unreadable() {
        readAll();
        return List.copyOf(unreadable.keySet());
    }

    /** Whether it ended before this process began. */
    public final boolean endedEarlier(String id) {
        return endedEarlier.contains(id);
    }

    private synchronized @Nullable J read(String id) {
        if (unread.contains(id)) {
            reader.apply(id).ifPresentOrElse(this::add, () -> unreadable.put(id, file.apply(id)));
            unread.remove(id);
        }
        return jobs.get(id);
    }

    private void readAll() {
        unread.forEach(this::read);
    }

    public final void add(J job) {
        jobs.put(job.id(), job);
    }

    /** False where it is not this job any more that has its id. */
    public final synchronized boolean remove(J job) {
        return jobs.remove(job.id(), job);
    }

    public final Optional<J> find(String id) {
        J known = jobs.get(id);
        // Somebody else may have read it since: one that is no longer unread is looked for again.
        return Optional.ofNullable(known == null ? read(id) : known);
    }

    /** @throws ProblemException the kind's, where there is none; ILLEGAL_STATE where its record is not understood */
    public final J get(String id) {
        return find(id).orElseThrow(() -> missing(id));
    }

    /** Whether it is this one that has its id: not where it was taken off the record, or another took its place. */
    final boolean holds(J job) {
        return jobs.get(job.id()) == job;
    }

    /** @throws ProblemException as {@link #get}, where this one was taken off the record */
    public final void requireHere(J job) {
        if (!holds(job)) {
            throw kind.unknown(job.id());
        }
    }

    private ProblemException missing(String id) {
        String unknown = unreadable.get(id);
        return unknown == null ? kind.unknown(id) : kind.unreadable(id, unknown);
    }

    /** Oldest first. */
    public final Collection<J> all() {
        readAll();
        return jobs.values();
    }

    /** Without those that nobody has asked for yet: all of them ended in an earlier process. */
    public final Collection<J> loaded() {
        return jobs.values();
    }

    public final Collection<J> newestFirst() {
        readAll();
        return jobs.descendingMap().values();
    }

    public final List<J> active() {
        return jobs.values().stream().filter(job -> !job.hasEnded()).toList();
    }
}
