/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.TableRef;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.slice.PartialOverlap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The terms of a plan's transfers, derived from its request. */
public final class TransferTerms {
    private static final List<String> SHORT_GRACE =
            List.of(FindingCode.SNAPSHOT_TOO_OLD.name(), FindingCode.NO_GC_GRACE.name());

    private TransferTerms() {}

    /**
     * @param keyspace of the tables
     * @param connections with each source
     * @param maxRate of this transfer, in bytes a second
     */
    public static TransferRequest request(
            PlanRequest plan,
            PlanKeyspace keyspace,
            List<SourceRef> sources,
            List<TableRef> tables,
            @Nullable Integer connections,
            @Nullable Long maxRate) {
        return PartialOverlap.ofPlan(
                TransferRequest.builder(sources, tables)
                        .accept(accepted(plan.accept()))
                        .connectionsPerSource(connections)
                        .maxRate(maxRate)
                        .build(),
                keyspace.cut());
    }

    /** The codes that transfers know: they refuse others. What accepts a long fill accepts old snapshots and no grace. */
    public static List<String> accepted(@Nullable List<String> codes) {
        return codes == null
                ? List.of()
                : codes.stream()
                        .flatMap(code -> code.equals(PlanFindingCode.GC_GRACE_TOO_SHORT.name())
                                ? SHORT_GRACE.stream()
                                : Stream.of(code))
                        .filter(code -> !PlanFindingCode.isCode(code))
                        .distinct()
                        .toList();
    }

    /** In which phases of the node a fill runs. */
    public static List<Phase> fill(PlanRequest plan) {
        return PlanType.of(plan).standing(StepAction.FILL).phases();
    }

    /** In which phases of the node a delta runs. */
    public static List<Phase> delta(PlanRequest plan) {
        return PlanType.of(plan).standing(StepAction.DELTA).phases();
    }
}
