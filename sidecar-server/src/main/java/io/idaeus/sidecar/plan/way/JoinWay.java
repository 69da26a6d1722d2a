/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanVisibility;
import io.idaeus.api.plan.PlanWay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a new node joins the ring: how it is started, what is done when, and what clients see meanwhile. */
public sealed interface JoinWay permits BootstrapJoin, DirectJoin, SurveyJoin {
    /** @param way as a request names it; null for the safest */
    static JoinWay of(@Nullable PlanWay way) {
        return switch (way == null ? PlanWay.SURVEY : way) {
            case SURVEY -> new SurveyJoin();
            case DIRECT -> new DirectJoin();
            case BOOTSTRAP -> new BootstrapJoin();
        };
    }

    /** How Cassandra is started, in this order. */
    List<PlanStart> starts(Place place);

    /**
     * The steps of the new node, in this order.
     *
     * @param destination address of its sidecar
     */
    List<PlannedStep> steps(Place place, String destination);

    /** The effect on reads and writes of the ranges concerned, step by step, where the node replaces a dead one. */
    List<PlanVisibility> visibility();

    /** Where the node stands while the step is taken. */
    Standing standing(StepAction step);

    /** For how long Cassandra waits by its own clocks while the node joins. Seconds. */
    int waits(Place place);

    /** Whether the plan proves, before the node is read, that every other node writes to it. */
    default boolean provesWrites() {
        return false;
    }

    /** Whether Idaeus moves anything; otherwise Cassandra streams it all. */
    boolean movesSstables();

    /** The tasks that are due because of the way, besides those that keyspaces ask for. */
    default List<PlanDue> due() {
        return List.of();
    }

    /** The treatment of a keyspace that Idaeus does not move. */
    Treatment unfilled();

    /** Whether Cassandra bootstraps the node, which repairs the state of Paxos from 4.1 on. */
    boolean bootstraps();
}
