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
        assertThat(TransferSteps.ofTransfers(List.of("TOO_FEW_SOURCES", "SSTABLE_UNREADABLE", "NO_SIDECAR")))
                .containsExactly("SSTABLE_UNREADABLE");
        assertThat(TransferSteps.ofTransfers(null)).isEmpty();
    }
}
