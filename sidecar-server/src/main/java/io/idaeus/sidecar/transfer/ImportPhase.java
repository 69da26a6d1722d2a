/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.CleanupDue;
import io.idaeus.api.TableRef;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferSstable;
import io.idaeus.sidecar.cassandra.ImportOptions;
import io.idaeus.sidecar.cassandra.TableName;
import io.idaeus.sidecar.importing.DirectoryOutcome;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Hands what was fetched to Cassandra, table by table. */
final class ImportPhase {
    private final ImportService imports;
    private final CleanupMarks marks;
    private final Clock clock;

    ImportPhase(ImportService imports, CleanupMarks marks, Clock clock) {
        this.imports = imports;
        this.marks = marks;
        this.clock = clock;
    }

    void importAll(TransferRun run) throws InterruptedTransfer {
        for (TableRef table : run.record().request().tables()) {
            run.checkInterrupted();
            List<Integer> fetched = fetched(run.fates(), table);
            adoptMoved(run.fates(), fetched);
            List<Integer> waiting = fetched.stream()
                    .filter(index -> run.fates().get(index).is(TransferSstable.Fate.FETCHED))
                    .toList();
            if (!waiting.isEmpty()) {
                importTable(run, table, waiting);
            }
        }
    }

    private static List<Integer> fetched(Fates fates, TableRef table) {
        return fates.with(TransferSstable.Fate.FETCHED).stream()
                .filter(index -> fates.plan().sstables().get(index).table().equals(table))
                .toList();
    }

    /** After a restart: what is no longer in staging was taken by Cassandra before. */
    private static void adoptMoved(Fates fates, List<Integer> fetched) {
        for (int index : fetched) {
            if (left(fates.plan().sstables().get(index).directory()).isEmpty()) {
                fates.became(index, TransferSstable.Fate.IMPORTED, "taken by Cassandra before a restart");
            }
        }
    }

    private void importTable(TransferRun run, TableRef table, List<Integer> waiting) {
        if (run.record().cleanupDue().contains(table)) {
            String why = "transfer " + run.id() + " imports rows beyond this node's ranges; run nodetool cleanup "
                    + table.keyspace() + " " + table.table();
            marks.mark(table, new CleanupDue(clock.instant(), run.id(), why));
        }
        Fates fates = run.fates();
        List<Path> directories = waiting.stream()
                .map(index -> fates.plan().sstables().get(index).directory())
                .toList();
        TableName name = new TableName(table.keyspace(), table.table());
        List<DirectoryOutcome> outcomes =
                imports.importStaged(name, directories, options(run.record().request()));
        for (int i = 0; i < outcomes.size(); i++) {
            DirectoryOutcome outcome = outcomes.get(i);
            fates.became(
                    waiting.get(i),
                    outcome.imported() ? TransferSstable.Fate.IMPORTED : TransferSstable.Fate.NOT_IMPORTED,
                    outcome.reason());
        }
        run.checkpoint();
    }

    /** With partial SSTables the node's own token check would refuse what was asked for. */
    private static ImportOptions options(TransferRequest request) {
        ImportOptions asked = request.options() == null ? ImportOptions.DEFAULTS : Options.of(request.options());
        boolean noTokens = asked.noTokens() || request.partial() == TransferRequest.PartialPolicy.INCLUDE;
        return new ImportOptions(
                false,
                asked.keepLevel(),
                asked.keepRepaired(),
                asked.noVerify(),
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
            throw new UncheckedIOException("Cannot look at the staging directory " + directory, e);
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
