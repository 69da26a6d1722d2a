/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.CleanupDue;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferSstable;
import io.idaeus.api.TransferWait;
import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptions;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.importing.DirectoryOutcome;
import io.idaeus.sidecar.importing.ImportOptionsMapper;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.planning.Destination;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.transfer.job.SstableOutcome;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.plan.DestinationFacts;
import io.idaeus.sidecar.transfer.waiting.LocalDiskException;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import io.idaeus.sidecar.transfer.waiting.WaitLoop;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hands staged SSTables to Cassandra, table by table. Thread-safe. */
public final class ImportPhase {
    // Of an SSTable that Cassandra takes and loses each time.
    private static final int MOST_FETCHES = 3;

    private final ImportService imports;
    private final DestinationFacts facts;
    private final CleanupMarks marks;
    private final ImportGates gates;
    private final WaitLoop waits;
    private final ImportEnd end;
    private final EarlierImport earlier;
    private final ImportChecks checks;
    private final Clock clock;

    public ImportPhase(
            ImportService imports,
            DestinationFacts facts,
            CleanupMarks marks,
            ImportGates gates,
            WaitLoop waits,
            Clock clock) {
        this.imports = imports;
        this.facts = facts;
        this.marks = marks;
        this.gates = gates;
        this.waits = waits;
        this.end = new ImportEnd(gates.importThreads(), waits.interval());
        this.earlier = new EarlierImport(imports::locate, gates.node(), end);
        this.checks = new ImportChecks(clock);
        this.clock = clock;
    }

    /** @throws ProblemException PLAN_REFUSED where the snapshot is too old to import what is still to be fetched */
    public void checkAge(StoredTransfer transfer) {
        checks.beforePull(transfer);
    }

    /** Finds what an import before a restart has made live. */
    public void adoptLive(TransferRun run) throws TransferInterruptedException {
        for (TableRef table : run.stored().record().request().tables()) {
            run.checkInterrupted();
            if (earlier.adoptLive(run.stored(), run, table)) {
                imports.beginCompactions(name(table));
            }
        }
    }

    /**
     * Imports every table whose planned SSTables are all staged. An SSTable that an earlier import left split becomes
     * PLANNED, and must be pulled first.
     */
    public void importAll(TransferRun run) throws TransferInterruptedException {
        StoredTransfer transfer = run.stored();
        for (TableRef table : transfer.record().request().tables()) {
            run.checkInterrupted();
            if (earlier.settle(transfer, run, table)) {
                imports.beginCompactions(name(table));
            }
            List<Integer> staged = inState(TransferSstable.State.FETCHED, transfer.outcomes(), table);
            boolean complete = inState(TransferSstable.State.PLANNED, transfer.outcomes(), table)
                    .isEmpty();
            if (complete && !staged.isEmpty()) {
                try (ImportGate gate = gates.table(name(table), transfer)) {
                    waits.until(run, gate);
                    importTable(run, table, staged);
                }
            }
        }
    }

    private static TableName name(TableRef table) {
        return new TableName(table.keyspace(), table.table());
    }

    private static List<Integer> inState(TransferSstable.State state, SstableOutcomes outcomes, TableRef table) {
        return outcomes.inState(state).stream()
                .filter(index -> outcomes.plan().sstables().get(index).table().equals(table))
                .toList();
    }

    private void importTable(TransferRun run, TableRef table, List<Integer> staged)
            throws TransferInterruptedException {
        StoredTransfer transfer = run.stored();
        Destination.Table now = facts.table(table, transfer.record().terms());
        List<PlannedSstable> sstables =
                staged.stream().map(transfer.outcomes().plan().sstables()::get).toList();
        checks.beforeImport(transfer, now, sstables);
        markCleanup(transfer, now, sstables);
        List<Path> directories =
                sstables.stream().map(PlannedSstable::directory).toList();
        TableName name = name(table);
        CrashPoint.BEGINS.of("imports");
        List<DirectoryOutcome> results = imports.importStaged(
                name, directories, options(transfer.record().request()), why -> {
                    end.await(run, name, why);
                    return true;
                });
        CrashPoint.DONE.of("imports");
        boolean complete = results.stream().allMatch(DirectoryOutcome::imported);
        Optional<Obstacle> obstacle = complete ? Optional.empty() : gates.nodeAndDisks(transfer);
        record(transfer.outcomes(), staged, results, obstacle.isPresent());
        transfer.checkpoint();
        imports.beginCompactions(name);
        if (obstacle.isPresent()) {
            throw brokenOff(name, obstacle.get());
        }
        if (results.stream().anyMatch(result -> result.state() == DirectoryOutcome.State.UNDECIDED)) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_UNAVAILABLE,
                    "Cassandra was restarted during the import into " + name
                            + "; importing again what is still staged");
        }
    }

    // brokenOff: what was not imported is decided when the obstacle is gone, by what is staged and live then.
    private static void record(
            SstableOutcomes outcomes, List<Integer> staged, List<DirectoryOutcome> results, boolean brokenOff) {
        for (int i = 0; i < results.size(); i++) {
            DirectoryOutcome result = results.get(i);
            int index = staged.get(i);
            if (result.imported()) {
                outcomes.became(index, TransferSstable.State.IMPORTED, result.reason());
            } else if (result.state() == DirectoryOutcome.State.LOST
                    && outcomes.get(index).attempts() < MOST_FETCHES) {
                outcomes.change(index, SstableOutcome::retried);
                outcomes.became(index, TransferSstable.State.PLANNED, result.reason());
            } else if (!brokenOff && result.state() != DirectoryOutcome.State.UNDECIDED) {
                outcomes.became(index, TransferSstable.State.NOT_IMPORTED, result.reason());
            }
        }
    }

    private static RuntimeException brokenOff(TableName table, Obstacle obstacle) {
        String what = "the import into " + table + " broke off: " + obstacle.detail();
        return switch (obstacle.cause()) {
            case DISK_ERROR, DISK_SPACE ->
                new LocalDiskException(what, obstacle.cause() == TransferWait.Cause.DISK_SPACE, null);
            default -> new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, what);
        };
    }

    private void markCleanup(StoredTransfer transfer, Destination.Table now, List<PlannedSstable> sstables) {
        TableRef table = now.ref();
        TransferRecord record = transfer.record();
        boolean planned = record.cleanupDue().contains(table);
        // The node may have lost ranges since the plan, and Cassandra checks no tokens where partial is INCLUDE.
        boolean unchecked = record.request().onPartialOverlap() == TransferRequest.PartialOverlapPolicy.INCLUDE;
        boolean within = sstables.stream().allMatch(sstable -> sstable.within(now.owned()));
        boolean due = planned || (unchecked && !within);
        if (due && !planned) {
            List<TableRef> tables = new ArrayList<>(record.cleanupDue());
            tables.add(table);
            transfer.change(edit -> edit.findings(record.findings(), tables));
        }
        if (due) {
            String why = "transfer " + transfer.id() + " imports rows outside this node's owned ranges; run nodetool"
                    + " cleanup " + table.keyspace() + " " + table.table();
            marks.mark(table, new CleanupDue(clock.instant(), transfer.id(), why));
        }
    }

    private static NodetoolImportOptions options(TransferRequest request) {
        NodetoolImportOptions requested = request.importOptions() == null
                ? NodetoolImportOptions.DEFAULTS
                : ImportOptionsMapper.of(request.importOptions());
        // The node's own token check would refuse the partial SSTables that were requested.
        boolean noTokens =
                requested.noTokens() || request.onPartialOverlap() == TransferRequest.PartialOverlapPolicy.INCLUDE;
        return new NodetoolImportOptions(
                false,
                requested.keepLevel(),
                requested.keepRepaired(),
                skipsVerification(request.importOptions()),
                noTokens,
                requested.noInvalidateCaches(),
                requested.quick(),
                requested.extendedVerify(),
                requested.requireIndexComponents(),
                requested.noIndexValidation());
    }

    // Every byte is proven already. Cassandra checks tokens, index and filter all the same.
    private static boolean skipsVerification(io.idaeus.api.@Nullable ImportOptions requested) {
        if (requested == null || requested.noVerify() == null) {
            return requested == null || !Boolean.TRUE.equals(requested.extendedVerify());
        }
        return requested.noVerify();
    }
}
