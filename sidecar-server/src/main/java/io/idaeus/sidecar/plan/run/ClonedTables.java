/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.ClaimedTables;
import io.idaeus.api.PlanWait.Cause;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.plan.draft.PlanFindingCode;
import io.idaeus.sidecar.problem.Listed;
import java.util.List;
import java.util.Optional;

/**
 * Tables that a plan copies into another cluster. Cassandra does not compact them before all of a table is there, and they must
 * be as empty as the plan says.
 */
final class ClonedTables {
    private static final int NAMED = 5;

    private ClonedTables() {}

    /**
     * Has compactions of these tables wait. Empty where a transfer into them may begin.
     *
     * @param first whether the plan has not begun to fill them
     */
    static Optional<StepOutcome.Waiting> hold(StepContext context, List<TableRef> tables, boolean first) {
        if (context.type().otherCluster().isEmpty()) {
            return Optional.empty();
        }
        List<TableRef> full = context.destination()
                .client()
                .claims()
                .holdCompactions(
                        context.plan().id(),
                        new ClaimedTables(
                                context.plan().draft().digest(), context.plan().fence(), tables))
                .notEmpty();
        boolean accepted = Optional.ofNullable(context.plan().request().accept())
                .filter(codes -> codes.contains(PlanFindingCode.TABLE_NOT_EMPTY.name()))
                .isPresent();
        if (!first || full.isEmpty() || accepted) {
            return Optional.empty();
        }
        return Optional.of(StepOutcome.waiting(
                Cause.REFUSED,
                "these tables have rows since the plan was made: "
                        + Listed.of(
                                full.stream()
                                        .map(table -> table.keyspace() + "." + table.table())
                                        .toList(),
                                NAMED),
                "empty them, or cancel the plan and make another one; see TABLE_NOT_EMPTY in docs/plans.md"));
    }

    /** Lets Cassandra compact them, once a step is done that has filled them. */
    static StepOutcome released(StepContext context, StepOutcome outcome) {
        if (outcome instanceof StepOutcome.Done && context.type().otherCluster().isPresent()) {
            JoinSteps.call(() -> context.destination()
                    .client()
                    .claims()
                    .releaseCompactions(context.plan().id(), context.claimed()));
        }
        return outcome;
    }
}
