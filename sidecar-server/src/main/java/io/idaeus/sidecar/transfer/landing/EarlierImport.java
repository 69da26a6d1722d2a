/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.importing.DataFile;
import io.idaeus.sidecar.importing.ImportService;
import io.idaeus.sidecar.importing.SstableLocation;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.transfer.job.SstableOutcome;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.waiting.NodeGate;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import io.idaeus.sidecar.transfer.waiting.PhaseControl;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.time.Duration;
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

    // A few renames take less, even on a busy disk.
    private static final Duration STILL_RENAMING = Duration.ofSeconds(5);

    private static final String BEGAN =
            "the sidecar or Cassandra stopped, or the connection broke, while it may have run";
    private static final String TAKEN = "taken by Cassandra before a restart";
    private static final String LOST = "left staging before a restart, and is in no data directory: merged into other"
            + " SSTables since, or deleted. Nothing proves that it was live: fetching and importing it again";

    private final Locator locator;
    private final NodeGate node;
    private final ImportEnd end;

    interface Locator {
        /** @throws ProblemException CASSANDRA_UNAVAILABLE */
        Map<DataFile, SstableLocation> locate(TableName table, Set<DataFile> wanted);
    }

    EarlierImport(Locator locator, NodeGate node, ImportEnd end) {
        this.locator = locator;
        this.node = node;
        this.end = end;
    }

    /**
     * SSTables that Cassandra has taken become IMPORTED where they are live, NOT_IMPORTED where they are in a data
     * directory and not live. SSTables that are split, or in neither place, become PLANNED.
     *
     * @return whether anything became IMPORTED
     */
    boolean settle(StoredTransfer transfer, PhaseControl control, TableRef table) throws TransferInterruptedException {
        boolean adopted = adoptTaken(transfer, control, table);
        pullSplitAgain(transfer, control, table);
        return adopted;
    }

    /**
     * After a restart, what is live becomes IMPORTED even if it is still in staging.
     *
     * @return whether anything did
     */
    boolean adoptLive(StoredTransfer transfer, PhaseControl control, TableRef table)
            throws TransferInterruptedException {
        if (fetched(transfer.outcomes(), table, staged -> true).isEmpty()) {
            return false;
        }
        // The old process may have begun an import that has moved nothing yet.
        end.await(control, name(table), BEGAN);
        // Cassandra forces what it has taken, but nobody forces the removal from staging: a power loss can undo it.
        List<Integer> here = fetched(transfer.outcomes(), table, staged -> !staged.isTaken());
        if (here.isEmpty()) {
            return false;
        }
        Map<Integer, DataFile> files = files(transfer.outcomes(), here);
        Map<DataFile, SstableLocation> found = locator.locate(name(table), Set.copyOf(files.values()));
        boolean adopted = false;
        for (int index : here) {
            if (found.get(files.get(index)) instanceof SstableLocation.Live) {
                transfer.outcomes().became(index, TransferSstable.State.IMPORTED, TAKEN);
                adopted = true;
            }
        }
        transfer.checkpoint();
        return adopted;
    }

    // After a restart, what is no longer in staging was taken by Cassandra.
    private boolean adoptTaken(StoredTransfer transfer, PhaseControl control, TableRef table)
            throws TransferInterruptedException {
        List<Integer> moved = fetched(transfer.outcomes(), table, StagedComponents::isTaken);
        if (moved.isEmpty()) {
            return false;
        }
        Map<Integer, DataFile> files = files(transfer.outcomes(), moved);
        TableName name = name(table);
        end.await(control, name, BEGAN);
        Map<DataFile, SstableLocation> found = locator.locate(name, Set.copyOf(files.values()));
        boolean adopted = false;
        for (int index : moved) {
            SstableLocation where = Objects.requireNonNull(found.get(files.get(index)));
            if (where instanceof SstableLocation.Gone) {
                LOG.warn(
                        "{} {} {}",
                        transfer.id(),
                        transfer.outcomes().selection().sstables().get(index).name(),
                        LOST);
            }
            adopt(transfer.outcomes(), index, name, where);
            adopted |= where instanceof SstableLocation.Live;
        }
        transfer.checkpoint();
        return adopted;
    }

    private static void adopt(SstableOutcomes outcomes, int index, TableName table, SstableLocation where) {
        if (where instanceof SstableLocation.Live) {
            outcomes.became(index, TransferSstable.State.IMPORTED, TAKEN);
        } else if (where instanceof SstableLocation.Idle idle) {
            outcomes.became(index, TransferSstable.State.NOT_IMPORTED, ImportService.notLive(table, idle));
        } else if (where instanceof SstableLocation.Unknown unknown) {
            String why = "Cassandra moved it to " + unknown.data()
                    + ", but Cassandra cannot be asked whether it is live: " + unknown.why();
            outcomes.became(index, TransferSstable.State.NOT_IMPORTED, why);
        } else {
            outcomes.change(index, SstableOutcome::retried);
            outcomes.became(index, TransferSstable.State.PLANNED, LOST);
        }
    }

    private static Map<Integer, DataFile> files(SstableOutcomes outcomes, List<Integer> indexes) {
        Map<Integer, DataFile> files = new HashMap<>();
        indexes.forEach(index -> files.put(index, data(outcomes.staged(index))));
        return files;
    }

    private static TableName name(TableRef table) {
        return new TableName(table.keyspace(), table.table());
    }

    private static DataFile data(SelectedSstable sstable) {
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
        end.await(control, name(table), BEGAN);
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
                    outcomes.selection().sstables().get(index).name());
        }
        transfer.checkpoint();
    }

    private static List<StagedComponents> staged(SstableOutcomes outcomes, List<Integer> indexes) {
        return indexes.stream()
                .map(index -> StagedComponents.of(outcomes.staged(index)))
                .toList();
    }

    private static List<Integer> fetched(
            SstableOutcomes outcomes, TableRef table, Predicate<StagedComponents> condition) {
        return outcomes.inState(TransferSstable.State.FETCHED).stream()
                .filter(index ->
                        outcomes.selection().sstables().get(index).table().equals(table))
                .filter(index -> condition.test(StagedComponents.of(outcomes.staged(index))))
                .toList();
    }
}
