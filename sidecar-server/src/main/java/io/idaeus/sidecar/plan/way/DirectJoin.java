/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanVisibility;
import io.idaeus.sidecar.start.StartOptions;
import java.util.List;

/** The node is filled outside the ring, joins at once, and gets what it missed while it is read already. */
record DirectJoin() implements JoinWay {
    @Override
    public List<PlanStart> starts(Place place) {
        return Starts.outsideFirst(
                place, place.name(), place.joining(StartOptions.ALLOW_UNSAFE_REPLACE, StartOptions.NO_BOOTSTRAP));
    }

    @Override
    public List<PlannedStep> steps(Place place, String destination) {
        return List.of(
                new PlannedStep(StepAction.START_WITHOUT_JOINING, destination, 0),
                new PlannedStep(StepAction.FILL, destination, null),
                new PlannedStep(StepAction.START_REPLACING, destination, 1),
                new PlannedStep(StepAction.AWAIT_NORMAL, destination, null),
                new PlannedStep(StepAction.DELTA, destination, null),
                new PlannedStep(StepAction.START_PLAINLY, destination, 2),
                new PlannedStep(StepAction.VERIFY, destination, null),
                new PlannedStep(StepAction.CLEANUP, destination, null));
    }

    @Override
    public List<PlanVisibility> visibility() {
        return List.of(
                Levels.outside(),
                new PlanVisibility(
                        "AWAIT and DELTA",
                        Levels.of(Levels.MISSES, Levels.RIGHT, Levels.RIGHT, Levels.RIGHT),
                        Levels.of(Levels.RIGHT, Levels.RIGHT, Levels.RIGHT, Levels.RIGHT),
                        "The new node is read, and lacks what was written since FILL until DELTA has ended. The live"
                                + " replicas have it, so that a quorum finds it."),
                Levels.afterwards());
    }

    @Override
    public Standing standing(StepAction step) {
        return switch (step) {
            case FILL -> Standing.OUTSIDE;
            case DELTA -> Standing.MEMBER;
            case VERIFY, CLEANUP -> Standing.PLAIN_MEMBER;
            default -> Standing.BETWEEN;
        };
    }

    @Override
    public int waits(Place place) {
        return 0;
    }

    @Override
    public boolean movesSstables() {
        return true;
    }

    @Override
    public Treatment unfilled() {
        return Treatment.LEAVE_EMPTY;
    }

    @Override
    public boolean bootstraps() {
        return false;
    }
}
