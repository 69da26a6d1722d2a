/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.keyspace.CleanupDue;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.importing.DirectoryOutcome;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.StagingWriteException;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.selection.slice.PartialOverlap;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.thread.DaemonThreads;
import io.idaeus.sidecar.transfer.job.SstableOutcome;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.pull.PullTask;
import io.idaeus.sidecar.transfer.select.DestinationFacts;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import io.idaeus.sidecar.transfer.waiting.WaitLoop;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands staged SSTables to Cassandra, table by table. Thread-safe. */
public final class ImportPhase {
    private static final Logger LOG = LoggerFactory.getLogger(ImportPhase.class);

    // For an SSTable that Cassandra takes and loses each time.
    private static final int MOST_FETCHES = 3;

    // For keys, while what the node owns keeps changing.
    private static final int MOST_CHECKS = 3;

    private final ImportService imports;
    private final DestinationFacts facts;
    private final CleanupMarks marks;
    private final ImportGates gates;
    private final WaitLoop waits;
    private final ImportEnd end;
    private final EarlierImport earlier;
    private final ImportChecks checks;
    private final Clock clock;
    private final Executor keyThreads = keyThreads();

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

    /** For one way from the pull to the import. */
    public KeyChecks keyChecks(TransferRun run) {
        return new KeyChecks(keyThreads, new Leftovers(run.stored())::ownedBySource, new CutRanges(run.stored())::of);
    }

    /** Lets the keys of each SSTable be read as soon as they arrive. */
    public PullTask.Arrivals whileFetched(TransferRun run, KeyChecks keys) {
        StoredTransfer transfer = run.stored();
        TransferRecord record = transfer.record();
        if (!TransferImports.mayCheckKeys(record.request())) {
            return (index, component) -> {};
        }
        Map<TableRef, TokenRanges> owned = new HashMap<>();
        record.request().tables().forEach(table -> owned.put(table, owned(table, record)));
        return (index, component) -> {
            SelectedSstable sstable = transfer.outcomes().staged(index);
            TokenRanges tokens = owned.getOrDefault(sstable.table(), TokenRanges.of());
            if (!tokens.isEmpty()) {
                keys.arrived(sstable, component, tokens);
            }
        };
    }

    // Empty where Cassandra does not answer: then the keys are read before the import.
    private TokenRanges owned(TableRef table, TransferRecord record) {
        try {
            return facts.table(table, record.terms()).owned();
        } catch (ProblemException e) {
            LOG.debug("{}.{}: what the node owns is not known yet", table.keyspace(), table.table(), e);
            return TokenRanges.of();
        }
    }

    /** Marks fetched SSTables as SOURCE_CORRUPT whose index or filter was damaged before the manifest was made. */
    public void rejectDamaged(TransferRun run, KeyChecks keys) throws TransferInterruptedException {
        SstableOutcomes outcomes = run.stored().outcomes();
        List<Integer> fetched = outcomes.inState(TransferSstable.State.FETCHED);
        Map<Path, String> damage =
                keys.damage(fetched.stream().map(outcomes::staged).toList(), run::checkInterrupted);
        for (int index : fetched) {
            String what = damage.get(outcomes.staged(index).directory());
            if (what != null) {
                String why = what + "; the source has the same bytes";
                LOG.warn("{} {}", run.id(), why);
                outcomes.became(index, TransferSstable.State.SOURCE_CORRUPT, why);
            }
        }
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
    public void importAll(TransferRun run, KeyChecks keys) throws TransferInterruptedException {
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
                    importTable(run, table, staged, keys);
                }
            }
        }
    }

    private static TableName name(TableRef table) {
        return new TableName(table.keyspace(), table.table());
    }

    private static List<Integer> inState(TransferSstable.State state, SstableOutcomes outcomes, TableRef table) {
        return outcomes.inState(state).stream()
                .filter(index ->
                        outcomes.selection().sstables().get(index).table().equals(table))
                .toList();
    }

    // Beside Cassandra, and beside what still arrives.
    private static Executor keyThreads() {
        int count = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                count,
                count,
                5,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.numbered("transfer-keys"));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private void importTable(TransferRun run, TableRef table, List<Integer> staged, KeyChecks keys)
            throws TransferInterruptedException {
        StoredTransfer transfer = run.stored();
        List<SelectedSstable> sstables =
                staged.stream().map(transfer.outcomes()::staged).toList();
        Checked checked = checked(run, table, sstables, keys);
        Destination.Table now = checked.now();
        new Leftovers(transfer).note(table, sstables, keys.leftovers(sstables, run::checkInterrupted));
        checks.beforeImport(transfer, now, sstables);
        markCleanup(transfer, now, sstables);
        List<Path> directories =
                sstables.stream().map(SelectedSstable::directory).toList();
        TableName name = name(table);
        CrashPoint.BEGINS.of("imports");
        List<DirectoryOutcome> results = importStaged(run, table, directories, checked.keysOwned());
        CrashPoint.DONE.of("imports");
        boolean complete = results.stream().allMatch(DirectoryOutcome::imported);
        Optional<Obstacle> obstacle = complete ? Optional.empty() : gates.nodeAndDisks(transfer);
        record(transfer.outcomes(), staged, results, checked.objections(), obstacle.isPresent());
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

    private List<DirectoryOutcome> importStaged(
            TransferRun run, TableRef table, List<Path> directories, boolean keysOwned)
            throws TransferInterruptedException {
        TransferRequest request = run.stored().record().request();
        TableName name = name(table);
        boolean keepRepaired = run.stored().outcomes().selection().tables().stream()
                .anyMatch(selected -> selected.ref().equals(table) && selected.keepRepaired());
        try {
            return imports.importStaged(
                    name, directories, TransferImports.options(request, keysOwned, keepRepaired), why -> {
                        end.await(run, name, why);
                        return true;
                    });
        } catch (StagingWriteException e) {
            throw LocalDiskException.at(e.directory(), e);
        }
    }

    private record Checked(Destination.Table now, Map<Path, KeyChecks.Objection> objections, boolean keysOwned) {}

    private Checked checked(TransferRun run, TableRef table, List<SelectedSstable> sstables, KeyChecks keys)
            throws TransferInterruptedException {
        TransferRecord record = run.stored().record();
        Destination.Table now = facts.table(table, record.terms());
        if (!TransferImports.mayCheckKeys(record.request()) || now.owned().isEmpty()) {
            return new Checked(now, Map.of(), false);
        }
        for (int tries = 1; ; tries++) {
            Map<Path, KeyChecks.Objection> objections = keys.objections(sstables, now.owned(), run::checkInterrupted);
            Destination.Table then = facts.table(table, record.terms());
            // The owned tokens may have changed meanwhile.
            if (then.owned().equals(now.owned())) {
                LOG.info(
                        "{} {}: {} of {} SSTables hold owned keys alone, {}",
                        run.id(),
                        name(table),
                        sstables.size() - objections.size(),
                        sstables.size(),
                        objections.isEmpty() ? "Cassandra need not read them again" : "Cassandra checks them all");
                return new Checked(then, objections, objections.isEmpty());
            }
            if (tries == MOST_CHECKS) {
                return new Checked(then, Map.of(), false);
            }
            now = then;
        }
    }

    // brokenOff: what was not imported is decided when the obstacle is gone, by what is staged and live then.
    private static void record(
            SstableOutcomes outcomes,
            List<Integer> staged,
            List<DirectoryOutcome> results,
            Map<Path, KeyChecks.Objection> objections,
            boolean brokenOff) {
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
                KeyChecks.Objection objection = objections.get(result.directory());
                String why = objection == null ? result.reason() : objection.why() + "; " + result.reason();
                outcomes.became(index, TransferSstable.State.NOT_IMPORTED, why);
            }
        }
    }

    private static RuntimeException brokenOff(TableName table, Obstacle obstacle) {
        String what = "the import into " + table + " broke off: " + obstacle.detail();
        return switch (obstacle.cause()) {
            case DISK_ERROR, DISK_SPACE ->
                new LocalDiskException(
                        what,
                        obstacle.cause() == TransferWait.Cause.DISK_SPACE
                                ? LocalDiskException.Kind.FULL
                                : LocalDiskException.Kind.FAILED,
                        null);
            default -> new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, what);
        };
    }

    private void markCleanup(StoredTransfer transfer, Destination.Table now, List<SelectedSstable> sstables) {
        TableRef table = now.ref();
        TransferRecord record = transfer.record();
        boolean selected = record.cleanupDue().contains(table);
        // The node may have lost ranges since the selection.
        boolean unchecked = !PartialOverlap.of(record.request()).leavesTokenCheckToCassandra();
        boolean within = sstables.stream().allMatch(sstable -> sstable.within(now.owned()));
        boolean due = selected || (unchecked && !within);
        if (due && !selected) {
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
}
