/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer.SstableCounts;
import io.idaeus.api.transfer.TransferRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcceptedLossTest {
    private static final SstableCounts ALL_ELSE = new SstableCounts(3, 3, 3, 0, 0, 1, 0);
    private static final Finding UNREADABLE = FindingCode.SSTABLE_UNREADABLE.about("shop.users", "CORRUPT_COMPONENT");

    @Test
    void isWhatTheRequestAccepts() {
        assertThat(isAll(List.of("SSTABLE_UNREADABLE"), ALL_ELSE, UNREADABLE)).isTrue();
        assertThat(isAll(List.of("NO_GC_GRACE"), ALL_ELSE, UNREADABLE)).isFalse();
        assertThat(isAll(null, ALL_ELSE, UNREADABLE)).isFalse();
    }

    @Test
    void isNoSstableThatWasPlanned() {
        SstableCounts corrupt = new SstableCounts(3, 2, 2, 1, 0, 1, 0);

        assertThat(isAll(List.of("SSTABLE_UNREADABLE"), corrupt, UNREADABLE)).isFalse();
    }

    @Test
    void isNoneThatWasExcludedForAnotherReason() {
        Finding notOwned = FindingCode.NOT_OWNED_BY_SOURCE.about("shop.users", "predates a cleanup");

        assertThat(isAll(List.of("SSTABLE_UNREADABLE"), ALL_ELSE, notOwned)).isFalse();
        assertThat(isAll(List.of("SSTABLE_UNREADABLE"), ALL_ELSE, UNREADABLE, notOwned))
                .isFalse();
    }

    private static boolean isAll(List<String> accept, SstableCounts counts, Finding... findings) {
        TransferRequest request = TransferRequest.builder(
                        List.of(SourceRef.at("http://10.0.0.1:9043")), List.of(new TableRef("shop", "users")))
                .accept(accept)
                .build();
        return AcceptedLoss.isAllThatIsMissing(request, counts, List.of(findings));
    }
}
