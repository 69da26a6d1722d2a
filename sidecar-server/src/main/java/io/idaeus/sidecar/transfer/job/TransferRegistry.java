/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TransferSstable;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.ImportedSstables;
import io.idaeus.sidecar.selection.SelectedSstable;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Every transfer on record, by id and so by age. Those that ended before this process began are read when they are first
 * asked for. Thread-safe.
 */
public final class TransferRegistry {
    private final ConcurrentSkipListMap<String, TransferRun> runs = new ConcurrentSkipListMap<>();

    // The directories of their records, by id.
    private final ConcurrentSkipListMap<String, String> unreadable = new ConcurrentSkipListMap<>();

    private final Set<String> unread = ConcurrentHashMap.newKeySet();
    private final Set<String> endedEarlier = ConcurrentHashMap.newKeySet();
    private Function<String, Optional<TransferRun>> reader = id -> Optional.empty();

    /** For a record that this version does not understand. */
    public void addUnreadable(String id) {
        unreadable.put(id, "transfers");
    }

    public List<String> unreadable() {
        readAll();
        return List.copyOf(unreadable.keySet());
    }

    /**
     * Those that ended in an earlier process. Call it once, before others use this.
     *
     * @param read empty for a record that this version does not understand
     */
    public synchronized void addEnded(List<String> ids, Function<String, Optional<TransferRun>> read) {
        endedEarlier.addAll(ids);
        unread.addAll(ids);
        reader = read;
    }

    /** Whether it ended before this process began. */
    public boolean endedEarlier(String id) {
        return endedEarlier.contains(id);
    }

    private synchronized @Nullable TransferRun read(String id) {
        if (unread.contains(id)) {
            reader.apply(id).ifPresentOrElse(this::add, () -> unreadable.put(id, "ended-transfers"));
            unread.remove(id);
        }
        return runs.get(id);
    }

    private void readAll() {
        unread.forEach(this::read);
    }

    public synchronized void remove(String id) {
        runs.remove(id);
    }

    public void add(TransferRun run) {
        runs.put(run.id(), run);
    }

    public Optional<TransferRun> find(String id) {
        TransferRun known = runs.get(id);
        // Somebody else may have read it since: one that is no longer unread is looked for again.
        return Optional.ofNullable(known == null ? read(id) : known);
    }

    public TransferRun get(String id) {
        return find(id).orElseThrow(() -> missing(id));
    }

    private ProblemException missing(String id) {
        String directory = unreadable.get(id);
        return directory != null
                ? new ProblemException(
                        ProblemType.ILLEGAL_STATE,
                        "this version does not understand the record of transfer " + id + ": start the version that"
                                + " wrote it, or delete " + directory + "/" + id
                                + ".json below stateDirectory while the"
                                + " sidecar is stopped")
                : new ProblemException(
                        ProblemType.UNKNOWN_TRANSFER,
                        "no transfer has the id \"" + id + "\"; GET /v1/transfers lists them");
    }

    public Optional<TransferRun> withKey(@Nullable String idempotencyKey) {
        return idempotencyKey == null
                ? Optional.empty()
                : all().stream()
                        .filter(run -> Objects.equals(run.stored().record().idempotencyKey(), idempotencyKey))
                        .findFirst();
    }

    /** @throws ProblemException UNKNOWN_TRANSFER; ILLEGAL_STATE where it is no transfer of the plan */
    public TransferRun ofPlan(String plan, String id) {
        TransferRun run = get(id);
        ClaimTerms terms = run.stored().record().terms();
        if (terms == null || !terms.plan().equals(plan)) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "transfer " + id + " does not belong to plan " + plan + " (expected: a transfer of the plan)");
        }
        return run;
    }

    /** Oldest first. */
    public List<TransferRun> ofPlan(String plan) {
        return all().stream()
                .filter(run -> {
                    ClaimTerms terms = run.stored().record().terms();
                    return terms != null && terms.plan().equals(plan);
                })
                .toList();
    }

    /** What transfers have imported so far. */
    public ImportedSstables imported(List<String> ids) {
        ImportedSstables imported = new ImportedSstables();
        for (String id : ids) {
            get(id).stored()
                    .peekOutcomes()
                    .ifPresent(outcomes ->
                            imported.add(outcomes.selection(), outcomes.inState(TransferSstable.State.IMPORTED)));
        }
        return imported;
    }

    public Collection<TransferRun> all() {
        readAll();
        return runs.values();
    }

    /** Without those that nobody has asked for yet: all of them ended in an earlier process. */
    public Collection<TransferRun> loaded() {
        return runs.values();
    }

    public Collection<TransferRun> newestFirst() {
        readAll();
        return runs.descendingMap().values();
    }

    public List<TransferRun> active() {
        return runs.values().stream().filter(run -> !run.state().isFinal()).toList();
    }

    /** Bytes that other transfers will still write below a staging root. */
    public long reserved(Path root, String except) {
        long bytes = 0;
        for (TransferRun run : active()) {
            SstableOutcomes outcomes =
                    run.id().equals(except) ? null : run.stored().outcomesInMemory();
            if (outcomes != null) {
                bytes += outcomes.inState(TransferSstable.State.PLANNED).stream()
                        .map(outcomes.selection().sstables()::get)
                        .filter(sstable -> sstable.directory().startsWith(root))
                        .mapToLong(SelectedSstable::bytes)
                        .sum();
            }
        }
        return bytes;
    }
}
