/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.api.snapshot.Lease;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.content.SnapshotDirectories;
import io.idaeus.sidecar.snapshot.content.SnapshotTag;
import io.idaeus.sidecar.snapshot.content.SnapshotTimes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leases snapshots, also before they are taken. */
public final class LeaseService {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseService.class);
    private static final Duration LONGEST = Duration.ofDays(30);

    private final LeaseTable leases;
    private final SnapshotReaper reaper;
    private final SnapshotDirectories directories;
    private final Clock clock;

    LeaseService(LeaseTable leases, SnapshotReaper reaper, SnapshotDirectories directories, Clock clock) {
        this.leases = leases;
        this.directories = directories;
        this.reaper = reaper;
        this.clock = clock;
    }

    /**
     * Creates or renews a lease for {@code ttl} from now, at most until Cassandra clears the snapshot.
     *
     * @param id valid as a file name
     * @param clearOnRelease clear a managed snapshot when its last lease ends
     * @param holder who renews and releases it; null without authentication
     * @throws ProblemException INVALID_REQUEST, INVALID_TAG, UNPROCESSABLE; FORBIDDEN if the id is another's; ILLEGAL_STATE if the id leases another tag;
     *     UNKNOWN_SNAPSHOT if the snapshot is being cleared, or due
     */
    public Lease put(String id, String tag, Duration ttl, boolean clearOnRelease, @Nullable String holder) {
        requireId(id);
        SnapshotTag.requireName(tag);
        if (ttl.isNegative() || ttl.isZero() || ttl.compareTo(LONGEST) > 0) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE, "ttl: " + ttl.toSeconds() + "s (expected: above zero, and at most 30d)");
        }
        return view(leases.put(new LeaseRecord(id, tag, untilCassandraClears(tag, ttl), clearOnRelease, holder)));
    }

    private Duration untilCassandraClears(String tag, Duration ttl) {
        Instant end = clearedByCassandra(tag);
        Duration left = end == null ? ttl : Duration.between(clock.instant(), end);
        if (left.isNegative() || left.isZero()) {
            throw new ProblemException(
                    ProblemType.UNKNOWN_SNAPSHOT,
                    "snapshot " + tag + " reached the time to live that Cassandra keeps for it, at " + end
                            + "; take another one without a time to live");
        }
        return left.compareTo(ttl) < 0 ? left : ttl;
    }

    // Null if it does not, or if that cannot be found out now: a lease must not wait for Cassandra.
    private @Nullable Instant clearedByCassandra(String tag) {
        try {
            return SnapshotTimes.of(directories.of(tag)).expiresAt();
        } catch (ProblemException e) {
            LOG.debug("snapshot {}: leased without reading its expiry time", tag, e);
            return null;
        }
    }

    /**
     * If it exists. The reaper then clears an unneeded snapshot.
     *
     * @param holder null for anybody's lease
     * @param by who releases it; null without authentication
     * @throws ProblemException FORBIDDEN for another's
     */
    public void release(String id, @Nullable String holder, @Nullable String by) {
        leases.release(requireId(id), holder, by);
        reaper.wake();
    }

    /** Whether somebody holds a lease on a snapshot. */
    public boolean holds(String tag, String holder) {
        return leases.holds(tag, holder);
    }

    /** Whether a snapshot ends with somebody's lease. */
    public boolean clears(String tag, String holder) {
        return leases.clears(tag, holder);
    }

    public List<Lease> list() {
        return leases.all().stream().map(this::view).toList();
    }

    private static String requireId(String id) {
        return BoundedText.ID.require("lease id", id);
    }

    private Lease view(LeaseTable.Held held) {
        LeaseRecord lease = held.lease();
        return new Lease(
                lease.id(),
                lease.tag(),
                clock.instant().plus(leases.left(held)),
                lease.clearOnRelease(),
                lease.holder());
    }
}
