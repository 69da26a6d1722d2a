/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.finding;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import org.jspecify.annotations.Nullable;

/**
 * A change since the plan was made.
 *
 * @param finding what refuses the plan now, and did not when it was made; null for other changes
 */
public record DraftChange(String text, @Nullable Finding finding) {
    public static DraftChange of(Finding finding) {
        return new DraftChange(finding.code() + " " + finding.subject() + ": " + finding.detail(), finding);
    }

    /**
     * The remedy, while the plan waits before its first start.
     *
     * @param plan id
     */
    public String remedy(String plan) {
        if (finding == null || finding.severity() != Severity.REFUSE_UNLESS_ACCEPTED) {
            return "undo the change, or cancel the plan and make a new one";
        }
        String code = finding.code();
        return PlanFindingCode.isCode(code)
                ? "remove the cause; or cancel the plan, and make a new one with --accept " + code
                        + ": nothing has been started yet"
                : "remove the cause; or accept " + code + ": idaeus plan accept " + plan + " " + code;
    }

    public boolean isOf(PlanFindingCode code) {
        return finding != null && finding.code().equals(code.name());
    }
}
