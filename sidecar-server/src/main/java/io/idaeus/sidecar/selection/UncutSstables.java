/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.Finding;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.finding.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Selected SSTables that were found to be impossible to cut when they were pulled. Not thread-safe. */
public final class UncutSstables {
    private final Findings findings = new Findings(Set.of());

    public void add(SelectedSstable sstable, String why) {
        String subject = sstable.table().keyspace() + "." + sstable.table().table();
        findings.addSstable(FindingCode.SLICE_IMPOSSIBLE, subject, sstable.name(), why);
    }

    /**
     * A transfer's findings with those about these SSTables.
     *
     * @param selected the selection's
     * @param known the transfer's, which may have earlier ones about these SSTables
     */
    public List<Finding> addedTo(List<Finding> selected, List<Finding> known) {
        List<Finding> all = new ArrayList<>(known);
        all.removeIf(
                finding -> finding.code().equals(FindingCode.SLICE_IMPOSSIBLE.name()) && !selected.contains(finding));
        all.addAll(findings.all());
        return List.copyOf(all);
    }
}
