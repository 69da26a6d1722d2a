/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.CleanupDue;
import io.idaeus.api.Finding;
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
import io.idaeus.sidecar.planning.Plan;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Hands what was fetched to Cassandra, table by table. */
final class ImportPhase {
    private final ImportService imports;
    private final DestinationFacts facts;
    private final CleanupMarks marks;
    private final Gate node;
    private final Function<TableName, ImportGate> gates;
    private final Function<TransferRun, Gate> disks;
    private final WaitLoop waits;
    private final EarlierImport earlier;
    private final Clock clock;

    /**
     * @param node whether imports are possible at all
     * @param gates what must hold before one into a table
     * @param disks whether this node's disks let one happen
     */
    ImportPhase(
            ImportService imports,
            DestinationFacts facts,
            CleanupMarks marks,
            Gate node,
            Function<TableName, ImportGate> gates,
            Function<TransferRun, Gate> disks,
            WaitLoop waits,
            Clock clock) {
        this.imports = imports;
        this.facts = facts;
        this.marks = marks;
        this.node = node;
        this.gates = gates;
        this.disks = disks;
        this.waits = waits;
        this.earlier = new EarlierImport(imports, node, new SteadyClock(clock, System::nanoTime));
        this.clock = clock;
    }

    /** Finds what an import that began before a restart has made live. */
    void adoptLive(TransferRun run) throws TransferInterruptedException {
        for (TableRef table : run.record().request().tables()) {
            run.checkInterrupted();
            earlier.adoptLive(run, table);
        }
    }

    /**
     * Imports what is whole. A table of which an earlier import has left an SSTable split is passed over: it is PLANNED
     * again, and it is to be pulled before.
     */
    void importAll(TransferRun run) throws TransferInterruptedException {
        for (TableRef table : run.record().request().tables()) {
            run.checkInterrupted();
            earlier.settle(run, table);
            List<Integer> waiting = inState(TransferSstable.State.FETCHED, run.outcomes(), table);
            boolean whole = inState(TransferSstable.State.PLANNED, run.outcomes(), table)
                    .isEmpty();
            if (whole && !waiting.isEmpty()) {
                try (ImportGate gate = gates.apply(new TableName(table.keyspace(), table.table()))) {
                    waits.until(run, gate);
                    importTable(run, table, waiting);
                }
            }
        }
    }

    private static List<Integer> inState(TransferSstable.State state, SstableOutcomes outcomes, TableRef table) {
        return outcomes.inState(state).stream()
                .filter(index -> outcomes.plan().sstables().get(index).table().equals(table))
                .toList();
    }

    private void importTable(TransferRun run, TableRef table, List<Integer> waiting) {
        Destination.Table now = facts.table(table);
        List<PlannedSstable> sstables =
                waiting.stream().map(run.outcomes().plan().sstables()::get).toList();
        refuseChanged(run, now, sstables);
        markCleanup(run, now, sstables);
        SstableOutcomes outcomes = run.outcomes();
        List<Path> directories = waiting.stream()
                .map(index -> outcomes.plan().sstables().get(index).directory())
                .toList();
        TableName name = new TableName(table.keyspace(), table.table());
        CrashPoint.BEGINS.of("imports");
        List<DirectoryOutcome> results =
                imports.importStaged(name, directories, options(run.record().request()));
        CrashPoint.DONE.of("imports");
        boolean complete = results.stream().allMatch(DirectoryOutcome::imported);
        Optional<Obstacle> inTheWay = complete ? Optional.empty() : node.look().or(disks.apply(run)::look);
        for (int i = 0; i < results.size(); i++) {
            DirectoryOutcome result = results.get(i);
            if (result.imported()) {
                outcomes.became(waiting.get(i), TransferSstable.State.IMPORTED, result.reason());
            } else if (inTheWay.isEmpty()) {
                outcomes.became(waiting.get(i), TransferSstable.State.NOT_IMPORTED, result.reason());
            }
        }
        run.checkpoint();
        if (inTheWay.isPresent()) {
            throw brokenOff(name, inTheWay.get());
        }
    }

    /** What became of the others is decided when that is over, by what is staged and what is live then. */
    private static RuntimeException brokenOff(TableName table, Obstacle obstacle) {
        String what = "the import into " + table + " broke off: " + obstacle.detail();
        return switch (obstacle.cause()) {
            case DISK_ERROR, DISK_SPACE ->
                new LocalDiskException(what, obstacle.cause() == TransferWait.Cause.DISK_SPACE, null);
            default -> new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, what);
        };
    }

    private static void refuseChanged(TransferRun run, Destination.Table now, List<PlannedSstable> sstables) {
        boolean indexed = sstables.stream().anyMatch(PlannedSstable::indexed);
        run.outcomes().plan().tables().stream()
                .filter(planned -> planned.ref().equals(now.ref()))
                .flatMap(planned -> planned.change(now, indexed).stream())
                .findFirst()
                .ifPresent(change -> {
                    List<Finding> findings = new ArrayList<>(run.record().findings());
                    findings.add(change);
                    run.change(edit -> edit.findings(findings, run.record().cleanupDue()));
                    throw new ProblemException(ProblemType.PLAN_REFUSED, Plan.words(change));
                });
    }

    /** The node may have lost ranges since the plan, and nobody checks the tokens of what is included whole. */
    private void markCleanup(TransferRun run, Destination.Table now, List<PlannedSstable> sstables) {
        TableRef table = now.ref();
        TransferRecord record = run.record();
        boolean planned = record.cleanupDue().contains(table);
        boolean unchecked = record.request().onPartialOverlap() == TransferRequest.PartialOverlapPolicy.INCLUDE;
        boolean within = sstables.stream().allMatch(sstable -> sstable.within(now.owned()));
        boolean due = planned || (unchecked && !within);
        if (due && !planned) {
            List<TableRef> tables = new ArrayList<>(record.cleanupDue());
            tables.add(table);
            run.change(edit -> edit.findings(record.findings(), tables));
        }
        if (due) {
            String why = "transfer " + run.id() + " imports rows beyond this node's ranges; run nodetool cleanup "
                    + table.keyspace() + " " + table.table();
            marks.mark(table, new CleanupDue(clock.instant(), run.id(), why));
        }
    }

    /** Every byte was proven as it came; Cassandra checks tokens, index and filter all the same. */
    private static boolean skipsVerification(io.idaeus.api.@Nullable ImportOptions asked) {
        if (asked == null || asked.noVerify() == null) {
            return asked == null || !Boolean.TRUE.equals(asked.extendedVerify());
        }
        return asked.noVerify();
    }

    /** With partial SSTables the node's own token check would refuse what was asked for. */
    private static NodetoolImportOptions options(TransferRequest request) {
        NodetoolImportOptions asked = request.importOptions() == null
                ? NodetoolImportOptions.DEFAULTS
                : ImportOptionsMapper.of(request.importOptions());
        boolean noTokens =
                asked.noTokens() || request.onPartialOverlap() == TransferRequest.PartialOverlapPolicy.INCLUDE;
        return new NodetoolImportOptions(
                false,
                asked.keepLevel(),
                asked.keepRepaired(),
                skipsVerification(request.importOptions()),
                noTokens,
                asked.noInvalidateCaches(),
                asked.quick(),
                asked.extendedVerify(),
                asked.requireIndexComponents(),
                asked.noIndexValidation());
    }

    /** What was planned and is not live, in words; empty when everything is. */
    static List<String> shortfall(SstableOutcomes outcomes) {
        List<String> missing = new ArrayList<>();
        for (TransferSstable.State state : TransferSstable.State.values()) {
            int count = outcomes.inState(state).size();
            if (count > 0 && state != TransferSstable.State.IMPORTED) {
                missing.add(count + " " + state);
            }
        }
        int excluded = outcomes.plan().excluded().size();
        if (excluded > 0) {
            missing.add(excluded + " EXCLUDED");
        }
        return missing;
    }
}
