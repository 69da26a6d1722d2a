/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.Lease;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.JsonStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Gives leases on snapshots. The snapshot need not exist yet: a tag can be leased before it is used. */
public final class LeaseService {
    private static final Duration LONGEST = Duration.ofDays(30);

    private final Leases leases;
    private final SnapshotReaper reaper;
    private final Clock clock;

    LeaseService(Leases leases, SnapshotReaper reaper, Clock clock) {
        this.leases = leases;
        this.reaper = reaper;
        this.clock = clock;
    }

    /**
     * Keeps a snapshot for {@code ttl} from now; repeating it renews.
     *
     * @param id chosen by the caller, for instance a transfer's id; of the characters of a file name
     * @param clearOnRelease whether the snapshot goes when its last lease goes; for our own snapshots alone
     * @throws ProblemException INVALID_REQUEST, INVALID_TAG; ILLEGAL_STATE where the id leases another tag;
     *     UNKNOWN_SNAPSHOT where the snapshot is being cleared
     */
    public Lease put(String id, String tag, Duration ttl, boolean clearOnRelease) {
        if (ttl.isNegative() || ttl.isZero() || ttl.compareTo(LONGEST) > 0) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "ttl: " + ttl.toSeconds() + "s (expected: above zero, and at most 30d)");
        }
        return view(leases.put(new LeaseRecord(requireId(id), new SnapshotTag(tag).value(), ttl, clearOnRelease)));
    }

    /** Gives a lease back; nothing happens where there is none. The snapshot goes soon after, where it is to go. */
    public void release(String id) {
        leases.release(requireId(id));
        reaper.wake();
    }

    public List<Lease> list() {
        return leases.all().stream().map(this::view).toList();
    }

    private static String requireId(String id) {
        if (!JsonStore.isName(id)) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "lease id: " + SnapshotTag.shown(id)
                            + " (expected: 1 to 200 letters, digits, _ - . and no dot in front)");
        }
        return id;
    }

    private Lease view(Leases.Held held) {
        LeaseRecord lease = held.lease();
        return new Lease(lease.id(), lease.tag(), clock.instant().plus(leases.left(held)), lease.clearOnRelease());
    }
}
