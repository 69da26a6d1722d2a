/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.finding.Findings;

/** Finds what rules out every import into the node, so that nothing is fetched in vain. */
public record DestinationCheck(Destination destination, Findings findings) {
    public void run() {
        if (destination.importFailure() != null) {
            findings.add(FindingCode.NODETOOL_UNUSABLE, "this node", destination.importFailure());
        }
        for (Destination.StagingRoot root : destination.staging()) {
            if (root.within() != null) {
                findings.add(
                        FindingCode.STAGING_IN_DATA_DIRECTORY,
                        root.path().toString(),
                        "lies within Cassandra's data directory " + root.within());
            }
        }
    }
}
