/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.slicing.RawFile;
import io.idaeus.sidecar.transfer.source.ComponentFetcher;
import io.idaeus.sidecar.transfer.source.SstableSource;
import io.idaeus.sidecar.transfer.waiting.SourcePatience;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files still to be pulled from one source, and how many of them at once. For one thread. */
final class SourceQueue {
    /**
     * A file to fetch.
     *
     * @param sstable index in the selection
     * @param raw of what a slice is made from; null for a component that moves whole
     */
    record Work(
            int sstable,
            ManifestComponent component,
            @Nullable RawFile raw) {
        /** To fetch. */
        long bytes() {
            ByteRanges excerpt = raw == null ? null : raw.excerpt();
            return excerpt == null ? component.bytes() : excerpt.size();
        }

        int ranges() {
            ByteRanges excerpt = raw == null ? null : raw.excerpt();
            return excerpt == null ? 1 : excerpt.ranges().size();
        }
    }

    private record Later(int sstable, List<ManifestComponent> components) {}

    // So many components are queued one by one; the rest of up to 50,000 SSTables stays as it is in the selection.
    private static final int AHEAD = 1024;

    private final PullTask.PulledSource from;
    private final ComponentFetcher fetcher;
    private final ComponentFetcher.Together together;
    private final SourcePatience patience;
    private final Deque<Later> later = new ArrayDeque<>();
    private final Deque<Work> pending = new ArrayDeque<>();

    // The files that are fetched together.
    private final Deque<Work> small = new ArrayDeque<>();

    private int inFlight;

    SourceQueue(PullTask.PulledSource from, ComponentFetcher fetcher, SourcePatience patience) {
        this.from = from;
        this.fetcher = fetcher;
        this.together = fetcher.together();
        this.patience = patience;
    }

    /** The host id of its node. */
    String hostId() {
        return from.source().description().hostId();
    }

    String snapshot() {
        return from.snapshot();
    }

    SstableSource source() {
        return from.source();
    }

    /** Larger files are fetched alone. */
    long smallBytes() {
        return together.bytesOfEach();
    }

    /** Whether it is not backing off. */
    boolean mayBeAsked(Instant now) {
        return patience.mayBeAsked(now);
    }

    ComponentFetcher fetcher() {
        return fetcher;
    }

    void add(int sstable, List<ManifestComponent> components) {
        later.addLast(new Later(sstable, components));
    }

    private void queueAhead() {
        while (pending.size() + small.size() < AHEAD && !later.isEmpty()) {
            Later next = later.removeFirst();
            next.components().forEach(component -> add(new Work(next.sstable(), component, null)));
        }
    }

    void add(Work work) {
        (isSmall(work) ? small : pending).addLast(work);
    }

    private boolean isSmall(Work work) {
        return work.bytes() <= together.bytesOfEach() && work.ranges() <= together.ranges();
    }

    /** Whether it is fetched together with others. */
    boolean isSmall(ManifestComponent component) {
        return component.bytes() <= together.bytesOfEach();
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
        Work work = isAllowed(now) ? pending.pollFirst() : null;
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
        int ranges = 0;
        while (!small.isEmpty() && bundle.size() < together.components() && isAllowed(now)) {
            bytes += small.getFirst().bytes();
            ranges += small.getFirst().ranges();
            if (bytes > together.bytes() || ranges > together.ranges()) {
                break;
            }
            bundle.add(small.removeFirst());
        }
        if (!bundle.isEmpty()) {
            inFlight++;
        }
        return bundle;
    }

    private boolean isAllowed(Instant now) {
        return inFlight < (patience.isFailing() ? 1 : fetcher.slots()) && patience.mayBeAsked(now);
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

    SourcePatience patience() {
        return patience;
    }
}
