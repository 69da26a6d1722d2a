/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.idaeus.sidecar.selection.Selection;
import java.util.List;

/** A selection on disk, where it is called {@code plan}; outcomes in the same order. */
public record SelectionRecord(@JsonProperty("plan") Selection selection, List<SstableOutcome> outcomes) {
    public SelectionRecord {
        requireNonNull(selection, "selection");
        if (outcomes.size() != selection.sstables().size()) {
            throw new IllegalArgumentException("outcomes: " + outcomes.size() + " (expected: one for each of "
                    + selection.sstables().size() + " SSTables)");
        }
    }
}
