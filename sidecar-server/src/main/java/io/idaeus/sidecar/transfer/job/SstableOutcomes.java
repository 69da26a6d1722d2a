/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferSstableBuilder;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.selection.StagedSlice;
import io.idaeus.sidecar.selection.slice.SlicedTable;
import io.idaeus.sidecar.transfer.source.OtherSources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Outcomes of SSTables, by index in the selection. Thread-safe. */
public final class SstableOutcomes {
    private static final int NAMED = 5;

    private final Selection selection;
    private final List<SstableOutcome> outcomes;
    private long changes;

    public SstableOutcomes(Selection selection) {
        this(selection, Collections.nCopies(selection.sstables().size(), SstableOutcome.PLANNED));
    }

    public SstableOutcomes(Selection selection, List<SstableOutcome> outcomes) {
        if (outcomes.size() != selection.sstables().size()) {
            throw new IllegalArgumentException("outcomes: " + outcomes.size() + " (expected: one for each of "
                    + selection.sstables().size() + " SSTables)");
        }
        this.selection = selection;
        this.outcomes = new ArrayList<>(outcomes);
    }

    /**
     * A copy with more SSTables, which are PLANNED.
     *
     * @param ranges what slices are cut to
     */
    synchronized SstableOutcomes with(List<SelectedSstable> more, List<SlicedTable> ranges) {
        List<SelectedSstable> sstables = new ArrayList<>(selection.sstables());
        sstables.addAll(more);
        List<SstableOutcome> all = new ArrayList<>(outcomes);
        all.addAll(Collections.nCopies(more.size(), SstableOutcome.PLANNED));
        return new SstableOutcomes(selection.with(sstables, ranges), all);
    }

    public Selection selection() {
        return selection;
    }

    /** As it is in staging, or will be: a slice once it is {@link SelectedSstable#cut}. */
    public SelectedSstable staged(int index) {
        SelectedSstable selected = selection.sstables().get(index);
        StagedSlice slice = get(index).slice();
        return slice == null ? selected.whole() : selected.cutTo(slice);
    }

    public synchronized SstableOutcome get(int index) {
        return outcomes.get(index);
    }

    public synchronized SstableOutcome change(int index, UnaryOperator<SstableOutcome> change) {
        SstableOutcome changed = change.apply(outcomes.get(index));
        outcomes.set(index, changed);
        changes++;
        return changed;
    }

    /** Grows with each change. */
    synchronized long changes() {
        return changes;
    }

    public void became(int index, TransferSstable.State state, @Nullable String reason) {
        change(index, before -> before.became(state, reason));
    }

    /** The indexes, ascending. */
    public synchronized List<Integer> inState(TransferSstable.State state) {
        List<Integer> indexes = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i).is(state)) {
                indexes.add(i);
            }
        }
        return indexes;
    }

    /**
     * Holds back what overlaps a SOURCE_CORRUPT SSTable, which may hold its tombstones, unless it comes from a
     * replacing source.
     */
    public synchronized void holdBackOverlaps(OtherSources others) {
        holdBackOverlaps(TransferSstable.State.SOURCE_CORRUPT, "is corrupt at its source", others);
    }

    /** The same beside selected SSTables that could not be cut. */
    public synchronized void holdBackBesideUncut(OtherSources others) {
        holdBackOverlaps(TransferSstable.State.EXCLUDED, "cannot be cut", others);
    }

    private void holdBackOverlaps(TransferSstable.State state, String why, OtherSources others) {
        for (int missing : inState(state)) {
            SelectedSstable bad = selection.sstables().get(missing);
            for (int good : inState(TransferSstable.State.FETCHED)) {
                SelectedSstable sstable = selection.sstables().get(good);
                if (sstable.overlaps(bad) && !others.replaces(sstable.source(), bad)) {
                    became(
                            good,
                            TransferSstable.State.HELD_BACK,
                            "overlaps " + bad.name() + ", which " + why + " and may hold tombstones for it");
                }
            }
        }
    }

    /** The corrupt SSTables, by the host id of their source. */
    synchronized Map<String, Transfer.CorruptSstables> corrupt() {
        Map<String, List<Integer>> bySource = new TreeMap<>();
        for (int index : inState(TransferSstable.State.SOURCE_CORRUPT)) {
            String hostId = selection.sstables().get(index).sourceHostId();
            bySource.computeIfAbsent(hostId, key -> new ArrayList<>()).add(index);
        }
        Map<String, Transfer.CorruptSstables> corrupt = new TreeMap<>();
        bySource.forEach((hostId, indexes) -> corrupt.put(hostId, corrupt(indexes)));
        return corrupt;
    }

    private Transfer.CorruptSstables corrupt(List<Integer> indexes) {
        TokenRanges tokens = TokenRanges.covering(indexes.stream()
                .map(selection.sstables()::get)
                .map(sstable -> new TokenBounds(sstable.firstToken(), sstable.lastToken()))
                .toList());
        return new Transfer.CorruptSstables(
                indexes.size(),
                tokens.ranges().stream().map(TokenRange::toString).toList(),
                indexes.stream().limit(NAMED).map(this::view).toList());
    }

    synchronized SelectionRecord record() {
        return new SelectionRecord(selection, List.copyOf(outcomes));
    }

    public synchronized Transfer.SstableCounts counts() {
        Map<TransferSstable.State, Integer> counts = new EnumMap<>(TransferSstable.State.class);
        outcomes.forEach(outcome -> counts.merge(outcome.state(), 1, Integer::sum));
        int imported = counts.getOrDefault(TransferSstable.State.IMPORTED, 0);
        int notImported = counts.getOrDefault(TransferSstable.State.NOT_IMPORTED, 0);
        int heldBack = counts.getOrDefault(TransferSstable.State.HELD_BACK, 0);
        int corrupt = counts.getOrDefault(TransferSstable.State.SOURCE_CORRUPT, 0);
        int uncut = counts.getOrDefault(TransferSstable.State.EXCLUDED, 0);
        int fetched = counts.getOrDefault(TransferSstable.State.FETCHED, 0) + imported + notImported + heldBack;
        return new Transfer.SstableCounts(
                outcomes.size() - uncut,
                fetched,
                imported,
                notImported + corrupt,
                heldBack,
                uncut
                        + selection.excluded().size()
                        + selection.ownedByOtherSource().size(),
                selection.importedEarlier());
    }

    /** The selected SSTables, then the excluded ones. */
    public synchronized List<TransferSstable> view() {
        List<TransferSstable> result = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            result.add(view(i));
        }
        result.addAll(selection.excluded());
        result.addAll(selection.ownedByOtherSource());
        return result;
    }

    private TransferSstable view(int index) {
        SelectedSstable selected = selection.sstables().get(index);
        SstableOutcome outcome = outcomes.get(index);
        StagedSlice slice = outcome.slice();
        boolean stays = outcome.is(TransferSstable.State.EXCLUDED);
        boolean part = slice != null || (selected.slice() != null && outcome.is(TransferSstable.State.PLANNED));
        return TransferSstableBuilder.builder()
                .sourceHostId(selected.sourceHostId())
                .keyspace(selected.table().keyspace())
                .table(selected.table().table())
                .name(selected.name())
                .bytes(part && slice == null ? selected.bytes() : staged(index).bytes())
                .state(outcome.state())
                .reason(outcome.reason())
                .attempts(outcome.attempts())
                .part(stays ? null : part ? TransferSstable.Part.SLICE : TransferSstable.Part.WHOLE)
                .sourceBytes(part ? selected.whole().bytes() : null)
                .build();
    }

    /** The SSTables not imported, counted by state, such as "2 NOT_IMPORTED". Without those that other sources own. */
    public List<String> shortfall() {
        List<String> missing = new ArrayList<>();
        for (TransferSstable.State state : TransferSstable.State.values()) {
            boolean stays = state == TransferSstable.State.EXCLUDED;
            int count = inState(state).size() + (stays ? selection.excluded().size() : 0);
            if (count > 0 && state != TransferSstable.State.IMPORTED) {
                missing.add(count + " " + state);
            }
        }
        return missing;
    }
}
