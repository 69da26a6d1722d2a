/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.api.transfer.TransferRequest;
import org.jspecify.annotations.Nullable;

/** The treatment of the repaired state that SSTables have at their source. */
public enum RepairedState {
    /** They keep it. One that cannot refuses the transfer. */
    REQUIRED,
    /** They keep it. Where one cannot, all SSTables of its table become unrepaired. */
    KEPT,
    /** They become unrepaired. */
    RESET;

    /** Where nothing but the options say what is wanted. */
    public static RepairedState of(@Nullable ImportOptions options) {
        return options != null && Boolean.TRUE.equals(options.keepRepaired()) ? REQUIRED : RESET;
    }

    /**
     * As Cassandra's own streams do: within a cluster SSTables keep it. What a named snapshot holds may be repaired nowhere any
     * more.
     */
    public static RepairedState of(TransferRequest request, boolean sameCluster) {
        ImportOptions options = request.importOptions();
        boolean asked = options != null && options.keepRepaired() != null;
        return asked || !sameCluster || request.snapshot() != null ? of(options) : KEPT;
    }

    public boolean keeps() {
        return this != RESET;
    }

    /**
     * Why an SSTable cannot keep its state, as part of a sentence; null where it can.
     *
     * @param cut whether it is cut, which ends its part in a repair
     */
    @Nullable
    public String obstacle(SstableStatistics statistics, boolean cut) {
        if (this == KEPT && statistics.transientReplica()) {
            return "was written by a transient replica";
        }
        return this == KEPT && !cut && statistics.pendingRepair() != null
                ? "is part of a repair that has not ended"
                : null;
    }
}
