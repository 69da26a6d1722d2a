/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks which fields a request has. */
final class RequestShape {
    private RequestShape() {}

    /** @throws ProblemException UNPROCESSABLE unless the condition holds */
    static void require(boolean condition, String message) {
        if (!condition) {
            throw new ProblemException(ProblemType.UNPROCESSABLE, message);
        }
    }

    static void requireNoNewTokens(PlanRequest request) {
        require(request.racks() == null && request.tokens() == null, "racks and tokens are for kind EXPAND");
    }

    static void requireNoClone(PlanRequest request) {
        require(
                request.from() == null
                        && request.tables() == null
                        && request.replication() == null
                        && request.truncate() == null
                        && request.compare() == null,
                "from, tables, replication, truncate and compare are for kind CLONE");
    }

    static List<String> orNone(@Nullable List<String> named) {
        return named == null ? List.of() : named;
    }
}
