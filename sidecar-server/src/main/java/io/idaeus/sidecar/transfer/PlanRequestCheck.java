/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.CassandraProcess.Phase;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TransferRequest;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.transfer.job.PlanTerms;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks a transfer of a plan without Cassandra and the sources. */
final class PlanRequestCheck {
    private static final Pattern KEY = Pattern.compile("[a-zA-Z0-9_.-]{1,128}");
    private static final Set<Phase> PHASES = EnumSet.of(Phase.NOT_JOINED, Phase.SURVEY, Phase.NORMAL);

    private PlanRequestCheck() {}

    static void check(TransferRequest request, PlanTerms terms, String key) {
        if (!KEY.matcher(key).matches()) {
            throw invalid("key: \"" + shown(key) + "\" (expected: 1 to 128 letters, digits, _ - or .)");
        }
        checkRequest(request);
        RequestCheck.checkRanges("owned", terms.owned());
        if (terms.phases().isEmpty() || !PHASES.containsAll(terms.phases())) {
            throw invalid("phases: " + terms.phases() + " (expected: one or more of " + PHASES + ")");
        }
    }

    private static void checkRequest(TransferRequest request) {
        if (Boolean.TRUE.equals(request.dryRun())) {
            throw invalid("transfer.dryRun: true (expected: absent; a plan's transfer moves SSTables)");
        }
        if (request.onPartialOverlap() == TransferRequest.PartialOverlapPolicy.EXCLUDE) {
            throw invalid("transfer.onPartialOverlap: EXCLUDE (expected: INCLUDE or absent)");
        }
        RequestCheck.check(request.toBuilder()
                .onPartialOverlap(TransferRequest.PartialOverlapPolicy.INCLUDE)
                .build());
        long keyspaces = request.tables().stream()
                .map(table -> table.keyspace())
                .distinct()
                .count();
        if (keyspaces != 1) {
            throw invalid("transfer.tables: of " + keyspaces + " keyspaces (expected: one, whose ranges are owned)");
        }
    }

    private static String shown(String text) {
        String cut = text.length() <= 60 ? text : text.substring(0, 60) + "…";
        return cut.replaceAll("\\p{Cntrl}", "?");
    }

    private static ProblemException invalid(String message) {
        return new ProblemException(ProblemType.INVALID_REQUEST, message);
    }
}
