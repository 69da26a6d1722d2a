/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.Finding;
import org.jspecify.annotations.Nullable;

/**
 * What is no longer as planned.
 *
 * @param finding what refuses the plan now, and did not when it was made; null for other changes
 */
public record DraftChange(String text, @Nullable Finding finding) {
    static DraftChange of(Finding finding) {
        return new DraftChange(finding.code() + " " + finding.subject() + ": " + finding.detail(), finding);
    }

    public boolean isOf(PlanFindingCode code) {
        return finding != null && finding.code().equals(code.name());
    }
}
