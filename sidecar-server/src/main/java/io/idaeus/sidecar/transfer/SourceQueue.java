/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ManifestComponent;
import io.idaeus.sidecar.fetch.Lanes;
import io.idaeus.sidecar.throttle.Series;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What is still to be pulled from one source, how much of it at once, and when to try again. One thread. */
final class SourceQueue {
    /** A component of the plan's SSTable at this index. */
    record Work(int sstable, ManifestComponent component) {}

    private final PinnedSource source;
    private final InetSocketAddress dataPlane;
    private final int connections;
    private final Lanes lanes;
    private final Backoff backoff;
    private final Deque<Work> pending = new ArrayDeque<>();
    private int inFlight;
    private Instant notBefore = Instant.MIN;
    private @Nullable Instant failingSince;

    SourceQueue(PinnedSource source, InetSocketAddress dataPlane, int connections, Series pace, Backoff backoff) {
        this.source = source;
        this.dataPlane = dataPlane;
        this.connections = connections;
        this.lanes = new Lanes(connections, pace);
        this.backoff = backoff;
    }

    PinnedSource source() {
        return source;
    }

    InetSocketAddress dataPlane() {
        return dataPlane;
    }

    /** How much of it is received at once, and how fast. */
    Lanes lanes() {
        return lanes;
    }

    void add(Work work) {
        pending.addLast(work);
    }

    boolean isUnfinished() {
        return inFlight > 0 || !pending.isEmpty();
    }

    /**
     * The next component, where the source is not being left alone and few enough are open: one for each connection, and one
     * that begins while the last is forced to disk.
     */
    @Nullable
    Work take(Instant now) {
        boolean allowed = inFlight < (failingSince == null ? connections + 1 : 1) && !now.isBefore(notBefore);
        Work work = allowed ? pending.pollFirst() : null;
        if (work != null) {
            inFlight++;
        }
        return work;
    }

    void ended() {
        inFlight--;
    }

    /** Forgets the other components of an SSTable. */
    void drop(int sstable) {
        pending.removeIf(work -> work.sstable() == sstable);
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
