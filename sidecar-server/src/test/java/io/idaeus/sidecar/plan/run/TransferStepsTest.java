/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TransferStepsTest {
    @Test
    void onlyFindingsOfTransfersAreAcceptedForTransfers() {
        assertThat(TransferSteps.ofTransfers(
                        List.of("TOO_FEW_SOURCES", "SSTABLE_UNREADABLE", "NO_SIDECAR", "OVERLAPS_EXCLUDED")))
                .containsExactly("SSTABLE_UNREADABLE", "OVERLAPS_EXCLUDED");
        assertThat(TransferSteps.ofTransfers(List.of("GC_GRACE_TOO_SHORT", "SNAPSHOT_TOO_OLD")))
                .containsExactly("SNAPSHOT_TOO_OLD");
        assertThat(TransferSteps.ofTransfers(null)).isEmpty();
    }
}
