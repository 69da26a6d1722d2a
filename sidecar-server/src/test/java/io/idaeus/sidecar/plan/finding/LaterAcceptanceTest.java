/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LaterAcceptanceTest {
    @Test
    void whatTransfersFindMayBeAccepted() {
        assertThat(LaterAcceptance.require("SNAPSHOT_TOO_OLD")).isEqualTo(FindingCode.SNAPSHOT_TOO_OLD);
    }

    /** Another plan would run than the one that was approved. */
    @ParameterizedTest
    @EnumSource(names = {"TOO_FEW_SOURCES", "NO_SIDECAR", "DATA_LOST", "GC_GRACE_TOO_SHORT"})
    void whatThePlanItselfFindsMayNotAndTheMessageSaysWhatToDoInstead(PlanFindingCode code) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> LaterAcceptance.require(code.name()))
                .withMessageContaining("cancel the plan and make a new one that accepts it")
                .extracting(ProblemException::type)
                .isEqualTo(ProblemType.INVALID_REQUEST);
        DraftChange change = DraftChange.of(code.about("shop", "it is so", Set.of()));
        assertThat(change.remedy("p1"))
                .contains("make a new one with --accept " + code)
                .doesNotContain("plan accept");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HEADER_MISMATCH", "LATER", "snapshot_too_old"})
    void anyOtherCodeIsRefusedWithThoseThatMay(String code) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> LaterAcceptance.require(code))
                .withMessageContaining("SNAPSHOT_TOO_OLD")
                .extracting(ProblemException::type)
                .isEqualTo(ProblemType.INVALID_REQUEST);
    }

    @Test
    void aChangeSaysWhatCanBeDoneAboutIt() {
        assertThat(DraftChange.of(FindingCode.SSTABLE_UNREADABLE.about("shop.t", "cut"))
                        .remedy("p1"))
                .isEqualTo("remove the cause; or accept SSTABLE_UNREADABLE: idaeus plan accept p1 SSTABLE_UNREADABLE");
        String undo = "undo the change, or cancel the plan and make a new one";
        assertThat(DraftChange.of(FindingCode.HEADER_MISMATCH.about("shop.t", "other"))
                        .remedy("p1"))
                .isEqualTo(undo);
        assertThat(new DraftChange("the ring was 1 and is 2", null).remedy("p1"))
                .isEqualTo(undo);
    }
}
