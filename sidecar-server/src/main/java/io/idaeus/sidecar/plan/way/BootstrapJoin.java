/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanVisibility;
import io.idaeus.sidecar.start.StartOptions;
import java.util.List;

/** Cassandra's own replacement: it streams everything, and Idaeus says what to do. */
record BootstrapJoin() implements JoinWay {
    @Override
    public List<PlanStart> starts(Place place) {
        List<String> joining = place.joining(StartOptions.BOOTSTRAP);
        return List.of(
                new PlanStart(place.name(), joining, place.yaml(), List.of(), place.tokens()),
                new PlanStart("plainly", List.of(), place.yaml(), joining, place.tokens()));
    }

    @Override
    public List<PlannedStep> steps(Place place, String destination) {
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
    public int waits(Place place) {
        return Starts.byDefault(place);
    }

    @Override
    public boolean movesSstables() {
        return false;
    }

    @Override
    public List<PlanDue> due() {
        return List.of(new PlanDue(
                "Repair the new node",
                "nodetool repair --full",
                "Cassandra streamed each range from one replica, which may have missed acknowledged writes"));
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
