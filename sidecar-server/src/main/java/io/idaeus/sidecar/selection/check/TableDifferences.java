/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import io.idaeus.api.Finding;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.selection.finding.Findings;
import java.util.List;
import java.util.Set;

/** The findings that a transfer between two tables would have about their definitions, before there is a transfer. */
public final class TableDifferences {
    private TableDifferences() {}

    /** @param subject the table, in the findings */
    public static List<Finding> between(String subject, TableDefinition source, TableDefinition destination) {
        Findings findings = new Findings(Set.of());
        new SchemaCheck(subject, source, destination, findings).run();
        return findings.all();
    }
}
