/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.finding;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.sidecar.problem.OneLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects findings, and groups those about SSTables by code, table and detail. A code and table have 11 groups at
 * most.
 */
public final class Findings {
    private record GroupKey(FindingCode code, String table) {}

    private final Set<String> accepted;
    private final Set<Finding> found = new LinkedHashSet<>();
    private final Map<GroupKey, DetailGroups> grouped = new LinkedHashMap<>();

    public Findings(Set<String> accepted) {
        this.accepted = Set.copyOf(accepted);
    }

    public void add(FindingCode code, String subject, String detail) {
        found.add(settled(code.about(OneLine.of(subject), OneLine.of(detail))));
    }

    /** A note, whatever the code says. */
    public void note(FindingCode code, String subject, String detail) {
        Finding finding = code.about(OneLine.of(subject), OneLine.of(detail));
        found.add(new Finding(
                finding.code(), Severity.NOTE, finding.subject(), finding.detail(), "nothing to do for this transfer"));
    }

    public void addSstable(FindingCode code, String table, String name, String detail) {
        DetailGroups.Group unused = grouped.computeIfAbsent(new GroupKey(code, table), key -> new DetailGroups())
                .add(name, detail);
    }

    public List<Finding> all() {
        List<Finding> result = new ArrayList<>(found);
        grouped.forEach((key, details) -> details.all()
                .forEach((detail, group) -> result.add(settled(
                        key.code().about(key.table(), DetailGroups.worded(detail, group.count(), group.names()))))));
        return List.copyOf(result);
    }

    // An accepted finding becomes a note.
    private Finding settled(Finding finding) {
        boolean isAccepted = finding.severity() == Severity.REFUSE_UNLESS_ACCEPTED && accepted.contains(finding.code());
        return isAccepted ? finding.withSeverity(Severity.NOTE) : finding;
    }
}
