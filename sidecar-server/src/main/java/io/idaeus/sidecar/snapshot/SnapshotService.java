/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.api.SnapshotInfo;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.cassandra.SnapshotOptions;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.OwnSnapshot.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes, lists and clears snapshots. Ours are those that this sidecar took; a snapshot of ours without lease and time to
 * live stays until somebody deletes it. The time to live is ours to enforce, not Cassandra's, which knows nothing of
 * leases. Every method asks the disk, and blocks for as long as Cassandra takes.
 */
public final class SnapshotService {
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(3650);
    /** Cassandra says these before it does anything. */
    private static final Set<ProblemType> NOT_TAKEN = Set.of(
            ProblemType.SNAPSHOT_EXISTS,
            ProblemType.UNKNOWN_TABLE,
            ProblemType.UNKNOWN_KEYSPACE,
            ProblemType.INVALID_TAG,
            ProblemType.INVALID_REQUEST);

    private final NodeCalls node;
    private final OwnSnapshots own;
    private final LeaseTable leases;
    private final SnapshotReaper reaper;
    private final ManifestService manifests;
    private final SnapshotDirectories directories;
    private final SnapshotContents contents;
    private final Clock clock;
    private final Supplier<UUID> ids;

    SnapshotService(
            NodeCalls node,
            OwnSnapshots own,
            LeaseTable leases,
            SnapshotReaper reaper,
            ManifestService manifests,
            SnapshotDirectories directories,
            SnapshotContents contents,
            Clock clock,
            Supplier<UUID> ids) {
        this.node = node;
        this.own = own;
        this.leases = leases;
        this.reaper = reaper;
        this.manifests = manifests;
        this.directories = directories;
        this.contents = contents;
        this.clock = clock;
        this.ids = ids;
    }

    /**
     * Takes a snapshot.
     *
     * @throws ProblemException INVALID_TAG, INVALID_REQUEST, UNKNOWN_KEYSPACE, UNKNOWN_TABLE, SNAPSHOT_EXISTS,
     *     CASSANDRA_UNAVAILABLE, CASSANDRA_REFUSED; after the last two, what Cassandra may have taken is cleared
     */
    public SnapshotInfo take(SnapshotOrder order) {
        String given = order.tag();
        SnapshotTag tag = given == null ? SnapshotTag.generated(ids.get()) : new SnapshotTag(given);
        Duration ttl = requireBounded(order.ttl());
        List<OwnSnapshot.Table> tables = new SnapshotTables(node).of(order);
        requireUnused(tag.value());
        Instant now = clock.instant();
        own.begin(OwnSnapshot.taking(tag.value(), tables, now, ttl == null ? null : now.plus(ttl)));
        takeRecorded(tag.value(), tables, new SnapshotOptions(order.skipFlush()));
        own.taken(tag.value());
        return get(tag.value());
    }

    /** Every snapshot of the node, by tag, whoever took it. */
    public List<SnapshotInfo> list() {
        Map<String, List<SnapshotDirectory>> byTag = directories.all().stream()
                .collect(Collectors.groupingBy(SnapshotDirectory::tag, TreeMap::new, Collectors.toList()));
        return byTag.entrySet().stream()
                .map(entry -> info(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** @throws ProblemException INVALID_TAG, UNKNOWN_SNAPSHOT */
    public SnapshotInfo get(String tag) {
        List<SnapshotDirectory> found = directories.of(SnapshotTag.requireName(tag));
        if (found.isEmpty()) {
            throw SnapshotContents.unknown(tag);
        }
        return info(tag, found);
    }

    /**
     * Clears a snapshot.
     *
     * @param force also one that is leased, or not ours
     * @throws ProblemException INVALID_TAG, UNKNOWN_SNAPSHOT, SNAPSHOT_NOT_MANAGED, SNAPSHOT_LEASED; ILLEGAL_STATE while it
     *     is being taken; CASSANDRA_UNAVAILABLE and CASSANDRA_REFUSED, and then one of ours is tried again later
     */
    public void delete(String tag, boolean force) {
        OwnSnapshot ours = own.get(SnapshotTag.requireName(tag)).orElse(null);
        if (ours == null) {
            deleteForeign(tag, force);
        } else if (ours.state() == State.TAKING) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE, "The snapshot " + tag + " is being taken; delete it when it is");
        } else {
            startClearing(tag, force);
            reaper.clear(tag);
        }
    }

    /** @throws ProblemException INVALID_TAG, UNKNOWN_SNAPSHOT, UNKNOWN_TABLE, SNAPSHOT_INCOMPLETE */
    public SnapshotTable sstables(String tag, TableRef table) {
        List<SnapshotDirectory> located = contents.locate(tag, table);
        return new SnapshotTable(TableIds.uuid(located.get(0).tableId()), contents.list(located));
    }

    private void takeRecorded(String tag, List<OwnSnapshot.Table> tables, SnapshotOptions options) {
        List<TableName> names = tables.stream()
                .map(table -> new TableName(table.keyspace(), table.table()))
                .toList();
        try {
            CrashPoint.BEGINS.of("orders-of-snapshots");
            node.take().take(tag, names, options);
            CrashPoint.DONE.of("orders-of-snapshots");
        } catch (RuntimeException e) {
            if (e instanceof ProblemException problem && NOT_TAKEN.contains(problem.type())) {
                own.forget(tag);
            } else {
                own.abandon(tag);
                reaper.wake();
            }
            throw e;
        }
    }

    /** What a dead process, or a call without answer, may have left under the tag is cleared first. */
    private void requireUnused(String tag) {
        if (own.get(tag).filter(snapshot -> snapshot.state() == State.ABANDONED).isPresent()) {
            own.startClearing(tag);
            reaper.clear(tag);
        }
        if (!directories.of(tag).isEmpty()) {
            throw new ProblemException(
                    ProblemType.SNAPSHOT_EXISTS,
                    "A snapshot " + tag + " exists; choose another tag, or delete it first");
        }
    }

    private static @Nullable Duration requireBounded(@Nullable Duration ttl) {
        if (ttl != null && (ttl.compareTo(SHORTEST) < 0 || ttl.compareTo(LONGEST) > 0)) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "ttl: " + ttl.toSeconds() + "s (expected: 1m to 3650d)");
        }
        return ttl;
    }

    private void startClearing(String tag, boolean force) {
        if (force) {
            own.startClearing(tag);
            return;
        }
        List<String> keepers = leases.startClearingUnleased(tag);
        if (!keepers.isEmpty()) {
            throw leased(tag, keepers);
        }
    }

    private void deleteForeign(String tag, boolean force) {
        List<SnapshotDirectory> found = directories.of(tag);
        if (found.isEmpty()) {
            throw SnapshotContents.unknown(tag);
        }
        if (!force) {
            throw new ProblemException(
                    ProblemType.SNAPSHOT_NOT_MANAGED,
                    "The snapshot " + tag + " was not taken by this sidecar; force deletes it all the same");
        }
        manifests.drop(tag);
        node.clear()
                .clear(
                        tag,
                        found.stream()
                                .map(SnapshotDirectory::keyspace)
                                .distinct()
                                .toList());
    }

    private static ProblemException leased(String tag, List<String> keepers) {
        return new ProblemException(
                ProblemType.SNAPSHOT_LEASED,
                "The snapshot " + tag + " is leased by " + String.join(", ", keepers)
                        + "; wait for the transfers, or force it and make them fail");
    }

    private SnapshotInfo info(String tag, List<SnapshotDirectory> found) {
        List<TableRef> tables = found.stream()
                .map(directory -> new TableRef(directory.keyspace(), directory.table()))
                .distinct()
                .toList();
        SnapshotSize size =
                SnapshotSize.of(found.stream().map(SnapshotDirectory::path).toList());
        OwnSnapshot ours = own.get(tag).orElse(null);
        SnapshotTimes times =
                ours == null ? SnapshotTimes.of(found) : new SnapshotTimes(ours.createdAt(), ours.expiresAt());
        return new SnapshotInfo(
                tag,
                tables,
                ours != null,
                size.bytes(),
                size.trueBytes(),
                times.createdAt(),
                times.expiresAt(),
                leases.on(tag));
    }
}
