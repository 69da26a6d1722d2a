/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.problem.Outages;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.OwnSnapshot.State;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clears our snapshots that nobody needs any more, again and again until Cassandra has done it. Everything happens in
 * {@link #tick}, on the one thread of its executor; a tick can block for as long as Cassandra takes.
 */
public final class SnapshotReaper {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotReaper.class);

    /**
     * For so long Cassandra may still be carrying out the order of a process that is dead, or of a call that timed out:
     * until then an abandoned snapshot is looked for at every tick.
     */
    static final Duration ABANDONED_FOR = Duration.ofMinutes(10);

    /** As something that can fail; no tag has a space. */
    private static final String ROUND = "a round";

    private final OwnSnapshots own;
    private final LeaseTable leases;
    private final LowSpace lowSpace;
    private final SnapshotDirectories directories;
    private final ManifestService manifests;
    private final NodeCalls.Clear clear;
    private final Clock clock;
    private final ScheduledExecutorService executor;

    private final Outages outages = new Outages(LOG);

    /** @param clear clears a tag in keyspaces at Cassandra; throws where Cassandra does not */
    SnapshotReaper(
            OwnSnapshots own,
            LeaseTable leases,
            LowSpace lowSpace,
            SnapshotDirectories directories,
            ManifestService manifests,
            NodeCalls.Clear clear,
            Clock clock,
            ScheduledExecutorService executor) {
        this.own = own;
        this.leases = leases;
        this.lowSpace = lowSpace;
        this.directories = directories;
        this.manifests = manifests;
        this.clear = clear;
        this.clock = clock;
        this.executor = executor;
    }

    /** The first tick is at once: it finishes what an earlier process left. */
    public void start(Duration interval) {
        var unused = executor.scheduleWithFixedDelay(this::tick, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Asks for a tick soon. */
    void wake() {
        try {
            executor.execute(this::tick);
        } catch (RejectedExecutionException e) {
            LOG.debug("The reaper has stopped; the next start of the sidecar goes on", e);
        }
    }

    /** One round. Throws nothing: what fails is tried again next time. */
    public synchronized void tick() {
        try {
            leases.expire();
            if (lowSpace.isNow(directories.roots())) {
                leases.expireUnrenewed(lowSpace.leaseTtl());
            }
            markUnneeded();
            own.all().stream()
                    .filter(OwnSnapshot::isEnding)
                    .map(OwnSnapshot::tag)
                    .forEach(this::tryClearing);
            forgetWhatIsGone();
            outages.over(ROUND);
        } catch (RuntimeException e) {
            outages.failed(ROUND, "Looking for snapshots to clear failed", e);
        }
    }

    /**
     * Clears a snapshot that is on its way out; nothing happens to another.
     *
     * @throws ProblemException where Cassandra did not; a later tick tries again
     */
    synchronized void clear(String tag) {
        own.get(tag).filter(OwnSnapshot::isEnding).ifPresent(this::clear);
    }

    private void clear(OwnSnapshot snapshot) {
        manifests.drop(snapshot.tag());
        clear.clear(snapshot.tag(), snapshot.keyspaces());
        requireGone(snapshot);
        CrashPoint.DONE.of("clearings-of-snapshots");
        if (snapshot.state() == State.CLEARING || isOverdue(snapshot)) {
            own.forget(snapshot.tag());
            LOG.info("snapshot {}: cleared", snapshot.tag());
        }
    }

    /** Cassandra answers the same whether or not it found what it was to clear. */
    private void requireGone(OwnSnapshot snapshot) {
        List<Path> left = directories.of(snapshot.tag()).stream()
                .filter(directory -> snapshot.keyspaces().contains(directory.keyspace()))
                .map(SnapshotDirectory::path)
                .toList();
        if (!left.isEmpty()) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "Cassandra was told to clear the snapshot " + snapshot.tag() + ", and left " + left
                            + "; its log may say why. The sidecar tries again until they are gone");
        }
    }

    private boolean isOverdue(OwnSnapshot abandoned) {
        return abandoned.since().plus(ABANDONED_FOR).isBefore(clock.instant());
    }

    private void markUnneeded() {
        for (OwnSnapshot snapshot : own.all()) {
            boolean unneeded = snapshot.clearWhenUnleased() || snapshot.isExpired(clock.instant());
            if (unneeded && snapshot.state() == State.TAKEN) {
                leases.startClearingUnleased(snapshot.tag());
            }
        }
    }

    private void tryClearing(String tag) {
        try {
            clear(tag);
            outages.over(tag);
        } catch (RuntimeException e) {
            outages.failed(tag, "snapshot " + tag + ": cannot be cleared", e);
        }
    }

    /** Snapshots also go without us: by their time to live, by nodetool, and ephemeral ones at a restart. */
    private void forgetWhatIsGone() {
        List<OwnSnapshot> before = own.all();
        Set<String> described = manifests.tags();
        Set<String> onDisk =
                directories.all().stream().map(SnapshotDirectory::tag).collect(Collectors.toSet());
        for (OwnSnapshot snapshot : before) {
            if (snapshot.state() == State.TAKEN && !onDisk.contains(snapshot.tag())) {
                own.forget(snapshot.tag());
                LOG.info("snapshot {}: gone without us; forgotten", snapshot.tag());
            }
        }
        described.stream().filter(tag -> !onDisk.contains(tag)).forEach(manifests::drop);
        outages.overIf(tag -> own.get(tag).isEmpty());
    }
}
