/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.finding;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The findings that may be accepted once a plan is approved: those of its transfers alone. */
public final class LaterAcceptance {
    // Accepting a finding of the plan itself would change the plan: fewer sources of a range, or ranges that come back
    // empty. The approved digest would not cover that. CHECK finds these before anything is started, so a
    // new plan loses no work.
    private LaterAcceptance() {}

    /**
     * The finding of transfers with this code.
     *
     * @throws ProblemException INVALID_REQUEST where it is none, or cannot be accepted
     */
    public static FindingCode require(String code) {
        return FindingCode.acceptable(code).orElseThrow(() -> refused(code));
    }

    private static ProblemException refused(String code) {
        String expected = Arrays.stream(FindingCode.values())
                .filter(FindingCode::canBeAccepted)
                .map(Enum::name)
                .collect(Collectors.joining(", "));
        String message = PlanFindingCode.isCode(code)
                ? code
                        + " is a finding of the plan itself, and cannot be accepted once the plan is approved (expected: a"
                        + " finding of its transfers, one of " + expected
                        + "). Remove the cause, or cancel the plan and make a new one"
                        + remedy(code)
                : "code: " + BoundedText.shown(code) + " (expected: one of " + expected + ")";
        return new ProblemException(ProblemType.INVALID_REQUEST, message);
    }

    private static String remedy(String code) {
        return PlanFindingCode.acceptable().anyMatch(code::equals) ? " that accepts it" : "";
    }
}
