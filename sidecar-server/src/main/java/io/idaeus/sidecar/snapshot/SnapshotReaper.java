/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.problem.Outages;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot.Removal;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot.State;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshots;
import io.idaeus.sidecar.snapshot.content.ServedSets;
import io.idaeus.sidecar.snapshot.content.SnapshotDirectories;
import io.idaeus.sidecar.snapshot.content.SnapshotDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clears managed snapshots that nobody needs any more, and retries until they are gone. {@link #tick} runs on the
 * executor's one thread and blocks for as long as Cassandra takes.
 */
public final class SnapshotReaper {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotReaper.class);

    // Cassandra may go on this long with the call of a dead process, or with one that timed out. Until then every
    // tick looks for an abandoned snapshot.
    static final Duration ABANDONED_FOR = Duration.ofMinutes(10);

    // For a whole round: no tag contains a space.
    private static final String ROUND = "a round";

    private static final Removal OVER = new Removal("its time to live is over", null);

    private final ManagedSnapshots managed;
    private final LeaseTable leases;
    private final LowSpace lowSpace;
    private final SnapshotDirectories directories;
    private final ServedSets served;
    private final NodeCalls.Clear clear;
    private final ScheduledExecutorService executor;
    private final AuditLog audit;

    private final Outages outages = new Outages(LOG);

    SnapshotReaper(
            ManagedSnapshots managed,
            LeaseTable leases,
            LowSpace lowSpace,
            SnapshotDirectories directories,
            ServedSets served,
            NodeCalls.Clear clear,
            ScheduledExecutorService executor,
            AuditLog audit) {
        this.audit = audit;
        this.managed = managed;
        this.leases = leases;
        this.lowSpace = lowSpace;
        this.directories = directories;
        this.served = served;
        this.clear = clear;
        this.executor = executor;
    }

    /** The first tick comes at once and finishes what an earlier process left. */
    public void start(Duration interval) {
        var unused = executor.scheduleWithFixedDelay(this::tick, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    void wake() {
        try {
            executor.execute(this::tick);
        } catch (RejectedExecutionException e) {
            LOG.debug("snapshot reaper has stopped; the sidecar clears the rest after its next start", e);
        }
    }

    /** Throws nothing; the next tick retries. */
    public synchronized void tick() {
        try {
            leases.expire();
            if (lowSpace.isNow(directories.roots())) {
                leases.expireUnrenewed(lowSpace.leaseTtl());
            }
            markUnneeded();
            managed.all().stream()
                    .filter(ManagedSnapshot::isEnding)
                    .map(ManagedSnapshot::tag)
                    .forEach(this::tryClearing);
            dropRecordsOfRemoved();
            outages.over(ROUND);
        } catch (RuntimeException e) {
            outages.failed(ROUND, "search for snapshots to clear failed", e);
        }
    }

    /**
     * Clears what is {@code CLEARING} or {@code ABANDONED}.
     *
     * @throws ProblemException if Cassandra did not; a later tick retries
     */
    synchronized void clear(String tag) {
        managed.get(tag).filter(ManagedSnapshot::isEnding).ifPresent(this::clear);
    }

    // Clears any snapshot, managed or not, once.
    void clear(String tag, List<String> keyspaces) {
        served.drop(tag);
        clear.clear(tag, keyspaces);
    }

    private void clear(ManagedSnapshot snapshot) {
        clear(snapshot.tag(), snapshot.keyspaces());
        // Cassandra gives the same answer whether or not it cleared anything.
        requireGone(snapshot);
        CrashPoint.DONE.of("clearings-of-snapshots");
        if (snapshot.state() == State.CLEARING || managed.isOlderThan(ABANDONED_FOR, snapshot)) {
            managed.drop(snapshot.tag());
            LOG.info("snapshot {}: cleared", snapshot.tag());
            ended(snapshot, "CLEARED");
        }
    }

    private void ended(ManagedSnapshot snapshot, String result) {
        Map<String, String> target = new LinkedHashMap<>();
        target.put("tag", snapshot.tag());
        target.put("keyspaces", String.join(",", snapshot.keyspaces()));
        Removal removal = snapshot.removal();
        if (removal != null) {
            target.put("why", removal.why());
            if (removal.by() != null) {
                target.put("clearedBy", removal.by());
            }
        }
        audit.end("snapshot.end", target, snapshot.requestedBy(), result, null);
    }

    private void requireGone(ManagedSnapshot snapshot) {
        List<Path> left = directories.of(snapshot.tag()).stream()
                .filter(directory -> snapshot.keyspaces().contains(directory.keyspace()))
                .map(SnapshotDirectory::path)
                .toList();
        if (!left.isEmpty()) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "Cassandra was told to clear snapshot " + snapshot.tag() + " and left " + left
                            + "; see Cassandra's log. The sidecar retries until they are gone");
        }
    }

    private void markUnneeded() {
        for (ManagedSnapshot snapshot : managed.all()) {
            if (managed.isUnneeded(snapshot) && snapshot.state() == State.TAKEN) {
                leases.startClearingUnleased(snapshot.tag(), snapshot.clearWhenUnleased() ? null : OVER);
            }
        }
    }

    private void tryClearing(String tag) {
        try {
            clear(tag);
            outages.over(tag);
        } catch (RuntimeException e) {
            outages.failed(tag, "snapshot " + tag + ": not cleared", e);
        }
    }

    // Snapshots also disappear by Cassandra's time to live, by nodetool, and if ephemeral by a restart.
    private void dropRecordsOfRemoved() {
        List<ManagedSnapshot> before = managed.all();
        Set<String> tags = served.tags();
        Set<String> onDisk =
                directories.all().stream().map(SnapshotDirectory::tag).collect(Collectors.toSet());
        for (ManagedSnapshot snapshot : before) {
            if (snapshot.state() == State.TAKEN && !onDisk.contains(snapshot.tag())) {
                managed.drop(snapshot.tag());
                LOG.info("snapshot {}: removed outside the sidecar; record dropped", snapshot.tag());
                ended(snapshot, "REMOVED_OUTSIDE");
            }
        }
        tags.stream().filter(tag -> !onDisk.contains(tag)).forEach(served::drop);
        outages.overIf(tag -> managed.get(tag).isEmpty());
    }
}
