/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.Finding;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.SelectedTable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.waiting.SteadyClock;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Refuses what a selection allowed, because the table has changed or the snapshot has aged since. */
final class ImportChecks {
    private final Clock clock;
    private final Clock steady;

    ImportChecks(Clock clock) {
        this.clock = clock;
        this.steady = new SteadyClock(clock, System::nanoTime);
    }

    /** @throws ProblemException PLAN_REFUSED */
    void beforeImport(StoredTransfer transfer, Destination.Table now, List<SelectedSstable> sstables) {
        boolean indexed = sstables.stream().anyMatch(SelectedSstable::indexed);
        refuse(transfer, Set.of(now.ref()), selected -> selected.change(now, indexed));
        refuseOutdated(
                transfer,
                Set.of(now.ref()),
                selected -> selected.outdated(now.definition().gcGraceSeconds(), latest()));
    }

    /**
     * Spares what is still to be fetched, where it could not be imported.
     *
     * @throws ProblemException PLAN_REFUSED
     */
    void beforePull(StoredTransfer transfer) {
        SstableOutcomes outcomes = transfer.outcomes();
        Set<TableRef> missing = outcomes.inState(TransferSstable.State.PLANNED).stream()
                .map(index -> outcomes.selection().sstables().get(index).table())
                .collect(Collectors.toSet());
        refuseOutdated(
                transfer,
                missing,
                selected -> selected.outdated(selected.definition().gcGraceSeconds(), latest()));
    }

    private static void refuseOutdated(
            StoredTransfer transfer, Set<TableRef> tables, Function<SelectedTable, Optional<Finding>> check) {
        List<String> accepted = transfer.record().request().accept();
        if (accepted == null || !accepted.contains(FindingCode.SNAPSHOT_TOO_OLD.name())) {
            refuse(transfer, tables, check);
        }
    }

    private static void refuse(
            StoredTransfer transfer, Set<TableRef> tables, Function<SelectedTable, Optional<Finding>> check) {
        transfer.outcomes().selection().tables().stream()
                .filter(selected -> tables.contains(selected.ref()))
                .flatMap(selected -> check.apply(selected).stream())
                .findFirst()
                .ifPresent(finding -> {
                    List<Finding> findings = new ArrayList<>(transfer.record().findings());
                    findings.add(finding);
                    transfer.change(
                            edit -> edit.findings(findings, transfer.record().cleanupDue()));
                    throw new ProblemException(ProblemType.PLAN_REFUSED, Selection.describe(finding));
                });
    }

    // A clock that was set back makes no snapshot younger; one that stood still while the host slept does not either.
    private Instant latest() {
        Instant wall = clock.instant();
        Instant monotonic = steady.instant();
        return wall.isAfter(monotonic) ? wall : monotonic;
    }
}
