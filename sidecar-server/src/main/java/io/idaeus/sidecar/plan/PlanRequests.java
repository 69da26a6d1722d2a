/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan;

import io.idaeus.api.PlanKind;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;

/** Checks requests for plans. */
final class PlanRequests {
    private PlanRequests() {}

    /** @throws ProblemException INVALID_REQUEST */
    static void check(PlanRequest request) {
        require(request.kind() != null, "kind is missing (expected: REPLACE or REBUILD)");
        if (request.kind() == PlanKind.REPLACE) {
            require(request.dead() != null, "dead is missing (expected: the address or the host id of the dead node)");
            require(
                    request.destinations() != null && request.destinations().size() == 1,
                    "destinations (expected: one, the sidecar of the replacement)");
            require(
                    request.datacenter() == null && request.sourceDatacenter() == null && request.keyspaces() == null,
                    "datacenter, sourceDatacenter and keyspaces are for kind REBUILD");
        } else {
            require(
                    request.datacenter() != null && request.sourceDatacenter() != null,
                    "datacenter and sourceDatacenter (expected: the data centre to fill, and the one to fill it from)");
            require(request.dead() == null && request.way() == null, "dead and way are for kind REPLACE");
        }
        Double amplification = request.maxAmplification();
        require(
                amplification == null || amplification >= 1,
                "maxAmplification: " + amplification + " (expected: 1 or more)");
        Long rate = request.maxRate();
        require(rate == null || rate >= 1 << 16, "maxRate: " + rate + " (expected: 65536 or more)");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, message);
        }
    }
}
