/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.sstable.ComponentName;
import io.idaeus.sidecar.sstable.Descriptor;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.SstableEntry;
import io.idaeus.sidecar.sstable.UnreadableReason;
import io.idaeus.sidecar.sstable.UnreadableSstable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a snapshot holds of one table, over all data directories. */
final class SnapshotContents {
    private final SnapshotDirectories directories;
    private final OwnSnapshots own;
    private final SstableCatalog catalog;
    private final Function<TableRef, OwnSnapshot.Table> declared;

    /** @param declared the table as Cassandra declares it now; throws where Cassandra does not say */
    SnapshotContents(
            SnapshotDirectories directories,
            OwnSnapshots own,
            SstableCatalog catalog,
            Function<TableRef, OwnSnapshot.Table> declared) {
        this.directories = directories;
        this.own = own;
        this.catalog = catalog;
        this.declared = declared;
    }

    /**
     * The table's directories in the snapshot, at least one, all of one table id.
     *
     * @throws ProblemException UNKNOWN_SNAPSHOT, UNKNOWN_TABLE
     */
    List<SnapshotDirectory> locate(String tag, TableRef table) {
        SnapshotTag.requireName(tag);
        if (own.get(tag).filter(OwnSnapshot::isEnding).isPresent()) {
            throw unknown(tag);
        }
        List<SnapshotDirectory> found = directories.of(tag, table);
        if (found.isEmpty()) {
            throw directories.of(tag).isEmpty() ? unknown(tag) : unknown(tag, table);
        }
        Set<String> ids = found.stream().map(SnapshotDirectory::tableId).collect(Collectors.toSet());
        if (ids.size() == 1) {
            return found;
        }
        String id = declared(tag, table).tableId();
        List<SnapshotDirectory> current =
                found.stream().filter(d -> d.tableId().equals(id)).toList();
        if (current.isEmpty()) {
            throw new ProblemException(
                    ProblemType.UNKNOWN_TABLE,
                    "The snapshot " + tag + " holds " + table.keyspace() + "." + table.table() + " under the ids " + ids
                            + ", and the table is now " + id + "; clear those of dropped tables");
        }
        return current;
    }

    /** The table as it was when we took the snapshot; as it is now for one that is not ours. */
    OwnSnapshot.Table declared(String tag, TableRef table) {
        return own.get(tag).flatMap(snapshot -> snapshot.table(table)).orElseGet(() -> declared.apply(table));
    }

    /**
     * The SSTables by first token; then the unreadable ones, and those that Cassandra says the snapshot has and that are
     * not there.
     *
     * @throws ProblemException SNAPSHOT_INCOMPLETE where Cassandra's list of them is missing or not whole
     */
    List<SstableEntry> list(List<SnapshotDirectory> located) {
        List<Path> paths = paths(located);
        CassandraManifest listed = CassandraManifest.find(paths).orElseThrow(() -> incomplete(located.get(0)));
        List<SstableEntry> entries = new ArrayList<>(read(paths));
        Set<Descriptor> present =
                entries.stream().map(SstableEntry::descriptor).collect(Collectors.toCollection(HashSet::new));
        for (String file : listed.dataFiles()) {
            Descriptor descriptor = descriptor(located.get(0), file);
            if (present.add(descriptor)) {
                entries.add(missing(descriptor, paths, file));
            }
        }
        return List.copyOf(entries);
    }

    /**
     * When Cassandra had a table's snapshot complete.
     *
     * @param createdAt as Cassandra wrote it; {@code at} where it did not (4.0)
     * @param at the time of manifest.json
     */
    record Completion(Instant createdAt, Instant at) {}

    /** @throws ProblemException SNAPSHOT_INCOMPLETE */
    static Completion completion(List<SnapshotDirectory> located) {
        List<Path> paths = paths(located);
        Instant at = CassandraManifest.completedAt(paths).orElseThrow(() -> incomplete(located.get(0)));
        Instant createdAt =
                CassandraManifest.find(paths).map(CassandraManifest::createdAt).orElse(at);
        return new Completion(createdAt, at);
    }

    /** Whether the snapshot is still there, and no other has come under its tag. */
    static boolean isStillThere(List<SnapshotDirectory> located, Instant completedAt) {
        return CassandraManifest.completedAt(paths(located))
                .filter(completedAt::equals)
                .isPresent();
    }

    private static List<Path> paths(List<SnapshotDirectory> located) {
        return located.stream().map(SnapshotDirectory::path).toList();
    }

    private List<SstableEntry> read(List<Path> paths) {
        try {
            return catalog.snapshot(paths);
        } catch (IOException e) {
            throw new ProblemException(
                    ProblemType.INTERNAL, "The snapshot's directories " + paths + " cannot be listed: " + e, e);
        }
    }

    private static Descriptor descriptor(SnapshotDirectory directory, String dataFile) {
        return ComponentName.parse(dataFile)
                .map(ComponentName::descriptor)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.SNAPSHOT_INCOMPLETE,
                        "manifest.json of the snapshot " + directory.tag() + " of " + directory.keyspace() + "."
                                + directory.table() + " lists " + SnapshotTag.shown(dataFile)
                                + " (expected: names such as nb-7-big-Data.db)"));
    }

    private static SstableEntry missing(Descriptor descriptor, List<Path> paths, String file) {
        return new UnreadableSstable(
                descriptor,
                paths.get(0),
                List.of(),
                new UnreadableReason(
                        UnreadableReason.Code.MISSING_COMPONENT,
                        "Cassandra's manifest.json lists " + file + ", and no file of it is in the snapshot's"
                                + " directories " + paths + "; take the snapshot again"));
    }

    private static ProblemException incomplete(SnapshotDirectory directory) {
        return new ProblemException(
                ProblemType.SNAPSHOT_INCOMPLETE,
                "The snapshot " + directory.tag() + " of " + directory.keyspace() + "." + directory.table()
                        + " has no manifest.json in any data directory (expected: Cassandra writes it when the snapshot is"
                        + " complete); it is still being taken, or was cut off: delete it and take another");
    }

    static ProblemException unknown(String tag) {
        return new ProblemException(
                ProblemType.UNKNOWN_SNAPSHOT,
                "This node has no snapshot " + SnapshotTag.shown(tag) + ", or it is going");
    }

    private static ProblemException unknown(String tag, TableRef table) {
        return new ProblemException(
                ProblemType.UNKNOWN_TABLE,
                "The snapshot " + tag + " does not hold the table " + SnapshotTag.shown(table.keyspace()) + "."
                        + SnapshotTag.shown(table.table()));
    }
}
