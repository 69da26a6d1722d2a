/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.plan.PlanStep;
import java.util.EnumSet;
import java.util.Set;

/** The action of a step, and its title for an operator. */
public enum StepAction {
    CHECK(PlanStep.Kind.CHECK, "Check that the cluster is as planned"),
    MAKE_SCHEMA(PlanStep.Kind.SCHEMA, "Make what the schema lacks"),
    TRUNCATE(PlanStep.Kind.TRUNCATE, "Empty the tables"),
    /** At all destinations, before any of them is filled. */
    HOLD(PlanStep.Kind.HOLD, "Have compaction wait, and check that the tables are empty"),
    START_WITHOUT_JOINING(PlanStep.Kind.OPERATOR, "Start %s without joining"),
    FILL(PlanStep.Kind.FILL, "Fill the node"),
    /** With the nodes that lose its ranges, once those that pass them on have a base. */
    CATCH_UP(PlanStep.Kind.FILL, "Bring over what other new nodes have already"),
    /** From the rows that have come. */
    MAKE_INDEXES(PlanStep.Kind.SCHEMA, "Make indexes and views"),
    DECLARE(PlanStep.Kind.DECLARE, "Declare what Cassandra need not stream"),
    START_IN_SURVEY(PlanStep.Kind.OPERATOR, "Restart %s in write survey"),
    /** In the process that stands outside the ring. */
    ENTER_SURVEY(PlanStep.Kind.SURVEY, "Let %s enter write survey"),
    AWAIT_SURVEY(PlanStep.Kind.AWAIT, "Wait until every node writes to %s"),
    DELTA(PlanStep.Kind.DELTA, "Bring over what was written since"),
    JOIN(PlanStep.Kind.JOIN, "Join the ring"),
    START_REPLACING(PlanStep.Kind.OPERATOR, "Restart %s in the place of the dead node"),
    START_BOOTSTRAP(PlanStep.Kind.OPERATOR, "Start %s with Cassandra's own streaming"),
    AWAIT_NORMAL(PlanStep.Kind.AWAIT, "Wait until every node reads from the new node"),
    VERIFY(PlanStep.Kind.VERIFY, "Verify the ring and what was imported"),
    START_PLAINLY(PlanStep.Kind.OPERATOR, "Restart without the options of the plan"),
    CLEANUP(PlanStep.Kind.CLEANUP, "Remove rows of other ranges"),
    /** At a node that the plan does not fill. */
    CLEAN_UP_MEMBER(PlanStep.Kind.CLEANUP, "Remove rows of ranges that the node does not own"),
    COMPARE(PlanStep.Kind.COMPARE, "Compare the tables with those of the other cluster");

    // From the first of these on, the other nodes know of the new one.
    private static final Set<StepAction> ANNOUNCING =
            EnumSet.of(START_IN_SURVEY, ENTER_SURVEY, START_REPLACING, START_BOOTSTRAP);

    private final PlanStep.Kind kind;
    // The new node as %s.
    private final String title;

    StepAction(PlanStep.Kind kind, String title) {
        this.kind = kind;
        this.title = title;
    }

    public PlanStep.Kind kind() {
        return kind;
    }

    /** @param newcomer what the kind of the plan calls the new node */
    public String title(String newcomer) {
        return title.replace("%s", newcomer);
    }

    /** Whether Cassandra then tells the other nodes that it joins. */
    public boolean announces() {
        return ANNOUNCING.contains(this);
    }
}
