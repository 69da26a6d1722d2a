/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.UnreadableFiles;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.SstableEntry;
import io.idaeus.sidecar.sstable.UnreadableSstable;
import io.idaeus.sidecar.sstable.file.UnreadableReason;
import io.idaeus.sidecar.sstable.name.ComponentName;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SSTables of one table in a snapshot, over all data directories. */
public final class SnapshotContents {
    public static final String SCHEMA = "schema.cql";

    // A snapshot that changed within this time may still be written, by nodetool snapshot or by a restore.
    private static final Duration SETTLED = Duration.ofMinutes(1);

    private final SnapshotDirectories directories;
    private final ManagedSnapshots managed;
    private final SstableCatalog catalog;
    private final Function<TableRef, ManagedSnapshot.Table> declared;
    private final InstantSource clock;

    public SnapshotContents(
            SnapshotDirectories directories,
            ManagedSnapshots managed,
            SstableCatalog catalog,
            Function<TableRef, ManagedSnapshot.Table> declared,
            InstantSource clock) {
        this.directories = directories;
        this.managed = managed;
        this.catalog = catalog;
        this.declared = declared;
        this.clock = clock;
    }

    /**
     * The table's directories: at least one, all of one table id.
     *
     * @throws ProblemException UNKNOWN_SNAPSHOT, UNKNOWN_TABLE
     */
    public List<SnapshotDirectory> locate(String tag, TableRef table) {
        SnapshotTag.requireName(tag);
        if (managed.get(tag).filter(ManagedSnapshot::isEnding).isPresent()) {
            throw unknown(tag);
        }
        List<SnapshotDirectory> found = directories.of(tag, table).stream()
                .map(directory ->
                        directory.identified(() -> declared(tag, table).tableId()))
                .toList();
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
                    "snapshot " + tag + " holds " + table.keyspace() + "." + table.table() + " with the ids " + ids
                            + " (expected: " + id + ", the table's id now); take another snapshot");
        }
        return current;
    }

    /** Whether this sidecar took it, of this table. */
    public boolean isManaged(String tag, TableRef table) {
        return managed.get(tag).flatMap(snapshot -> snapshot.table(table)).isPresent();
    }

    // The definition when a managed snapshot was taken; else the current one, from Cassandra.
    public ManagedSnapshot.Table declared(String tag, TableRef table) {
        return managed.get(tag).flatMap(snapshot -> snapshot.table(table)).orElseGet(() -> declared.apply(table));
    }

    /**
     * By first token; then those that are unreadable, or that manifest.json lists and the directories lack.
     *
     * @throws ProblemException SNAPSHOT_INCOMPLETE
     */
    public List<SstableEntry> list(List<SnapshotDirectory> located) {
        return scanned(located, () -> listed(located));
    }

    private List<SstableEntry> listed(List<SnapshotDirectory> located) {
        List<Path> paths = paths(located);
        CassandraManifest listed = CassandraManifest.find(paths).orElse(null);
        List<SstableEntry> entries = new ArrayList<>(read(paths));
        if (listed == null) {
            requireUnmanaged(located.get(0));
            return List.copyOf(entries);
        }
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
     * @param createdAt as Cassandra recorded it; else when this sidecar began to take it; else {@code at}
     * @param at when manifest.json was written; without one, when the directories changed last
     * @param schemaAt when schema.cql was written; null without one
     * @param listed whether there is a manifest.json
     */
    public record Completion(
            Instant createdAt, Instant at, @Nullable Instant schemaAt, boolean listed) {}

    /** @throws ProblemException SNAPSHOT_INCOMPLETE */
    public Completion completion(List<SnapshotDirectory> located) {
        return scanned(located, () -> found(located));
    }

    private Completion found(List<SnapshotDirectory> located) {
        List<Path> paths = paths(located);
        Optional<Instant> at = CassandraManifest.completedAt(paths);
        if (at.isEmpty()) {
            requireUnmanaged(located.get(0));
            Instant changed =
                    changedAt(paths).orElseThrow(() -> unknown(located.get(0).tag()));
            if (changed.plus(SETTLED).isAfter(clock.instant())) {
                throw incomplete(located.get(0));
            }
            return new Completion(changed, changed, schemaAt(paths), false);
        }
        // Cassandra 4.0 records none. What is written after this moment is not certain to be in the snapshot.
        Instant createdAt = CassandraManifest.find(paths)
                .map(CassandraManifest::createdAt)
                .or(() -> managed.get(located.get(0).tag()).map(ManagedSnapshot::createdAt))
                .orElse(at.get());
        return new Completion(createdAt, at.get(), schemaAt(paths), true);
    }

    // One that this sidecar takes has a manifest.json once it is complete. One that was put back from a backup may have
    // none.
    private void requireUnmanaged(SnapshotDirectory directory) {
        if (managed.get(directory.tag()).isPresent()) {
            throw incomplete(directory);
        }
    }

    /** Whether it still exists, is not another snapshot of the same tag, and has the files of Cassandra that it had. */
    public boolean isStillThere(List<SnapshotDirectory> located, ManifestRecord header) {
        return scanned(located, () -> isSame(located, header));
    }

    private boolean isSame(List<SnapshotDirectory> located, ManifestRecord header) {
        List<Path> paths = paths(located);
        boolean same = CassandraManifest.completedAt(paths)
                .or(() -> changedAt(paths))
                .filter(header.completedAt()::equals)
                .isPresent();
        // Cassandra writes it after manifest.json.
        return same
                && (isManaged(header.tag(), new TableRef(header.keyspace(), header.table()))
                        || Objects.equals(header.schemaAt(), schemaAt(paths)));
    }

    private static @Nullable Instant schemaAt(List<Path> directories) {
        for (Path directory : directories) {
            try {
                return Files.getLastModifiedTime(directory.resolve(SCHEMA), LinkOption.NOFOLLOW_LINKS)
                        .toInstant();
            } catch (NoSuchFileException e) {
                // Cassandra writes one into one of them.
            } catch (IOException e) {
                throw UnreadableFiles.problem("the snapshot's directory " + directory, e);
            }
        }
        return null;
    }

    // Empty where one is gone.
    private static Optional<Instant> changedAt(List<Path> directories) {
        Instant latest = Instant.MIN;
        for (Path directory : directories) {
            try {
                Instant changed = Files.getLastModifiedTime(directory, LinkOption.NOFOLLOW_LINKS)
                        .toInstant();
                latest = changed.isAfter(latest) ? changed : latest;
            } catch (NoSuchFileException e) {
                return Optional.empty();
            } catch (IOException e) {
                throw UnreadableFiles.problem("the snapshot's directory " + directory, e);
            }
        }
        return Optional.of(latest);
    }

    private static List<Path> paths(List<SnapshotDirectory> located) {
        return located.stream().map(SnapshotDirectory::path).toList();
    }

    /** @throws ProblemException FILES_UNREADABLE where they hang */
    public static <T> T scanned(List<SnapshotDirectory> located, DirectoryScans.Work<T> work) {
        List<Path> paths = paths(located);
        try {
            return DirectoryScans.ofProcess().run(paths, work);
        } catch (IOException e) {
            throw UnreadableFiles.problem("the snapshot's directories " + paths, e);
        }
    }

    private List<SstableEntry> read(List<Path> paths) {
        try {
            return catalog.snapshot(paths);
        } catch (IOException e) {
            throw UnreadableFiles.problem("the snapshot's directories " + paths, e);
        }
    }

    private static Descriptor descriptor(SnapshotDirectory directory, String dataFile) {
        return ComponentName.parse(dataFile)
                .map(ComponentName::descriptor)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.SNAPSHOT_INCOMPLETE,
                        "manifest.json of snapshot " + directory.tag() + " of " + directory.keyspace() + "."
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
                        "Cassandra's manifest.json lists " + file + ", but the snapshot's directories " + paths
                                + " hold no file of it; take another snapshot"));
    }

    private static ProblemException incomplete(SnapshotDirectory directory) {
        return new ProblemException(
                ProblemType.SNAPSHOT_INCOMPLETE,
                "snapshot " + directory.tag() + " of " + directory.keyspace() + "." + directory.table()
                        + " has no manifest.json, which Cassandra writes once all SSTables are there: the snapshot is"
                        + " still being taken, or that broke off; try again in a minute, or delete it and take"
                        + " another");
    }

    public static ProblemException unknown(String tag) {
        return new ProblemException(
                ProblemType.UNKNOWN_SNAPSHOT,
                "this node has no snapshot " + SnapshotTag.shown(tag)
                        + ", or is clearing it; GET /v1/snapshots lists them");
    }

    private static ProblemException unknown(String tag, TableRef table) {
        return new ProblemException(
                ProblemType.UNKNOWN_TABLE,
                "snapshot " + tag + " does not hold the table " + SnapshotTag.shown(table.keyspace()) + "."
                        + SnapshotTag.shown(table.table()));
    }
}
