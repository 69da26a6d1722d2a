/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.SnapshotInfo;
import io.idaeus.api.snapshot.SnapshotInfoBuilder;
import io.idaeus.sidecar.cassandra.SnapshotOptions;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.description.TableIds;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot.Removal;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot.State;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshots;
import io.idaeus.sidecar.snapshot.content.ManifestKey;
import io.idaeus.sidecar.snapshot.content.SnapshotContents;
import io.idaeus.sidecar.snapshot.content.SnapshotDirectories;
import io.idaeus.sidecar.snapshot.content.SnapshotDirectory;
import io.idaeus.sidecar.snapshot.content.SnapshotTag;
import io.idaeus.sidecar.snapshot.content.SnapshotTimes;
import io.idaeus.sidecar.snapshot.schema.SnapshotSchemas;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes, lists and clears snapshots. Enforces the time to live of managed ones itself, since Cassandra knows nothing
 * of leases. Methods read the disk, and block for as long as Cassandra takes.
 */
public final class SnapshotService {
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(3650);
    // Cassandra refuses with these before it takes anything.
    private static final Set<ProblemType> NOT_TAKEN = Set.of(
            ProblemType.SNAPSHOT_EXISTS,
            ProblemType.UNKNOWN_TABLE,
            ProblemType.UNKNOWN_KEYSPACE,
            ProblemType.INVALID_TAG,
            ProblemType.INVALID_REQUEST,
            ProblemType.UNPROCESSABLE);

    // For a table that is not known any more, or while Cassandra is down.
    private static final Set<ProblemType> NO_DEFINITION =
            Set.of(ProblemType.UNKNOWN_TABLE, ProblemType.UNKNOWN_KEYSPACE, ProblemType.CASSANDRA_UNAVAILABLE);

    private final NodeCalls node;
    private final KeyspacePolicy keyspaces;
    private final ManagedSnapshots managed;
    private final LeaseTable leases;
    private final SnapshotReaper reaper;
    private final SnapshotDirectories directories;
    private final SnapshotContents contents;
    private final SnapshotSchemas schemas;
    private final Supplier<UUID> ids;

    SnapshotService(
            NodeCalls node,
            KeyspacePolicy keyspaces,
            ManagedSnapshots managed,
            LeaseTable leases,
            SnapshotReaper reaper,
            SnapshotDirectories directories,
            SnapshotContents contents,
            SnapshotSchemas schemas,
            Supplier<UUID> ids) {
        this.node = node;
        this.keyspaces = keyspaces;
        this.managed = managed;
        this.leases = leases;
        this.reaper = reaper;
        this.directories = directories;
        this.contents = contents;
        this.schemas = schemas;
        this.ids = ids;
    }

    /**
     * @throws ProblemException INVALID_TAG, UNPROCESSABLE, UNKNOWN_KEYSPACE, UNKNOWN_TABLE, SNAPSHOT_EXISTS, SNAPSHOT_LEASED,
     *     CASSANDRA_UNAVAILABLE, CASSANDRA_REFUSED; after the last two, whatever Cassandra took is cleared
     */
    public SnapshotInfo take(SnapshotOrder order) {
        String given = order.tag();
        SnapshotTag tag = given == null ? SnapshotTag.generated(ids.get()) : new SnapshotTag(given);
        Duration ttl = requireBounded(order.ttl());
        List<ManagedSnapshot.Table> tables = new SnapshotTables(node, keyspaces).of(order);
        requireUnused(tag.value());
        leases.requireNobodyElseClears(tag.value(), order.requestedBy());
        managed.begin(tag.value(), tables, ttl, order.requestedBy());
        takeRecorded(tag.value(), tables, new SnapshotOptions(order.skipFlush()));
        managed.taken(tag.value());
        return get(tag.value());
    }

    /** All snapshots of the node, by tag. */
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

    /** Whether this sidecar took it, and may therefore clear it. */
    public boolean isManaged(String tag) {
        return managed.get(SnapshotTag.requireName(tag)).isPresent();
    }

    /**
     * @param force clear it even if it is leased or not managed
     * @param by requester; null without authentication
     * @throws ProblemException INVALID_TAG, UNKNOWN_SNAPSHOT, SNAPSHOT_NOT_MANAGED, SNAPSHOT_LEASED; ILLEGAL_STATE
     *     while it is being taken; CASSANDRA_UNAVAILABLE and CASSANDRA_REFUSED, after which a managed one is retried
     */
    public void delete(String tag, boolean force, @Nullable String by) {
        ManagedSnapshot snapshot = managed.get(SnapshotTag.requireName(tag)).orElse(null);
        if (snapshot == null) {
            deleteUnmanaged(tag, force);
        } else if (snapshot.state() == State.TAKING) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "snapshot " + tag + " is still being taken; delete it once that is done");
        } else {
            startClearing(tag, force, new Removal("deleted", by));
            reaper.clear(tag);
        }
    }

    /** @throws ProblemException INVALID_TAG, UNKNOWN_SNAPSHOT, UNKNOWN_TABLE, SNAPSHOT_INCOMPLETE */
    public SnapshotTable sstables(String tag, TableRef table) {
        List<SnapshotDirectory> located = contents.locate(tag, table);
        String id = TableIds.uuid(located.get(0).tableId());
        boolean unlisted = !contents.completion(located).listed();
        try {
            SnapshotSchemas.Schema schema = schemas.of(new ManifestKey(tag, table), located);
            return new SnapshotTable(id, schema.definition(), schema.unknown(), unlisted, contents.list(located));
        } catch (ProblemException e) {
            if (!NO_DEFINITION.contains(e.type())) {
                throw e;
            }
            return new SnapshotTable(id, null, e.getMessage(), unlisted, contents.list(located));
        }
    }

    private void takeRecorded(String tag, List<ManagedSnapshot.Table> tables, SnapshotOptions options) {
        List<TableName> names = tables.stream()
                .map(table -> new TableName(table.keyspace(), table.table()))
                .toList();
        try {
            CrashPoint.BEGINS.of("orders-of-snapshots");
            node.take().take(tag, names, options);
            CrashPoint.DONE.of("orders-of-snapshots");
        } catch (RuntimeException e) {
            if (e instanceof ProblemException problem && NOT_TAKEN.contains(problem.type())) {
                managed.drop(tag);
            } else {
                managed.abandon(tag);
                reaper.wake();
            }
            throw e;
        }
    }

    // Clears first what a dead process, or a call without an answer, may have left under the tag.
    private void requireUnused(String tag) {
        if (managed.get(tag)
                .filter(snapshot -> snapshot.state() == State.ABANDONED)
                .isPresent()) {
            managed.startClearing(tag, null);
            reaper.clear(tag);
        }
        if (!directories.of(tag).isEmpty()) {
            throw new ProblemException(
                    ProblemType.SNAPSHOT_EXISTS,
                    "snapshot " + tag + " exists already; choose another tag, or delete it first");
        }
    }

    private static @Nullable Duration requireBounded(@Nullable Duration ttl) {
        if (ttl != null && (ttl.compareTo(SHORTEST) < 0 || ttl.compareTo(LONGEST) > 0)) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE, "ttl: " + ttl.toSeconds() + "s (expected: 1m to 3650d)");
        }
        return ttl;
    }

    private void startClearing(String tag, boolean force, Removal removal) {
        if (force) {
            managed.startClearing(tag, removal);
            return;
        }
        List<String> leaseIds = leases.startClearingUnleased(tag, removal);
        if (!leaseIds.isEmpty()) {
            throw leased(tag, leaseIds);
        }
    }

    private void deleteUnmanaged(String tag, boolean force) {
        List<SnapshotDirectory> found = directories.of(tag);
        if (found.isEmpty()) {
            throw SnapshotContents.unknown(tag);
        }
        if (!force) {
            throw new ProblemException(
                    ProblemType.SNAPSHOT_NOT_MANAGED,
                    "snapshot " + tag + " was not taken by this sidecar; to delete it all the same, use force");
        }
        reaper.clear(
                tag, found.stream().map(SnapshotDirectory::keyspace).distinct().toList());
    }

    private static ProblemException leased(String tag, List<String> leaseIds) {
        return new ProblemException(
                ProblemType.SNAPSHOT_LEASED,
                "snapshot " + tag + " is leased by " + String.join(", ", leaseIds)
                        + "; wait until the leases end, release those that are yours, or use force: transfers that hold the others fail");
    }

    private SnapshotInfo info(String tag, List<SnapshotDirectory> found) {
        List<TableRef> tables = found.stream()
                .map(directory -> new TableRef(directory.keyspace(), directory.table()))
                .distinct()
                .toList();
        SnapshotSize size =
                SnapshotSize.of(found.stream().map(SnapshotDirectory::path).toList());
        ManagedSnapshot snapshot = managed.get(tag).orElse(null);
        SnapshotTimes times = snapshot == null
                ? SnapshotTimes.of(found)
                : new SnapshotTimes(snapshot.createdAt(), managed.expiresAt(snapshot));
        return SnapshotInfoBuilder.builder()
                .tag(tag)
                .tables(tables)
                .managed(snapshot != null)
                .bytes(size.bytes())
                .trueBytes(size.trueBytes())
                .createdAt(times.createdAt())
                .expiresAt(times.expiresAt())
                .requestedBy(snapshot == null ? null : snapshot.requestedBy())
                .leases(leases.on(tag))
                .build();
    }
}
