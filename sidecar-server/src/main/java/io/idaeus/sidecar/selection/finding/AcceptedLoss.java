/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.finding;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.api.transfer.Transfer.SstableCounts;
import io.idaeus.api.transfer.TransferRequest;
import java.util.List;

/** SSTables that a transfer left behind, because its request accepts that they cannot be read. */
public final class AcceptedLoss {
    private AcceptedLoss() {}

    /** Whether a transfer that ended brought everything else. */
    public static boolean isAllThatIsMissing(TransferRequest request, SstableCounts counts, List<Finding> findings) {
        String unreadable = FindingCode.SSTABLE_UNREADABLE.name();
        boolean accepted = request.accept() != null && request.accept().contains(unreadable);
        return accepted
                && counts.imported() == counts.planned()
                && findings.stream().anyMatch(finding -> finding.code().equals(unreadable))
                && findings.stream().noneMatch(finding -> finding.severity() == Severity.EXCLUDE);
    }
}
