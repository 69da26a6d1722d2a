/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan;

import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.kind.PlanType;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks requests for plans. */
final class PlanRequests {
    private PlanRequests() {}

    /** @throws ProblemException INVALID_REQUEST, UNPROCESSABLE */
    static void check(PlanRequest request) {
        BoundedText.ADDRESS.requireAll("destinations", request.destinations());
        BoundedText.ADDRESS.requireAll("sidecars", request.sidecars());
        BoundedText.NAME.requireAll("keyspaces", request.keyspaces());
        if (request.from() != null) {
            BoundedText.ADDRESS.require("from", request.from());
        }
        if (request.tables() != null) {
            BoundedNumber.requireCount("tables", request.tables().size(), Bounds.MAX_TABLES);
            BoundedText.TABLE_PATTERN.requireAll("tables", request.tables());
        }
        requireAcceptable(request.accept());
        BoundedNumber.requireRate("maxRate", request.maxRate());
        Double amplification = request.maxAmplification();
        if (amplification != null && !(amplification >= 1 && amplification <= Bounds.MAX_AMPLIFICATION)) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "maxAmplification: " + amplification + " (expected: 1 to " + Bounds.MAX_AMPLIFICATION + ")");
        }
        PlanType.of(request).checkRequest();
    }

    // The plan's transfers are given what it accepts of theirs.
    static void requireAcceptable(@Nullable List<String> codes) {
        List<String> known = Stream.concat(
                        PlanFindingCode.acceptable(),
                        Arrays.stream(FindingCode.values())
                                .filter(FindingCode::canBeAccepted)
                                .map(Enum::name))
                .toList();
        for (String code : codes == null ? List.<String>of() : codes) {
            if (!known.contains(code)) {
                throw new ProblemException(
                        ProblemType.INVALID_REQUEST,
                        "accept: " + BoundedText.shown(code) + " (expected: one of " + String.join(", ", known) + ")");
            }
        }
    }
}
