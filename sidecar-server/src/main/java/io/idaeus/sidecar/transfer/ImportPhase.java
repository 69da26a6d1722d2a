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
import io.idaeus.sidecar.cassandra.ImportOptions;
import io.idaeus.sidecar.cassandra.TableName;
import io.idaeus.sidecar.durable.DurableStep;
import io.idaeus.sidecar.importing.DataFile;
import io.idaeus.sidecar.importing.DirectoryOutcome;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.Options;
import io.idaeus.sidecar.importing.Whereabouts;
import io.idaeus.sidecar.planning.Destination;
import io.idaeus.sidecar.planning.Plan;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Hands what was fetched to Cassandra, table by table. */
final class ImportPhase {
    private static final Duration STILL_IMPORTING = Duration.ofMinutes(1);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final ImportService imports;
    private final DestinationFacts facts;
    private final CleanupMarks marks;
    private final Gate node;
    private final Function<TableName, ImportGate> gates;
    private final Waits waits;
    private final Clock clock;

    /**
     * @param node whether imports are possible at all
     * @param gates what must hold before one into a table
     */
    ImportPhase(
            ImportService imports,
            DestinationFacts facts,
            CleanupMarks marks,
            Gate node,
            Function<TableName, ImportGate> gates,
            Waits waits,
            Clock clock) {
        this.imports = imports;
        this.facts = facts;
        this.marks = marks;
        this.node = node;
        this.gates = gates;
        this.waits = waits;
        this.clock = clock;
    }

    void importAll(TransferRun run) throws InterruptedTransfer {
        for (TableRef table : run.record().request().tables()) {
            run.checkInterrupted();
            List<Integer> fetched = fetched(run.fates(), table);
            adoptMoved(run, table, fetched);
            List<Integer> waiting = fetched.stream()
                    .filter(index -> run.fates().get(index).is(TransferSstable.Fate.FETCHED))
                    .toList();
            if (!waiting.isEmpty()) {
                try (ImportGate gate = gates.apply(new TableName(table.keyspace(), table.table()))) {
                    waits.until(run, gate);
                    importTable(run, table, waiting);
                }
            }
        }
    }

    private static List<Integer> fetched(Fates fates, TableRef table) {
        return fates.with(TransferSstable.Fate.FETCHED).stream()
                .filter(index -> fates.plan().sstables().get(index).table().equals(table))
                .toList();
    }

    /**
     * After a restart: what is no longer in staging was taken by Cassandra before. That it lies in the data directory does
     * not make it live; an import that the old process started may be about to, so it is given some time.
     */
    private void adoptMoved(TransferRun run, TableRef table, List<Integer> fetched) throws InterruptedTransfer {
        List<Integer> moved = fetched.stream()
                .filter(index -> left(run.fates().plan().sstables().get(index).directory())
                        .isEmpty())
                .toList();
        if (moved.isEmpty()) {
            return;
        }
        Map<Integer, DataFile> files = new HashMap<>();
        moved.forEach(
                index -> files.put(index, data(run.fates().plan().sstables().get(index))));
        TableName name = new TableName(table.keyspace(), table.table());
        Map<DataFile, Whereabouts> found = imports.locate(name, Set.copyOf(files.values()));
        Clock steady = new SteadyClock(clock, System::nanoTime);
        Instant patience = steady.instant().plus(STILL_IMPORTING);
        while (found.values().stream().anyMatch(Whereabouts.Idle.class::isInstance)
                && steady.instant().isBefore(patience)) {
            run.pause(LOOK_AGAIN);
            found = imports.locate(name, Set.copyOf(files.values()));
        }
        for (int index : moved) {
            adopt(run.fates(), index, name, Objects.requireNonNull(found.get(files.get(index))));
        }
        run.checkpoint();
    }

    private static void adopt(Fates fates, int index, TableName table, Whereabouts where) {
        Path directory = fates.plan().sstables().get(index).directory();
        if (where instanceof Whereabouts.Live) {
            fates.became(index, TransferSstable.Fate.IMPORTED, "taken by Cassandra before a restart");
        } else if (where instanceof Whereabouts.Idle idle) {
            fates.became(index, TransferSstable.Fate.NOT_IMPORTED, ImportService.notLive(table, idle));
        } else if (where instanceof Whereabouts.Unknown unknown) {
            String why = "Cassandra moved it to " + unknown.data() + ", and whether it is live cannot be asked: "
                    + unknown.why();
            fates.became(index, TransferSstable.Fate.NOT_IMPORTED, why);
        } else if (Files.isDirectory(directory)) {
            String why = "taken by Cassandra before a restart, and merged into other SSTables since";
            fates.became(index, TransferSstable.Fate.IMPORTED, why);
        } else {
            String why = directory + " is gone, and its SSTable is in no data directory: nobody but the sidecar may"
                    + " delete it; start the transfer again";
            fates.became(index, TransferSstable.Fate.NOT_IMPORTED, why);
        }
    }

    private static DataFile data(PlannedSstable sstable) {
        return sstable.components().stream()
                .filter(component -> component.name().equals("Data.db"))
                .map(component -> new DataFile(component.bytes(), Long.parseLong(component.crc32(), 16)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(sstable.name() + " was planned without Data.db"));
    }

    private void importTable(TransferRun run, TableRef table, List<Integer> waiting) {
        Destination.Table now = facts.table(table);
        List<PlannedSstable> sstables =
                waiting.stream().map(run.fates().plan().sstables()::get).toList();
        refuseChanged(run, now, sstables);
        markCleanup(run, now, sstables);
        Fates fates = run.fates();
        List<Path> directories = waiting.stream()
                .map(index -> fates.plan().sstables().get(index).directory())
                .toList();
        TableName name = new TableName(table.keyspace(), table.table());
        DurableStep.BEGINS.of("imports");
        List<DirectoryOutcome> outcomes =
                imports.importStaged(name, directories, options(run.record().request()));
        DurableStep.DONE.of("imports");
        Optional<Obstacle> wentAway =
                outcomes.stream().allMatch(DirectoryOutcome::imported) ? Optional.empty() : node.look();
        for (int i = 0; i < outcomes.size(); i++) {
            DirectoryOutcome outcome = outcomes.get(i);
            if (outcome.imported()) {
                fates.became(waiting.get(i), TransferSstable.Fate.IMPORTED, outcome.reason());
            } else if (wentAway.isEmpty()) {
                fates.became(waiting.get(i), TransferSstable.Fate.NOT_IMPORTED, outcome.reason());
            }
        }
        run.checkpoint();
        if (wentAway.isPresent()) {
            // What became of the others is decided when it is back, by what is staged and what is live then.
            throw new ProblemException(
                    ProblemType.CASSANDRA_UNAVAILABLE,
                    "the import into " + name + " broke off: " + wentAway.get().detail());
        }
    }

    private static void refuseChanged(TransferRun run, Destination.Table now, List<PlannedSstable> sstables) {
        boolean indexed = sstables.stream().anyMatch(PlannedSstable::indexed);
        run.fates().plan().tables().stream()
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
        boolean unchecked = record.request().partial() == TransferRequest.PartialPolicy.INCLUDE;
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
    private static ImportOptions options(TransferRequest request) {
        ImportOptions asked = request.options() == null ? ImportOptions.DEFAULTS : Options.of(request.options());
        boolean noTokens = asked.noTokens() || request.partial() == TransferRequest.PartialPolicy.INCLUDE;
        return new ImportOptions(
                false,
                asked.keepLevel(),
                asked.keepRepaired(),
                skipsVerification(request.options()),
                noTokens,
                asked.noInvalidateCaches(),
                asked.quick(),
                asked.extendedVerify(),
                asked.requireIndexComponents(),
                asked.noIndexValidation());
    }

    private static List<String> left(Path directory) {
        try {
            return Staging.left(directory);
        } catch (IOException e) {
            throw DiskTrouble.at(directory, "cannot look at the staging directory " + directory, e);
        }
    }

    /** What was planned and is not live, in words; empty when everything is. */
    static List<String> shortfall(Fates fates) {
        List<String> missing = new ArrayList<>();
        for (TransferSstable.Fate fate : TransferSstable.Fate.values()) {
            int count = fates.with(fate).size();
            if (count > 0 && fate != TransferSstable.Fate.IMPORTED) {
                missing.add(count + " " + fate);
            }
        }
        int excluded = fates.plan().excluded().size();
        if (excluded > 0) {
            missing.add(excluded + " EXCLUDED");
        }
        return missing;
    }
}
