/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TransferPlan;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferSstable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.select.SelectPhase;
import io.idaeus.sidecar.transfer.select.SelectTask;
import java.util.List;

/** Plans transfers that are not made. */
record DryRuns(SelectPhase selecting) {
    TransferPlan plan(TransferRequest request) {
        Selection selection = selected(request);
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

    private Selection selected(TransferRequest request) {
        try {
            return selecting.dryRun(new SelectTask("plan", request, null, List.of()));
        } catch (LocalDiskException e) {
            throw e.problem();
        }
    }
}
