/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

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

/**
 * Decides what an import that nobody saw the end of has left: of a process that was killed, or of a Cassandra that was or
 * whose disk failed.
 */
final class EarlierImport {
    private static final Logger LOG = LoggerFactory.getLogger(EarlierImport.class);
    private static final Duration STILL_IMPORTING = Duration.ofMinutes(1);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /** Nine renames take no second, also where a disk is busy. */
    private static final Duration STILL_RENAMING = Duration.ofSeconds(5);

    private static final String TAKEN = "taken by Cassandra before a restart";

    private final ImportService imports;
    private final Gate node;
    private final Clock steady;

    /** @param steady for how long something lasts */
    EarlierImport(ImportService imports, Gate node, Clock steady) {
        this.imports = imports;
        this.node = node;
        this.steady = steady;
    }

    /**
     * What Cassandra has taken is IMPORTED, or NOT_IMPORTED where it is not live; what is split is PLANNED again, and what is
     * missing of it no longer in staging.
     */
    void settle(TransferRun run, TableRef table) throws TransferInterruptedException {
        adoptTaken(run, table);
        giveUpSplit(run, table);
    }

    /**
     * After a restart: what is live is IMPORTED, though it is in staging as well. Cassandra forces what it has taken; that
     * it went from staging nobody forces, so a disk that lost its power brings it back.
     */
    void adoptLive(TransferRun run, TableRef table) {
        List<Integer> here = fetched(run.outcomes(), table, remains -> !remains.isTaken());
        if (here.isEmpty()) {
            return;
        }
        Map<Integer, DataFile> files = files(run.outcomes(), here);
        Map<DataFile, SstableLocation> found =
                imports.locate(new TableName(table.keyspace(), table.table()), Set.copyOf(files.values()));
        for (int index : here) {
            if (found.get(files.get(index)) instanceof SstableLocation.Live) {
                run.outcomes().became(index, TransferSstable.State.IMPORTED, TAKEN);
            }
        }
        run.checkpoint();
    }

    /**
     * After a restart: what is no longer in staging was taken by Cassandra before. That it lies in the data directory does
     * not make it live; an import that the old process started may be about to, so it is given some time.
     */
    private void adoptTaken(TransferRun run, TableRef table) throws TransferInterruptedException {
        List<Integer> moved = fetched(run.outcomes(), table, StagedComponents::isTaken);
        if (moved.isEmpty()) {
            return;
        }
        Map<Integer, DataFile> files = files(run.outcomes(), moved);
        TableName name = new TableName(table.keyspace(), table.table());
        Map<DataFile, SstableLocation> found = imports.locate(name, Set.copyOf(files.values()));
        Instant patience = steady.instant().plus(STILL_IMPORTING);
        while (found.values().stream().anyMatch(SstableLocation.Idle.class::isInstance)
                && steady.instant().isBefore(patience)) {
            run.pause(LOOK_AGAIN);
            found = imports.locate(name, Set.copyOf(files.values()));
        }
        for (int index : moved) {
            adopt(run.outcomes(), index, name, Objects.requireNonNull(found.get(files.get(index))));
        }
        run.checkpoint();
    }

    private static void adopt(SstableOutcomes outcomes, int index, TableName table, SstableLocation where) {
        Path directory = outcomes.plan().sstables().get(index).directory();
        if (where instanceof SstableLocation.Live) {
            outcomes.became(index, TransferSstable.State.IMPORTED, TAKEN);
        } else if (where instanceof SstableLocation.Idle idle) {
            outcomes.became(index, TransferSstable.State.NOT_IMPORTED, ImportService.notLive(table, idle));
        } else if (where instanceof SstableLocation.Unknown unknown) {
            String why = "Cassandra moved it to " + unknown.data() + ", and whether it is live cannot be asked: "
                    + unknown.why();
            outcomes.became(index, TransferSstable.State.NOT_IMPORTED, why);
        } else if (Files.isDirectory(directory)) {
            String why = TAKEN + ", and merged into other SSTables since";
            outcomes.became(index, TransferSstable.State.IMPORTED, why);
        } else {
            String why = directory + " is gone, and its SSTable is in no data directory: nobody but the sidecar may"
                    + " delete it; start the transfer again";
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

    /**
     * Cassandra was killed, or its disk failed, between the renames of an SSTable's components: what it had moved is lost,
     * and comes again from the source. An import that the old process started may be in the middle of it, so nothing is
     * touched before nothing has moved for a while.
     */
    private void giveUpSplit(TransferRun run, TableRef table) throws TransferInterruptedException {
        SstableOutcomes outcomes = run.outcomes();
        List<Integer> split = fetched(outcomes, table, StagedComponents::isSplit);
        if (split.isEmpty()) {
            return;
        }
        List<StagedComponents> before = remains(outcomes, split);
        run.pause(STILL_RENAMING);
        Optional<Obstacle> away = node.look();
        if (away.isPresent() || !remains(outcomes, split).equals(before)) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_UNAVAILABLE,
                    away.map(Obstacle::detail).orElse("an import into " + table.table() + " has not ended"));
        }
        for (int index : split) {
            before.get(split.indexOf(index)).dropRewritten();
            outcomes.change(index, SstableOutcome::triedAgain);
            outcomes.became(
                    index, TransferSstable.State.PLANNED, "an import broke off while Cassandra moved its files");
            LOG.warn(
                    "{} {} is split between staging and Cassandra's data directory; what is missing is fetched again",
                    run.id(),
                    outcomes.plan().sstables().get(index).name());
        }
        run.checkpoint();
    }

    private static List<StagedComponents> remains(SstableOutcomes outcomes, List<Integer> indexes) {
        return indexes.stream()
                .map(index -> StagedComponents.of(outcomes.plan().sstables().get(index)))
                .toList();
    }

    private static List<Integer> fetched(
            SstableOutcomes outcomes, TableRef table, Predicate<StagedComponents> remains) {
        return outcomes.inState(TransferSstable.State.FETCHED).stream()
                .filter(index -> outcomes.plan().sstables().get(index).table().equals(table))
                .filter(index -> remains.test(
                        StagedComponents.of(outcomes.plan().sstables().get(index))))
                .toList();
    }
}
