/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ManifestComponent;
import io.idaeus.sidecar.fetch.Bundles;
import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.throttle.ThrottleChain;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is still to be pulled from one source, how much of it at once, and when to try again. One thread. */
final class SourceQueue {
    /** A component of the plan's SSTable at this index. */
    record Work(int sstable, ManifestComponent component) {}

    private record Later(int sstable, List<ManifestComponent> components) {}

    /** So many components are laid out beforehand, and not those of 50,000 SSTables. */
    private static final int AHEAD = 4 * Bundles.MAX_FILES;

    private final PinnedSource source;
    private final InetSocketAddress dataPlane;
    private final int connections;
    private final ConnectionPermits lanes;
    private final Backoff backoff;
    private final boolean bundles;
    private final Deque<Later> later = new ArrayDeque<>();
    private final Deque<Work> pending = new ArrayDeque<>();

    /** Those that are better asked for many at a time. */
    private final Deque<Work> small = new ArrayDeque<>();

    private int inFlight;
    private Instant notBefore = Instant.MIN;
    private @Nullable Instant failingSince;

    /** @param bundles whether the source answers requests for many components */
    SourceQueue(
            PinnedSource source,
            InetSocketAddress dataPlane,
            boolean bundles,
            int connections,
            ThrottleChain pace,
            Backoff backoff) {
        this.source = source;
        this.bundles = bundles;
        this.dataPlane = dataPlane;
        this.connections = connections;
        this.lanes = new ConnectionPermits(connections, pace);
        this.backoff = backoff;
    }

    PinnedSource source() {
        return source;
    }

    InetSocketAddress dataPlane() {
        return dataPlane;
    }

    /** Whether it answers requests for many components. */
    boolean bundles() {
        return bundles;
    }

    /** How much of it is received at once, and how fast. */
    ConnectionPermits lanes() {
        return lanes;
    }

    /** Adds an SSTable. */
    void add(int sstable, List<ManifestComponent> components) {
        later.addLast(new Later(sstable, components));
    }

    private void layOut() {
        while (pending.size() + small.size() < AHEAD && !later.isEmpty()) {
            Later next = later.removeFirst();
            next.components().forEach(component -> add(new Work(next.sstable(), component)));
        }
    }

    void add(Work work) {
        (bundles && work.component().bytes() <= Bundles.MAX_FILE_BYTES ? small : pending).addLast(work);
    }

    /** Adds what is to be fetched alone, however small. */
    void addAlone(Work work) {
        pending.addLast(work);
    }

    boolean isUnfinished() {
        return inFlight > 0 || !pending.isEmpty() || !small.isEmpty() || !later.isEmpty();
    }

    /**
     * The next component, where the source is not being left alone and few enough are open: one for each connection, and one
     * that begins while the last is forced to disk.
     */
    @Nullable
    Work take(Instant now) {
        layOut();
        Work work = isAllowed(now, connections + 1) ? pending.pollFirst() : null;
        if (work != null) {
            inFlight++;
        }
        return work;
    }

    /**
     * As {@link #take}, of the small ones as many as are asked for at a time; none where there are none. As many again as
     * there are connections may be open: forcing so many files takes as long as they took to come.
     */
    List<Work> takeBundle(Instant now) {
        layOut();
        List<Work> bundle = new ArrayList<>();
        long bytes = 0;
        while (!small.isEmpty() && bundle.size() < Bundles.MAX_FILES && isAllowed(now, 2 * connections)) {
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

    /** Forgets the other components of an SSTable. */
    void drop(int sstable) {
        later.removeIf(one -> one.sstable() == sstable);
        pending.removeIf(work -> work.sstable() == sstable);
        small.removeIf(work -> work.sstable() == sstable);
    }

    /**
     * Leaves the source alone for a while, and at least for as long as it asked. Returns how long it has been failing.
     *
     * @param asked what the source asked for; null where it did not say
     */
    Duration failed(Instant now, @Nullable Duration asked) {
        if (failingSince == null) {
            failingSince = now;
        }
        if (!now.isBefore(notBefore)) {
            notBefore = now.plus(backoff.next());
        }
        if (asked != null && now.plus(asked).isAfter(notBefore)) {
            notBefore = now.plus(asked);
        }
        return Duration.between(failingSince, now);
    }

    boolean isFailing() {
        return failingSince != null;
    }

    int failures() {
        return backoff.failures();
    }

    /** Whether the source had failed before this success. */
    boolean recovered() {
        boolean had = failingSince != null;
        failingSince = null;
        notBefore = Instant.MIN;
        backoff.succeeded();
        return had;
    }
}
