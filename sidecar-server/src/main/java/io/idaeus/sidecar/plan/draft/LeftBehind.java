/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.sidecar.selection.finding.AcceptedLoss;

/** SSTables that a plan does not move, because it accepts that they cannot be read. */
public final class LeftBehind {
    private LeftBehind() {}

    /** Whether a transfer brought everything else. */
    public static boolean isAllThatIsMissing(Transfer transfer) {
        return AcceptedLoss.isAllThatIsMissing(transfer.request(), transfer.sstables(), transfer.findings());
    }

    /** The task that is due for a keyspace with such SSTables. */
    public static PlanDue due(String keyspace) {
        return new PlanDue(
                "Repair " + keyspace + ": SSTables that could not be read were left behind",
                "nodetool repair --full " + keyspace,
                "other replicas may have their rows, and the tombstones that cover others");
    }
}
