/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects findings. Those about single SSTables are gathered by code and table, so that ten thousand of a kind are one
 * finding with a count and the first few names.
 */
final class Findings {
    private static final int NAMES = 3;

    private record Key(FindingCode code, String table, String detail) {}

    private static final class Group {
        private final StringBuilder names = new StringBuilder();
        private int count;

        void add(String name) {
            if (count < NAMES) {
                names.append(count == 0 ? "" : ", ").append(name);
            }
            count++;
        }

        String text() {
            return count <= NAMES ? names.toString() : names + " and " + (count - NAMES) + " more";
        }
    }

    private final Set<String> accepted;
    private final Set<Finding> found = new LinkedHashSet<>();
    private final Map<Key, Group> grouped = new LinkedHashMap<>();

    Findings(Set<String> accepted) {
        this.accepted = Set.copyOf(accepted);
    }

    void add(FindingCode code, String subject, String detail) {
        found.add(settled(code.about(subject, detail)));
    }

    /** About one SSTable; the detail must be the same for all SSTables that it is true of. */
    void addSstable(FindingCode code, String table, String name, String detail) {
        grouped.computeIfAbsent(new Key(code, table, detail), key -> new Group())
                .add(name);
    }

    List<Finding> all() {
        List<Finding> result = new ArrayList<>(found);
        grouped.forEach((key, group) -> result.add(settled(key.code()
                .about(key.table(), key.detail() + " (" + group.count + " SSTables: " + group.text() + ")"))));
        return List.copyOf(result);
    }

    /** A finding that was accepted is a note. */
    private Finding settled(Finding finding) {
        boolean isAccepted = finding.severity() == Severity.REFUSE_UNLESS_ACCEPTED && accepted.contains(finding.code());
        return isAccepted
                ? new Finding(finding.code(), Severity.NOTE, finding.subject(), finding.detail(), finding.remedy())
                : finding;
    }
}
