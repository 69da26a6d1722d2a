/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.api.ImportRequest;
import io.idaeus.api.ImportResult;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.ImportOptions;
import io.idaeus.sidecar.cassandra.ImportOutcome;
import io.idaeus.sidecar.cassandra.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands staged directories to Cassandra, all of a table in one call, so that no reader sees rows before the tombstones
 * that cover them. What Cassandra says is not believed: it can report success and have taken nothing, so every directory
 * is looked at afterwards.
 *
 * <p>Thread-safe; one import at a time for each table.
 */
public final class ImportService {
    private static final Logger LOG = LoggerFactory.getLogger(ImportService.class);

    private final CassandraDoor door;
    private final StagingRoots roots;
    private final Map<TableName, ReentrantLock> tables = new ConcurrentHashMap<>();

    public ImportService(CassandraDoor door, StagingRoots roots) {
        this.door = door;
        this.roots = roots;
    }

    /** Imports directories that a caller names: only below the staging roots. */
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
     * Imports directories that this sidecar staged itself. Blocks until Cassandra is done.
     *
     * @throws ProblemException before anything was asked of Cassandra
     */
    public List<DirectoryOutcome> importStaged(TableName table, List<Path> directories, ImportOptions options) {
        ReentrantLock lock = tables.computeIfAbsent(table, name -> new ReentrantLock());
        lock.lock();
        try {
            ImportOutcome outcome = door.importerFor(directories).importInto(table, directories, options);
            LOG.info("{} import of {} directories: {}", table, directories.size(), outcome.status());
            return directories.stream()
                    .map(directory -> judge(directory, outcome, options))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private static DirectoryOutcome judge(Path directory, ImportOutcome outcome, ImportOptions options) {
        try {
            List<String> left = files(directory);
            String refusal = refusal(directory, outcome);
            boolean gone = left.isEmpty() || options.copyData();
            if (refusal == null && gone) {
                return new DirectoryOutcome(directory, true, left, null);
            }
            return new DirectoryOutcome(directory, false, left, refusal == null ? silence(outcome) : refusal);
        } catch (IOException e) {
            LOG.warn("{} cannot be looked at after its import", directory, e);
            return new DirectoryOutcome(directory, false, List.of(), "cannot be looked at after the import: " + e);
        }
    }

    private static @Nullable String refusal(Path directory, ImportOutcome outcome) {
        return switch (outcome.status()) {
            case DONE -> null;
            case SOME_FAILED -> outcome.failed().contains(directory) ? "Cassandra refused it: " + said(outcome) : null;
            case ERROR ->
                "Cassandra failed while importing: " + said(outcome)
                        + ". Files may lie in the data directory and appear at the next restart";
            case UNKNOWN -> "Cassandra did not answer in time and may still be importing: " + said(outcome);
        };
    }

    private static String silence(ImportOutcome outcome) {
        return "Cassandra reported success and left files where they were: it does not take them as SSTables of this"
                + " table (format, or storage_compatibility_mode). " + said(outcome);
    }

    private static String said(ImportOutcome outcome) {
        return outcome.output().isBlank() ? "it said nothing" : outcome.output().strip();
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

    private static ImportOptions options(ImportRequest request) {
        return request.options() == null ? ImportOptions.DEFAULTS : Options.of(request.options());
    }
}
