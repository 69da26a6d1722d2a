/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.transfer.TransferPlan;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.problem.TimeLimit;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.select.SelectPhase;
import io.idaeus.sidecar.transfer.select.SelectTask;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Plans transfers that are not made. */
record DryRuns(SelectPhase selecting) {
    // The listings of huge tables alone take minutes.
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** @param unwanted whether nobody waits for the answer any more; asked often */
    TransferPlan plan(TransferRequest request, BooleanSupplier unwanted) {
        Selection selection = selected(request, TimeLimit.of("the dry run of the transfer", LIMIT, unwanted));
        List<TransferSstable> sstables = new SstableOutcomes(selection).view();
        return new TransferPlan(
                selection.refused(),
                selection.findings(),
                sstables,
                selection.bytes(),
                selection.files(),
                selection.bytesRequired(),
                selection.bytesFree());
    }

    private Selection selected(TransferRequest request, TimeLimit time) {
        try {
            return selecting.dryRun(new SelectTask("plan", request, null, List.of()), time);
        } catch (LocalDiskException e) {
            throw e.problem();
        }
    }
}
