/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TransferTermsTest {
    @Test
    void onlyFindingsOfTransfersAreAcceptedForTransfers() {
        assertThat(TransferTerms.accepted(
                        List.of("TOO_FEW_SOURCES", "SSTABLE_UNREADABLE", "NO_SIDECAR", "OVERLAPS_EXCLUDED")))
                .containsExactly("SSTABLE_UNREADABLE", "OVERLAPS_EXCLUDED");
        assertThat(TransferTerms.accepted(List.of("GC_GRACE_TOO_SHORT", "SNAPSHOT_TOO_OLD")))
                .containsExactly("SNAPSHOT_TOO_OLD", "NO_GC_GRACE");
        assertThat(TransferTerms.accepted(null)).isEmpty();
    }
}
