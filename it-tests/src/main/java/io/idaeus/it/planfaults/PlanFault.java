/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import io.idaeus.it.plans.Step;
import java.util.EnumSet;
import java.util.List;

/** A fault during a replacement, and the steps in which it can strike. The order is part of a seed's meaning. */
enum PlanFault {
    KILL_COORDINATOR(Step.CHECK, Step.CLEANUP),
    KILL_REPLACEMENT_SIDECAR(Step.CHECK, Step.CLEANUP),
    KILL_SOURCE_SIDECAR(Step.CHECK, Step.CLEANUP),
    KILL_REPLACEMENT(Step.FILL, Step.CLEANUP),
    KILL_SOURCE(Step.FILL, Step.CLEANUP),
    /** The replacement dies in survey, and the plan is cancelled. */
    LOSE_REPLACEMENT(Step.AWAIT_SURVEY, Step.DELTA),
    /** A source stays away until the plan waits for it. */
    LOSE_SOURCE(Step.DELTA, Step.DELTA),
    DEAD_NODE_RETURNS(Step.CHECK, Step.DELTA),
    /** A supervisor starts Cassandra with other options. */
    WRONG_OPTIONS(Step.FILL, Step.START_PLAINLY),
    CHANGE_SCHEMA(Step.START_WITHOUT_JOINING, Step.DELTA),
    ADOPT(Step.CHECK, Step.CLEANUP),
    CANCEL(Step.CHECK, Step.DELTA),
    /** Another node begins to join. */
    CHANGE_RING(Step.START_WITHOUT_JOINING, Step.START_IN_SURVEY),
    /** Before FILL. */
    FILL_DISK(Step.START_WITHOUT_JOINING, Step.START_WITHOUT_JOINING);

    private final Step from;
    private final Step to;

    PlanFault(Step from, Step to) {
        this.from = from;
        this.to = to;
    }

    List<Step> steps() {
        return List.copyOf(EnumSet.range(from, to));
    }
}
