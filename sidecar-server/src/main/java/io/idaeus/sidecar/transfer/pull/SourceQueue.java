/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.ManifestComponent;
import io.idaeus.sidecar.fetch.Bundles;
import io.idaeus.sidecar.fetch.Compression;
import io.idaeus.sidecar.fetch.SourceConnections;
import io.idaeus.sidecar.transfer.source.SstableSource;
import io.idaeus.sidecar.transfer.waiting.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is still to be pulled from one source, how much of it at once, and when to retry. For one thread. */
final class SourceQueue {
    /** @param sstable index in the selection */
    record Work(int sstable, ManifestComponent component) {}

    private record Later(int sstable, List<ManifestComponent> components) {}

    // So many components are queued one by one; the rest of up to 50,000 SSTables stays as it is in the selection.
    private static final int AHEAD = 4 * Bundles.MAX_FILES;

    private final PullTask.PulledSource from;
    private final SourceConnections connections;
    private final Compression compression;
    private final Backoff backoff;
    private final boolean bundles;
    private final Deque<Later> later = new ArrayDeque<>();
    private final Deque<Work> pending = new ArrayDeque<>();

    // Those that go into bundles.
    private final Deque<Work> small = new ArrayDeque<>();

    private int inFlight;
    private Instant notBefore = Instant.MIN;
    private @Nullable Instant failingSince;

    SourceQueue(PullTask.PulledSource from, SourceConnections connections, Compression compression, Backoff backoff) {
        this.from = from;
        this.connections = connections;
        this.compression = compression;
        this.backoff = backoff;
        this.bundles = from.source().servesBundles();
    }

    SstableSource source() {
        return from.source();
    }

    String snapshot() {
        return from.snapshot();
    }

    SourceConnections connections() {
        return connections;
    }

    Compression compression() {
        return compression;
    }

    void add(int sstable, List<ManifestComponent> components) {
        later.addLast(new Later(sstable, components));
    }

    private void queueAhead() {
        while (pending.size() + small.size() < AHEAD && !later.isEmpty()) {
            Later next = later.removeFirst();
            next.components().forEach(component -> add(new Work(next.sstable(), component)));
        }
    }

    void add(Work work) {
        (bundles && work.component().bytes() <= Bundles.MAX_FILE_BYTES ? small : pending).addLast(work);
    }

    /** For what must not go into a bundle. */
    void addAlone(Work work) {
        pending.addLast(work);
    }

    boolean isUnfinished() {
        return inFlight > 0 || !pending.isEmpty() || !small.isEmpty() || !later.isEmpty();
    }

    /** Null while the source backs off, enough is in flight, or nothing is left. */
    @Nullable
    Work take(Instant now) {
        queueAhead();
        // For each connection one, and one whose request is sent ahead or that begins while the last is forced to disk.
        Work work = isAllowed(now, 2 * connections.number()) ? pending.pollFirst() : null;
        if (work != null) {
            inFlight++;
        }
        return work;
    }

    /** As {@link #take}; empty instead of null. */
    List<Work> takeBundle(Instant now) {
        queueAhead();
        List<Work> bundle = new ArrayList<>();
        long bytes = 0;
        // Twice as many as connections: to force so many files takes as long as to receive them.
        while (!small.isEmpty() && bundle.size() < Bundles.MAX_FILES && isAllowed(now, 2 * connections.number())) {
            bytes += small.getFirst().component().bytes();
            if (bytes > Bundles.MAX_BYTES) {
                break;
            }
            bundle.add(small.removeFirst());
        }
        if (!bundle.isEmpty()) {
            inFlight++;
        }
        return bundle;
    }

    private boolean isAllowed(Instant now, int most) {
        return inFlight < (failingSince == null ? most : 1) && !now.isBefore(notBefore);
    }

    void ended() {
        inFlight--;
    }

    /** Drops the SSTable's other components. */
    void drop(int sstable) {
        later.removeIf(one -> one.sstable() == sstable);
        pending.removeIf(work -> work.sstable() == sstable);
        small.removeIf(work -> work.sstable() == sstable);
    }

    /**
     * Backs off. Returns how long the source has been failing.
     *
     * @param retryAfter the shortest pause that the source asked for; null for none
     */
    Duration failed(Instant now, @Nullable Duration retryAfter) {
        if (failingSince == null) {
            failingSince = now;
        }
        if (!now.isBefore(notBefore)) {
            notBefore = now.plus(backoff.next());
        }
        if (retryAfter != null && now.plus(retryAfter).isAfter(notBefore)) {
            notBefore = now.plus(retryAfter);
        }
        return Duration.between(failingSince, now);
    }

    boolean isFailing() {
        return failingSince != null;
    }

    int failures() {
        return backoff.failures();
    }

    /** Returns whether the source had failed before. */
    boolean recovered() {
        boolean had = failingSince != null;
        failingSince = null;
        notBefore = Instant.MIN;
        backoff.succeeded();
        return had;
    }
}
