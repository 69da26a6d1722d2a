/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.api.ImportRequest;
import io.idaeus.api.ImportResult;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.importing.ImportOutcome;
import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptions;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.sstable.SstableCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Imports staged directories, all of a table in one call, so that no reader sees rows before the tombstones that
 * cover them. Cassandra can report success and take nothing, or fail after it took files: every directory is checked
 * afterwards.
 *
 * <p>Thread-safe; one import at a time for each table.
 */
public final class ImportService {
    private static final Logger LOG = LoggerFactory.getLogger(ImportService.class);

    private final CassandraDoor door;
    private final StagingRoots roots;
    private final ImportedSstableLocator locator;
    private final Map<TableName, ReentrantLock> tables = new ConcurrentHashMap<>();

    public ImportService(CassandraDoor door, StagingRoots roots, SstableCatalog catalog) {
        this.door = door;
        this.roots = roots;
        this.locator = new ImportedSstableLocator(door, catalog);
    }

    /** Imports directories below the staging roots. */
    public ImportResult importDirectories(ImportRequest request) {
        TableName table = new TableName(request.keyspace(), request.table());
        if (request.directories().isEmpty()) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "directories: none (expected: at least one staged directory)");
        }
        List<Path> directories = request.directories().stream()
                .distinct()
                .map(named -> roots.confined(named, table))
                .toList();
        List<ImportResult.DirectoryResult> results = importStaged(table, directories, options(request)).stream()
                .map(outcome -> new ImportResult.DirectoryResult(
                        outcome.directory().toString(), outcome.imported(), outcome.left(), outcome.reason()))
                .toList();
        return new ImportResult(results);
    }

    /**
     * Blocks until Cassandra is done.
     *
     * @throws ProblemException if Cassandra was not called
     */
    public List<DirectoryOutcome> importStaged(TableName table, List<Path> directories, NodetoolImportOptions options) {
        ReentrantLock lock = lock(table);
        lock.lock();
        try {
            Map<Path, Set<DataFile>> staged = new HashMap<>();
            for (Path directory : directories) {
                staged.put(directory, DataFile.in(directory));
            }
            ImportOutcome outcome = door.importerFor(directories).importInto(table, directories, options);
            LOG.info("{} import of {} directories: {}", table, directories.size(), outcome.status());
            // Otherwise an empty staging directory is proof enough.
            boolean locate = !endedWell(outcome) || options.copyData();
            Map<DataFile, SstableLocation> moved = locate ? locateOrEmpty(table, union(staged)) : Map.of();
            List<DirectoryOutcome> outcomes = directories.stream()
                    .map(directory -> judge(table, directory, outcome, options, at(moved, staged.get(directory))))
                    .toList();
            beginCompactions(table);
            return outcomes;
        } catch (IOException e) {
            throw new ProblemException(
                    ProblemType.INTERNAL, "the staged directories of " + table + " cannot be read: " + e, e);
        } finally {
            lock.unlock();
        }
    }

    // They begin at the table's next flush at the latest.
    private void beginCompactions(TableName table) {
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

    /** The right to import into a table. It belongs to the thread that took it, until closed. */
    public interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    public Optional<Turn> turn(TableName table) {
        ReentrantLock lock = lock(table);
        return lock.tryLock() ? Optional.of(lock::unlock) : Optional.empty();
    }

    private ReentrantLock lock(TableName table) {
        return tables.computeIfAbsent(table, name -> new ReentrantLock());
    }

    /** @throws ProblemException CASSANDRA_UNAVAILABLE */
    public Map<DataFile, SstableLocation> locate(TableName table, Set<DataFile> wanted) {
        return locator.of(table, wanted);
    }

    public static String notLive(TableName table, SstableLocation.Idle idle) {
        return ImportVerdict.idle(table, List.of(idle), ImportOutcome.Status.ERROR);
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
                return new DirectoryOutcome(directory, verdict.imported(), left, verdict.reason());
            }
            String refusal = refusal(directory, outcome);
            if (refusal == null && options.copyData()) {
                ImportVerdict verdict = ImportVerdict.ofCopy(table, moved, outcome);
                return new DirectoryOutcome(directory, verdict.imported(), left, verdict.reason());
            }
            if (refusal == null && left.isEmpty()) {
                return new DirectoryOutcome(directory, true, left, null);
            }
            return new DirectoryOutcome(directory, false, left, refusal == null ? silence(outcome) : refusal);
        } catch (IOException e) {
            LOG.warn("{} cannot be read after its import", directory, e);
            return new DirectoryOutcome(directory, false, List.of(), "cannot be read after the import: " + e);
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
                outcome.failed().contains(directory) ? "Cassandra refused it. " + ImportVerdict.said(outcome) : null;
            case ERROR ->
                "Cassandra failed during the import. " + ImportVerdict.said(outcome)
                        + ". It may have moved files into its data directory before: check there, and compare rows";
            case UNKNOWN ->
                "Cassandra did not answer in time and may still be importing. " + ImportVerdict.said(outcome);
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

    private static NodetoolImportOptions options(ImportRequest request) {
        return request.options() == null ? NodetoolImportOptions.DEFAULTS : ImportOptionsMapper.of(request.options());
    }
}
