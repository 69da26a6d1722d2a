/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.TransferSstable;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.importing.DataFile;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.SstableLocation;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.transfer.job.SstableOutcome;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.waiting.NodeGate;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import io.idaeus.sidecar.transfer.waiting.PhaseControl;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides the outcomes of an import whose end was not seen: the sidecar or Cassandra was killed, or a disk failed. */
final class EarlierImport {
    private static final Logger LOG = LoggerFactory.getLogger(EarlierImport.class);
    private static final Duration STILL_IMPORTING = Duration.ofMinutes(1);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    // A few renames take less, even on a busy disk.
    private static final Duration STILL_RENAMING = Duration.ofSeconds(5);

    private static final String TAKEN = "taken by Cassandra before a restart";

    private final ImportService imports;
    private final NodeGate node;
    private final Clock steady;

    /** @param steady a monotonic clock */
    EarlierImport(ImportService imports, NodeGate node, Clock steady) {
        this.imports = imports;
        this.node = node;
        this.steady = steady;
    }

    /**
     * What Cassandra has taken becomes IMPORTED, or NOT_IMPORTED where it is not live. What is split becomes PLANNED.
     */
    void settle(StoredTransfer transfer, PhaseControl control, TableRef table) throws TransferInterruptedException {
        adoptTaken(transfer, control, table);
        pullSplitAgain(transfer, control, table);
    }

    /** After a restart, what is live becomes IMPORTED even if it is still in staging. */
    void adoptLive(StoredTransfer transfer, TableRef table) {
        // Cassandra forces what it has taken, but nobody forces the removal from staging: a power loss can undo it.
        List<Integer> here = fetched(transfer.outcomes(), table, staged -> !staged.isTaken());
        if (here.isEmpty()) {
            return;
        }
        Map<Integer, DataFile> files = files(transfer.outcomes(), here);
        Map<DataFile, SstableLocation> found =
                imports.locate(new TableName(table.keyspace(), table.table()), Set.copyOf(files.values()));
        for (int index : here) {
            if (found.get(files.get(index)) instanceof SstableLocation.Live) {
                transfer.outcomes().became(index, TransferSstable.State.IMPORTED, TAKEN);
            }
        }
        transfer.checkpoint();
    }

    // After a restart, what is no longer in staging was taken by Cassandra. It may lie in the data directory and not be
    // live yet: an import that the old process started gets some time to finish.
    private void adoptTaken(StoredTransfer transfer, PhaseControl control, TableRef table)
            throws TransferInterruptedException {
        List<Integer> moved = fetched(transfer.outcomes(), table, StagedComponents::isTaken);
        if (moved.isEmpty()) {
            return;
        }
        Map<Integer, DataFile> files = files(transfer.outcomes(), moved);
        TableName name = new TableName(table.keyspace(), table.table());
        Map<DataFile, SstableLocation> found = imports.locate(name, Set.copyOf(files.values()));
        Instant patience = steady.instant().plus(STILL_IMPORTING);
        while (found.values().stream().anyMatch(SstableLocation.Idle.class::isInstance)
                && steady.instant().isBefore(patience)) {
            control.sleep(LOOK_AGAIN);
            found = imports.locate(name, Set.copyOf(files.values()));
        }
        for (int index : moved) {
            adopt(transfer.outcomes(), index, name, Objects.requireNonNull(found.get(files.get(index))));
        }
        transfer.checkpoint();
    }

    private static void adopt(SstableOutcomes outcomes, int index, TableName table, SstableLocation where) {
        Path directory = outcomes.plan().sstables().get(index).directory();
        if (where instanceof SstableLocation.Live) {
            outcomes.became(index, TransferSstable.State.IMPORTED, TAKEN);
        } else if (where instanceof SstableLocation.Idle idle) {
            outcomes.became(index, TransferSstable.State.NOT_IMPORTED, ImportService.notLive(table, idle));
        } else if (where instanceof SstableLocation.Unknown unknown) {
            String why = "Cassandra moved it to " + unknown.data()
                    + ", but Cassandra cannot be asked whether it is live: " + unknown.why();
            outcomes.became(index, TransferSstable.State.NOT_IMPORTED, why);
        } else if (Files.isDirectory(directory)) {
            String why = TAKEN + ", and merged into other SSTables since";
            outcomes.became(index, TransferSstable.State.IMPORTED, why);
        } else {
            String why = directory + " was deleted, and its SSTable is in no data directory (expected: only the sidecar"
                    + " deletes below staging roots); start a new transfer";
            outcomes.became(index, TransferSstable.State.NOT_IMPORTED, why);
        }
    }

    private static Map<Integer, DataFile> files(SstableOutcomes outcomes, List<Integer> indexes) {
        Map<Integer, DataFile> files = new HashMap<>();
        indexes.forEach(
                index -> files.put(index, data(outcomes.plan().sstables().get(index))));
        return files;
    }

    private static DataFile data(PlannedSstable sstable) {
        return sstable.components().stream()
                .filter(component -> component.name().equals("Data.db"))
                .map(component -> new DataFile(component.bytes(), Crc32.parse(component.crc32())))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(sstable.name() + " was planned without Data.db"));
    }

    // Cassandra was killed, or its disk failed, between the renames of an SSTable's components. What it had moved is
    // pulled again, once nothing has moved for a while: an import that the old process started may still be at it.
    private void pullSplitAgain(StoredTransfer transfer, PhaseControl control, TableRef table)
            throws TransferInterruptedException {
        SstableOutcomes outcomes = transfer.outcomes();
        List<Integer> split = fetched(outcomes, table, StagedComponents::isSplit);
        if (split.isEmpty()) {
            return;
        }
        List<StagedComponents> before = staged(outcomes, split);
        control.sleep(STILL_RENAMING);
        Optional<Obstacle> away = node.in(control.nodePhases()).check();
        if (away.isPresent() || !staged(outcomes, split).equals(before)) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_UNAVAILABLE,
                    away.map(Obstacle::detail).orElse("an import into " + table.table() + " still runs"));
        }
        for (int index : split) {
            before.get(split.indexOf(index)).dropRewritten();
            outcomes.change(index, SstableOutcome::retried);
            outcomes.became(
                    index, TransferSstable.State.PLANNED, "an import broke off while Cassandra moved its files");
            LOG.warn(
                    "{} {} is split between staging and Cassandra's data directory; fetching the missing components again",
                    transfer.id(),
                    outcomes.plan().sstables().get(index).name());
        }
        transfer.checkpoint();
    }

    private static List<StagedComponents> staged(SstableOutcomes outcomes, List<Integer> indexes) {
        return indexes.stream()
                .map(index -> StagedComponents.of(outcomes.plan().sstables().get(index)))
                .toList();
    }

    private static List<Integer> fetched(
            SstableOutcomes outcomes, TableRef table, Predicate<StagedComponents> condition) {
        return outcomes.inState(TransferSstable.State.FETCHED).stream()
                .filter(index -> outcomes.plan().sstables().get(index).table().equals(table))
                .filter(index -> condition.test(
                        StagedComponents.of(outcomes.plan().sstables().get(index))))
                .toList();
    }
}
