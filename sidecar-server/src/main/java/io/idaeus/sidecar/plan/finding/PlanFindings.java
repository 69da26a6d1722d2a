/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.finding;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects findings. */
public final class PlanFindings {
    private final Set<String> accepted;
    private final Set<Finding> found = new LinkedHashSet<>();

    public PlanFindings(@Nullable Collection<String> accepted) {
        this.accepted = accepted == null ? Set.of() : Set.copyOf(accepted);
    }

    public void add(PlanFindingCode code, String subject, String detail) {
        found.add(code.about(subject, detail, accepted));
    }

    /** Adds a finding that the plan's transfers would have. They accept what the plan accepts. */
    public void add(FindingCode code, String subject, String detail) {
        add(code.about(subject, detail));
    }

    /** The same, of one that transfers would word so. */
    public void add(Finding finding) {
        boolean noted = finding.severity() == Severity.REFUSE_UNLESS_ACCEPTED && accepted.contains(finding.code());
        found.add(noted ? finding.withSeverity(Severity.NOTE) : finding);
    }

    public boolean isAccepted(FindingCode code) {
        return accepted.contains(code.name());
    }

    /** The findings, those that refuse the plan first. */
    public List<Finding> all() {
        return found.stream().sorted(Comparator.comparing(Finding::severity)).toList();
    }
}
