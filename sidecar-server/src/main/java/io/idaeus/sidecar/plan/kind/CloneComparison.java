/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.plan.draft.Draft;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The comparison of a clone with the cluster that it is from. */
public final class CloneComparison {
    private CloneComparison() {}

    /**
     * For an operator.
     *
     * @param coordinator of the plan; null where it is not known yet
     */
    public static PlanDue due(PlanRequest request, @Nullable String coordinator) {
        String command = "idaeus " + (coordinator == null ? "" : "--url " + coordinator + " ") + "compare --with ";
        return new PlanDue(
                "Compare the clusters",
                RequestShape.orNone(request.tables()).stream()
                        .map(table -> "--table '" + table + "'")
                        .collect(Collectors.joining(" ", command + request.from() + " ", "")),
                "a comparison reads both clusters over CQL, and names each row that differs");
    }

    /**
     * For the plan itself: of the tables that it fills.
     *
     * @param asOf when the oldest snapshot was taken: whatever was written later need not be in the clone; null where there
     *     is none
     */
    public static ComparisonRequest request(Draft draft, @Nullable Instant asOf) {
        PlanRequest request = draft.request();
        return new ComparisonRequest(
                Objects.requireNonNull(request.from(), "from"),
                draft.keyspaces().stream()
                        .filter(keyspace -> keyspace.treatment() == Treatment.FILL)
                        .flatMap(keyspace ->
                                keyspace.tables().stream().map(table -> keyspace.keyspace() + "." + table.table()))
                        .toList(),
                null,
                null,
                asOf == null ? null : asOf.toString(),
                request.maxRate());
    }
}
