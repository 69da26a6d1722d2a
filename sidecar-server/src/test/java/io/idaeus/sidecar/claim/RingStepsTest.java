/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RingStepsTest {
    private static final TableRef USERS = new TableRef("shop", "users");
    private static final TokenRange LOW = new TokenRange(0, 100);
    private static final TokenRange AROUND = new TokenRange(1000, -1000);

    @Test
    void whatTransfersBroughtIsCovered() {
        TokenRanges filled = TokenRanges.of(new TokenRange(-10, 50), new TokenRange(50, 200), AROUND);

        assertThatNoException().isThrownBy(() -> require(1, filled));
        assertThatNoException().isThrownBy(() -> require(2, filled, TokenRanges.of(LOW, AROUND)));
    }

    @Test
    void oneTokenThatNobodyBroughtIsNotCovered() {
        refused(1, TokenRanges.of(new TokenRange(0, 99), AROUND));
        refused(1, TokenRanges.of(new TokenRange(1, 100), AROUND));
        refused(1, TokenRanges.of(LOW, new TokenRange(1000, -1001)));
        refused(1, TokenRanges.of());
        refused(1);
    }

    @Test
    void aRangeWantsAsManySourcesAsTheRuleAsksFor() {
        TokenRanges filled = TokenRanges.of(LOW, AROUND);

        refused(2, filled);
        refused(2, filled, TokenRanges.of(LOW));
        refused(3, filled, filled);
    }

    @Test
    void whatIsNotCoveredIsNamedOfEveryTable() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> RingSteps.requireCovered(
                        List.of(USERS, new TableRef("shop", "orders")), Map.of(), List.of(LOW, AROUND), 2))
                .withMessageContaining("range " + LOW + " of shop.users was brought from 0 sources")
                .withMessageContaining("range " + AROUND + " of shop.users")
                .withMessageContaining("range " + LOW + " of shop.orders")
                .withMessageContaining("range " + AROUND + " of shop.orders");
    }

    private static void require(int copies, TokenRanges... filled) {
        RingSteps.requireCovered(List.of(USERS), Map.of(USERS, List.of(filled)), List.of(LOW, AROUND), copies);
    }

    private static void refused(int copies, TokenRanges... filled) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> require(copies, filled))
                .withMessageContaining("shop.users")
                .extracting(ProblemException::type)
                .isEqualTo(ProblemType.ILLEGAL_STATE);
    }
}
