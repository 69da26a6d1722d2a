/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.cluster.Host;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;

/** The disk that a destination needs. */
public final class DestinationDisk {
    // Staged files become live by a rename; compaction rewrites them afterwards, while the old ones are still there.
    private static final double PEAK = 2;

    private DestinationDisk() {}

    public static long peak(long bytes) {
        return Math.round(bytes * PEAK);
    }

    /** On the staging roots, which lie on the file systems of the data directories. */
    public static long free(Host host) {
        return host.staging().stream().mapToLong(root -> root.freeBytes()).sum();
    }

    public static void check(PlanDestination destination, Host host, PlanFindings findings) {
        if (!host.staging().isEmpty() && destination.bytesFree() < destination.bytes()) {
            findings.add(
                    PlanFindingCode.INSUFFICIENT_DISK,
                    destination.sidecar(),
                    destination.bytesFree() + " bytes are free, " + destination.bytes() + " are to move (expected: "
                            + destination.bytesPeak() + " for compactions, too)");
        }
    }
}
