/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.imports.ImportResult;
import io.idaeus.api.keyspace.CleanupDue;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptions;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.description.SstableViews;
import io.idaeus.sidecar.importing.DirectoryOutcome;
import io.idaeus.sidecar.importing.ImportOptionsMapper;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.StagedDirectory;
import io.idaeus.sidecar.importing.StagingWriteException;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.selection.StagedCheck;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.SstableEntry;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.transfer.job.TransferRegistry;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import io.idaeus.sidecar.transfer.select.DestinationFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Imports directories that an operator names, with the checks of a plan. Thread-safe. */
public final class StagedImports {
    private final ImportService imports;
    private final TransferRegistry transfers;
    private final DestinationFacts facts;
    private final SstableCatalog catalog;
    private final CleanupMarks marks;
    private final InstantSource clock;
    private final AuditLog audit;

    StagedImports(
            ImportService imports,
            TransferRegistry transfers,
            DestinationFacts facts,
            SstableCatalog catalog,
            CleanupMarks marks,
            InstantSource clock,
            AuditLog audit) {
        this.audit = audit;
        this.imports = imports;
        this.transfers = transfers;
        this.facts = facts;
        this.catalog = catalog;
        this.marks = marks;
        this.clock = clock;
    }

    /**
     * Blocks until Cassandra is done.
     *
     * @param by requester; null without authentication
     * @throws ProblemException before Cassandra is called: INVALID_REQUEST, STAGING_OUTSIDE_ROOTS; ILLEGAL_STATE where a
     *     transfer needs a directory, or another import into the table runs; UNKNOWN_KEYSPACE, UNKNOWN_TABLE,
     *     PLAN_REFUSED, CASSANDRA_UNAVAILABLE
     */
    public ImportResult run(ImportRequest request, @Nullable String by) {
        Instant began = clock.instant();
        String end = ProblemType.INTERNAL.slug();
        try {
            ImportResult result = run(request);
            end = result(result);
            return result;
        } catch (ProblemException e) {
            end = e.type().slug();
            throw e;
        } finally {
            audit.end(
                    "import.end",
                    Map.of(
                            "keyspace",
                            String.valueOf(request.keyspace()),
                            "table",
                            String.valueOf(request.table()),
                            "directories",
                            String.valueOf(request.directories())),
                    by,
                    end,
                    Duration.between(began, clock.instant()));
        }
    }

    private static String result(ImportResult result) {
        long imported = result.directories().stream()
                .filter(ImportResult.DirectoryResult::imported)
                .count();
        return imported == 0 ? "NOT_IMPORTED" : imported < result.directories().size() ? "PARTIAL" : "IMPORTED";
    }

    private ImportResult run(ImportRequest request) {
        RequestCheck.checkAccept(request.accept());
        TableName name = new TableName(request.keyspace(), request.table());
        TableRef table = new TableRef(request.keyspace(), request.table());
        List<StagedDirectory> directories = imports.confined(name, request.directories());
        directories.forEach(this::requireFree);
        ImportService.Turn turn = turn(name);
        try {
            Destination destination = facts.gather(List.of(table), "", null);
            Selection selection = StagedCheck.of(request, destination, roots(directories), sstables(directories));
            if (selection.refused()) {
                throw new ProblemException(ProblemType.PLAN_REFUSED, selection.refusal());
            }
            if (!selection.cleanupDue().isEmpty()) {
                markCleanup(table);
            }
            List<Path> paths = directories.stream().map(StagedDirectory::path).toList();
            List<DirectoryOutcome> outcomes = importStaged(name, paths, request);
            imports.beginCompactions(name);
            return new ImportResult(outcomes.stream().map(StagedImports::result).toList(), selection.findings());
        } finally {
            turn.close();
        }
    }

    private List<DirectoryOutcome> importStaged(TableName table, List<Path> paths, ImportRequest request) {
        try {
            // Its caller has waited long enough.
            return imports.<RuntimeException>importStaged(table, paths, options(request), why -> false);
        } catch (StagingWriteException e) {
            throw LocalDiskException.at(e.directory(), e).problem();
        }
    }

    // Its transfer would find nothing to import, or delete it during the import.
    private void requireFree(StagedDirectory directory) {
        String owner = directory.owner();
        TransferState state = transfers.find(owner).map(TransferRun::state).orElse(null);
        if (state != null && !state.isFinal()) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "directories: " + directory.path() + " belongs to transfer " + owner + ", which is " + state
                            + " and imports it itself (expected: a directory of no transfer, or of one that has ended);"
                            + " wait for the transfer, or cancel it and stage a copy");
        }
        if (transfers.unreadable().contains(owner)) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "directories: " + directory.path() + " belongs to transfer " + owner + ", whose record this version"
                            + " does not understand, so it may not have ended; start the version that wrote it, or stage"
                            + " a copy");
        }
    }

    private ImportService.Turn turn(TableName table) {
        return imports.turn(table)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.ILLEGAL_STATE,
                        "another import into " + table
                                + " is running (expected: none, imports into a table run one at a"
                                + " time); repeat the request when it has ended. A transfer that imports is IMPORTING in"
                                + " GET /v1/transfers"));
    }

    private static Set<Path> roots(List<StagedDirectory> directories) {
        return directories.stream().map(StagedDirectory::root).collect(Collectors.toSet());
    }

    // One by one: ids collide between directories.
    private List<SstableInfo> sstables(List<StagedDirectory> directories) {
        List<SstableInfo> found = new ArrayList<>();
        for (StagedDirectory directory : directories) {
            try {
                for (SstableEntry entry : catalog.snapshot(List.of(directory.path()))) {
                    found.add(SstableViews.info(entry, TokenRanges.fullRing()));
                }
            } catch (IOException e) {
                throw new ProblemException(
                        ProblemType.UNPROCESSABLE,
                        "directories: " + directory.path() + " cannot be read: " + e.getMessage()
                                + " (expected: a staged directory that this sidecar's user can read)",
                        e);
            }
        }
        return found;
    }

    private void markCleanup(TableRef table) {
        String why = "an import of staged files may bring rows outside this node's owned ranges; run nodetool cleanup "
                + table.keyspace() + " " + table.table();
        marks.mark(table, new CleanupDue(clock.instant(), null, why));
    }

    private static ImportResult.DirectoryResult result(DirectoryOutcome outcome) {
        return new ImportResult.DirectoryResult(
                outcome.directory().toString(), outcome.imported(), outcome.left(), outcome.reason());
    }

    private static NodetoolImportOptions options(ImportRequest request) {
        return request.options() == null ? NodetoolImportOptions.DEFAULTS : ImportOptionsMapper.of(request.options());
    }
}
