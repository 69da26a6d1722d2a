/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.api.ProblemType;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.importing.ImportOutcome;
import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptions;
import io.idaeus.sidecar.cassandra.node.NodeIdentity;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.DirectoryOutcome.State;
import io.idaeus.sidecar.metrics.DurationHistogram;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Imports staged directories, all of a table in one call, so that no reader sees rows before the tombstones that
 * cover them. Cassandra can report success and take nothing, or fail after it took files: every directory is checked
 * afterwards.
 *
 * <p>Thread-safe. One import at a time for each table: whoever has its turn.
 */
public final class ImportService {
    private static final Logger LOG = LoggerFactory.getLogger(ImportService.class);

    private final CassandraDoor door;
    private final StagingRoots roots;
    private final KeyspacePolicy keyspaces;
    private final Consumer<TableName> beforeImport;
    private final ImportedSstableLocator locator;
    private final DurationHistogram durations = new DurationHistogram(
            "idaeus.import.duration", "Calls of Cassandra's import, each of all staged directories of a table");
    private final Set<TableName> busy = ConcurrentHashMap.newKeySet();

    // Tables with an import that outlived its timeout, and nobody waits for.
    private final Set<TableName> abandoned = ConcurrentHashMap.newKeySet();

    /** @param beforeImport is told each table before Cassandra imports into it */
    public ImportService(
            CassandraDoor door,
            StagingRoots roots,
            SstableCatalog catalog,
            KeyspacePolicy keyspaces,
            Consumer<TableName> beforeImport) {
        this.beforeImport = beforeImport;
        this.door = door;
        this.roots = roots;
        this.keyspaces = keyspaces;
        this.locator = new ImportedSstableLocator(door, catalog);
    }

    /**
     * Each directory once.
     *
     * @throws ProblemException STAGING_OUTSIDE_ROOTS, INVALID_REQUEST, UNPROCESSABLE, KEYSPACE_NOT_ALLOWED
     */
    public List<StagedDirectory> confined(TableName table, List<String> directories) {
        BoundedNumber.requireCount("directories", directories.size(), Bounds.MAX_DIRECTORIES);
        BoundedText.PATH.requireAll("directories", directories);
        keyspaces.requireMovable(table.keyspace());
        return directories.stream()
                .map(named -> roots.confined(named, table))
                .distinct()
                .toList();
    }

    public DurationHistogram durations() {
        return durations;
    }

    /** Decides about an import whose end was not seen. */
    public interface Unseen<E extends Exception> {
        /**
         * Blocks until Cassandra runs no import. False to leave it undecided.
         *
         * @param why its end was not seen
         */
        boolean awaitEnd(String why) throws E;
    }

    /**
     * Blocks until Cassandra is done. The caller holds the table's turn.
     *
     * @throws ProblemException if Cassandra was not called
     * @throws StagingWriteException where a staged file cannot be written; Cassandra was not called
     */
    public <E extends Exception> List<DirectoryOutcome> importStaged(
            TableName table, List<Path> directories, NodetoolImportOptions options, Unseen<E> unseen) throws E {
        removeReplayIntervals(table, directories);
        Attempt first = attempt(table, directories, options, unseen);
        List<Path> left = first.outcomes().stream()
                .filter(outcome ->
                        outcome.state() == State.NOT_IMPORTED && !outcome.left().isEmpty())
                .map(DirectoryOutcome::directory)
                .toList();
        if (first.status() != ImportOutcome.Status.UNSEEN || left.isEmpty()) {
            return first.outcomes();
        }
        LOG.warn("{} importing {} directories again: they may never have reached Cassandra", table, left.size());
        Map<Path, DirectoryOutcome> second = attempt(table, left, options, unseen).outcomes().stream()
                .collect(Collectors.toMap(DirectoryOutcome::directory, Function.identity()));
        return first.outcomes().stream()
                .map(outcome -> second.getOrDefault(outcome.directory(), outcome))
                .toList();
    }

    // Otherwise a crash loses acknowledged writes, here or on a node to which Cassandra streams the SSTable later.
    // Nodes of two clusters of 6.0 can have the same host id.
    private void removeReplayIntervals(TableName table, List<Path> directories) {
        NodeIdentity node = door.node().identity();
        Predicate<UUID> mistakable = node.version().isAtLeast(6, 0) ? id -> true : node.hostId()::equals;
        int removed = 0;
        for (Path directory : directories) {
            try {
                removed += StagedStatistics.forgetCommitLog(directory, mistakable);
            } catch (SstableException e) {
                // Cassandra refuses what it cannot read either.
                LOG.warn("{} {}: {}", table, directory, e.getMessage());
            } catch (IOException e) {
                throw new StagingWriteException(directory, e);
            }
        }
        if (removed > 0) {
            LOG.info("{} removed the commit log intervals that {} SSTables cover", table, removed);
        }
    }

    private record Attempt(ImportOutcome.Status status, List<DirectoryOutcome> outcomes) {}

    private <E extends Exception> Attempt attempt(
            TableName table, List<Path> directories, NodetoolImportOptions options, Unseen<E> unseen) throws E {
        try {
            Map<Path, Set<DataFile>> staged = new HashMap<>();
            for (Path directory : directories) {
                staged.put(directory, DataFile.in(directory));
            }
            Instant process = door.runningImports().processStart();
            beforeImport.accept(table);
            long began = System.nanoTime();
            ImportOutcome answer = door.importerFor(directories).importInto(table, directories, options);
            durations.record(Duration.ofNanos(System.nanoTime() - began));
            ImportOutcome outcome = end(table, process, answer, unseen);
            LOG.info("{} import of {} directories: {}", table, directories.size(), outcome.status());
            // Otherwise an empty staging directory is proof enough.
            boolean locate = !endedWell(outcome) || options.copyData();
            Map<DataFile, SstableLocation> moved = locate ? locateOrEmpty(table, union(staged)) : Map.of();
            return new Attempt(
                    outcome.status(),
                    directories.stream()
                            .map(directory ->
                                    judge(table, directory, outcome, options, at(moved, staged.get(directory))))
                            .toList());
        } catch (IOException e) {
            throw new ProblemException(
                    ProblemType.INTERNAL, "the staged directories of " + table + " cannot be read: " + e, e);
        }
    }

    private <E extends Exception> ImportOutcome end(
            TableName table, Instant process, ImportOutcome outcome, Unseen<E> unseen) throws E {
        if (outcome.status() != ImportOutcome.Status.UNKNOWN) {
            return outcome;
        }
        String why = outcome.output().strip();
        LOG.warn("{} the import's end was not seen: {}", table, why);
        if (!unseen.awaitEnd(why)) {
            abandoned.add(table);
            return outcome;
        }
        // An import that died with Cassandra has decided nothing about what is still staged.
        return door.runningImports().processStart().equals(process) ? outcome.unseen() : outcome;
    }

    /**
     * Lets Cassandra compact what was imported. They begin at the table's next flush at the latest: a failure is logged.
     * Call it once the outcome is on disk, since a merged SSTable no longer proves that it was live.
     */
    public void beginCompactions(TableName table) {
        try {
            door.compactions().begin(table);
        } catch (ProblemException e) {
            LOG.warn("{} compactions of what was imported begin later: {}", table, e.getMessage());
        }
    }

    public interface Turns {
        /** Empty at once while another import into the table runs. */
        Optional<Turn> take(TableName table);
    }

    /** The right to import into a table, until closed. */
    public interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Empty at once while another import into the table runs.
     *
     * @throws ProblemException CASSANDRA_UNAVAILABLE where an import that was left undecided may still run
     */
    public Optional<Turn> turn(TableName table) {
        if (isAbandonedAndRuns(table) || !busy.add(table)) {
            return Optional.empty();
        }
        AtomicBoolean held = new AtomicBoolean(true);
        return Optional.of(() -> {
            if (held.getAndSet(false)) {
                busy.remove(table);
            }
        });
    }

    private boolean isAbandonedAndRuns(TableName table) {
        if (!abandoned.contains(table)) {
            return false;
        }
        try {
            if (!door.runningImports().threads().isEmpty()) {
                return true;
            }
        } catch (ProblemException e) {
            if (e.type() == ProblemType.CASSANDRA_UNAVAILABLE) {
                throw e;
            }
            // Cassandra makes one import into a table wait for another.
            LOG.warn("{} an earlier import may still run: {}", table, e.getMessage());
        }
        abandoned.remove(table);
        return false;
    }

    /** @throws ProblemException CASSANDRA_UNAVAILABLE */
    public Map<DataFile, SstableLocation> locate(TableName table, Set<DataFile> wanted) {
        return locator.of(table, wanted);
    }

    public static String notLive(TableName table, SstableLocation.Idle idle) {
        return ImportVerdict.idle(table, List.of(idle));
    }

    // Empty if unknown: Cassandra may have stopped in the middle of the import.
    private Map<DataFile, SstableLocation> locateOrEmpty(TableName table, Set<DataFile> wanted) {
        try {
            return locator.of(table, wanted);
        } catch (ProblemException | UncheckedIOException e) {
            LOG.warn("{} cannot locate the SSTables of a failed import", table, e);
            return Map.of();
        }
    }

    private static boolean endedWell(ImportOutcome outcome) {
        return outcome.status() == ImportOutcome.Status.DONE || outcome.status() == ImportOutcome.Status.SOME_FAILED;
    }

    private static Set<DataFile> union(Map<Path, Set<DataFile>> staged) {
        return staged.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    private static List<SstableLocation> at(Map<DataFile, SstableLocation> moved, @Nullable Set<DataFile> files) {
        return files == null
                ? List.of()
                : files.stream().map(moved::get).filter(Objects::nonNull).toList();
    }

    private static DirectoryOutcome judge(
            TableName table,
            Path directory,
            ImportOutcome outcome,
            NodetoolImportOptions options,
            List<SstableLocation> moved) {
        try {
            List<String> left = files(directory);
            boolean taken = left.stream().noneMatch(name -> name.endsWith("-Data.db"));
            if (!endedWell(outcome) && !moved.isEmpty() && (taken || (options.copyData() && anyThere(moved)))) {
                ImportVerdict verdict = ImportVerdict.of(table, moved, outcome);
                return new DirectoryOutcome(directory, verdict.state(), left, verdict.reason());
            }
            if (outcome.status() == ImportOutcome.Status.UNKNOWN) {
                return new DirectoryOutcome(directory, State.UNDECIDED, left, ImportVerdict.undecided(outcome));
            }
            String refusal = refusal(directory, outcome);
            if (refusal == null && options.copyData()) {
                ImportVerdict verdict = ImportVerdict.ofCopy(table, moved, outcome);
                return new DirectoryOutcome(directory, verdict.state(), left, verdict.reason());
            }
            if (refusal == null && left.isEmpty()) {
                return new DirectoryOutcome(directory, State.IMPORTED, left, null);
            }
            return new DirectoryOutcome(
                    directory, State.NOT_IMPORTED, left, refusal == null ? silence(outcome) : refusal);
        } catch (IOException e) {
            LOG.warn("{} cannot be read after its import", directory, e);
            return new DirectoryOutcome(
                    directory, State.NOT_IMPORTED, List.of(), "cannot be read after the import: " + e);
        }
    }

    // A copy leaves staging as it was, so what is in the data directory decides.
    private static boolean anyThere(List<SstableLocation> moved) {
        return moved.stream().noneMatch(SstableLocation.Gone.class::isInstance);
    }

    private static @Nullable String refusal(Path directory, ImportOutcome outcome) {
        return switch (outcome.status()) {
            case DONE -> null;
            case SOME_FAILED ->
                outcome.failed().contains(directory)
                        ? "Cassandra refused it. " + ImportVerdict.said(outcome) + ". " + ImportVerdict.LOG
                        : null;
            case ERROR ->
                "Cassandra failed during the import. " + ImportVerdict.said(outcome)
                        + ". It may have moved files into its data directory before: check there, and compare rows";
            case UNSEEN ->
                "The import ended in Cassandra after its answer was given up, and left it in staging: Cassandra refused it,"
                        + " or failed. See Cassandra's log for the cause. "
                        + ImportVerdict.said(outcome);
            case UNKNOWN -> ImportVerdict.undecided(outcome);
        };
    }

    private static String silence(ImportOutcome outcome) {
        return "Cassandra reported success but left files in staging: it does not recognise them as SSTables of this"
                + " table; check their format and storage_compatibility_mode. " + ImportVerdict.said(outcome);
    }

    private static List<String> files(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (NoSuchFileException e) {
            return List.of();
        }
        names.sort(null);
        return names;
    }
}
