/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.PlanKeyspace.Treatment;
import io.idaeus.api.PlanStart;
import io.idaeus.api.PlanVisibility;
import java.util.List;

/** Cassandra's own replacement: it streams everything, and Idaeus says what to do. */
record BootstrapJoin() implements JoinWay {
    @Override
    public List<PlanStart> starts(DeadPlace place) {
        List<String> replacing = List.of(StartOptions.replacing(place.address()), StartOptions.BOOTSTRAP);
        return List.of(
                new PlanStart("in the place of the dead node", replacing, place.yaml(), List.of(), place.tokens()),
                new PlanStart("plainly", List.of(), place.yaml(), replacing, place.tokens()));
    }

    @Override
    public List<PlannedStep> steps(String destination) {
        return List.of(
                new PlannedStep(StepAction.START_BOOTSTRAP, destination, 0),
                new PlannedStep(StepAction.AWAIT_NORMAL, destination, null),
                new PlannedStep(StepAction.START_PLAINLY, destination, 1),
                new PlannedStep(StepAction.VERIFY, destination, null));
    }

    @Override
    public List<PlanVisibility> visibility() {
        return List.of(
                Levels.pending("while Cassandra streams"),
                new PlanVisibility(
                        "until the repair",
                        Levels.of(Levels.MISSES, Levels.MISSES, Levels.MISSES, Levels.RIGHT),
                        Levels.of(Levels.RIGHT, Levels.RIGHT, Levels.RIGHT, Levels.RIGHT),
                        "Each range came from one replica, which may have missed acknowledged writes."),
                Levels.afterwards());
    }

    @Override
    public Standing standing(StepAction step) {
        return step == StepAction.VERIFY ? Standing.PLAIN_MEMBER : Standing.BETWEEN;
    }

    @Override
    public int waits() {
        return Starts.BOOTSTRAP_WAIT;
    }

    @Override
    public boolean fills() {
        return false;
    }

    @Override
    public Treatment unfilled() {
        return Treatment.STREAM;
    }

    @Override
    public boolean bootstraps() {
        return true;
    }
}
