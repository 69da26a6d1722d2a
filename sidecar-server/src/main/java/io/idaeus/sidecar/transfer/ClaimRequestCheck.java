/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.slice.PartialOverlap;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import java.util.EnumSet;
import java.util.Set;

/** Checks a transfer of a plan without Cassandra and the sources. */
final class ClaimRequestCheck {
    private static final Set<Phase> PHASES = EnumSet.of(Phase.NOT_JOINED, Phase.SURVEY, Phase.NORMAL);

    private ClaimRequestCheck() {}

    static void check(TransferRequest request, ClaimTerms terms, String key) {
        BoundedText.KEY.require("key", key);
        checkRequest(request);
        RequestCheck.checkRanges("owned", terms.owned());
        BoundedNumber.requireCount("phases", terms.phases().size(), Integer.MAX_VALUE);
        if (!PHASES.containsAll(terms.phases())) {
            throw contradiction("phases: " + terms.phases() + " (expected: one or more of " + PHASES + ")");
        }
    }

    private static void checkRequest(TransferRequest request) {
        if (Boolean.TRUE.equals(request.dryRun())) {
            throw contradiction("transfer.dryRun: true (expected: absent; a plan's transfer moves SSTables)");
        }
        if (PartialOverlap.contradictsPlan(request)) {
            throw contradiction("transfer.onPartialOverlap: EXCLUDE (expected: SLICE, INCLUDE or absent)");
        }
        RequestCheck.check(PartialOverlap.ofPlan(request));
        long keyspaces = request.tables().stream()
                .map(table -> table.keyspace())
                .distinct()
                .count();
        if (keyspaces != 1) {
            throw contradiction(
                    "transfer.tables: of " + keyspaces + " keyspaces (expected: one, whose ranges are owned)");
        }
    }

    private static ProblemException contradiction(String message) {
        return new ProblemException(ProblemType.UNPROCESSABLE, message);
    }
}
