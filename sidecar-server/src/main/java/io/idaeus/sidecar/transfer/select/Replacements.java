/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.source.OtherSources;
import io.idaeus.sidecar.transfer.source.OwnedTokens;
import io.idaeus.sidecar.transfer.waiting.PhaseControl;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces SSTables that are corrupt at their source by the same tokens of another source that owned all of them. Not in
 * the transfers of a plan: one other source is not always enough, and the plan decides from whom a range is merged.
 */
public final class Replacements {
    private static final Logger LOG = LoggerFactory.getLogger(Replacements.class);

    private final SelectPhase selecting;

    public Replacements(SelectPhase selecting) {
        this.selecting = selecting;
    }

    /** Returns whether there is more to pull now. */
    public boolean select(StoredTransfer transfer, PhaseControl control) throws TransferInterruptedException {
        boolean more = false;
        for (Map.Entry<Integer, TokenRanges> each : wanted(transfer).entrySet()) {
            more |= select(transfer, each.getKey(), each.getValue(), control);
        }
        return more;
    }

    private boolean select(StoredTransfer transfer, int source, TokenRanges extra, PhaseControl control)
            throws TransferInterruptedException {
        SelectTask task = SelectTask.of(transfer.record());
        Optional<SelectionExtension> found =
                selecting.extend(task, transfer.outcomes().selection(), source, extra, control);
        if (found.isEmpty()) {
            return false;
        }
        SelectionExtension extension = found.get();
        boolean more = !extension.sstables().isEmpty();
        if (more) {
            LOG.info(
                    "{} {} SSTables of {} replace corrupt ones",
                    transfer.id(),
                    extension.sstables().size(),
                    task.pinned().get(source).uri());
            transfer.extendSelection(extension.sstables(), extension.slices());
        }
        // Last: whoever reads the wider ranges takes them for pulled.
        transfer.change(edit -> edit.sources(extension.pinned()));
        return more;
    }

    /** The tokens to request, by the index of the source. */
    static Map<Integer, TokenRanges> wanted(StoredTransfer transfer) {
        if (transfer.record().terms() != null) {
            return Map.of();
        }
        SstableOutcomes outcomes = transfer.outcomes();
        OtherSources others = new OtherSources(transfer.record().sources());
        List<SelectedSstable> corrupt = outcomes.inState(TransferSstable.State.SOURCE_CORRUPT).stream()
                .map(outcomes.selection().sstables()::get)
                .toList();
        Map<Integer, TokenRanges> wanted = new TreeMap<>();
        for (SelectedSstable bad : corrupt) {
            others.substitute(bad).ifPresent(source -> {
                boolean sound = corrupt.stream().noneMatch(other -> other.source() == source && other.overlaps(bad));
                if (sound) {
                    wanted.merge(source, others.lostWith(bad), OwnedTokens::union);
                }
            });
        }
        return wanted;
    }
}
