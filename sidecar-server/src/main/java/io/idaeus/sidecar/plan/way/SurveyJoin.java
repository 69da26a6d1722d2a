/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.plan.JoinDelays;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanVisibility;
import io.idaeus.sidecar.start.StartOptions;
import java.util.ArrayList;
import java.util.List;

/** The node is filled outside the ring, gets writes that nobody reads, gets what it missed, and joins. */
record SurveyJoin() implements JoinWay {
    @Override
    public List<PlanStart> starts(Place place) {
        List<String> joining = new ArrayList<>(place.joining(StartOptions.SURVEY, StartOptions.BOOTSTRAP));
        if (place.version().isAtLeast(5, 0)) {
            joining.add(StartOptions.KEEP_PROGRESS);
        }
        if (place.delays() == JoinDelays.SHORT && Starts.hasDelays(place)) {
            joining.addAll(StartOptions.SHORT_DELAYS);
        }
        return place.onCall()
                ? Starts.outsideOnly(place, joining)
                : Starts.outsideFirst(place, "in write survey", joining);
    }

    @Override
    public List<PlannedStep> steps(Place place, String destination) {
        boolean onCall = place.onCall();
        return List.of(
                new PlannedStep(StepAction.START_WITHOUT_JOINING, destination, 0),
                new PlannedStep(StepAction.FILL, destination, null),
                new PlannedStep(StepAction.DECLARE, destination, null),
                onCall
                        ? new PlannedStep(StepAction.ENTER_SURVEY, destination, null)
                        : new PlannedStep(StepAction.START_IN_SURVEY, destination, 1),
                new PlannedStep(StepAction.AWAIT_SURVEY, destination, null),
                new PlannedStep(StepAction.DELTA, destination, null),
                new PlannedStep(StepAction.JOIN, destination, null),
                new PlannedStep(StepAction.AWAIT_NORMAL, destination, null),
                new PlannedStep(StepAction.START_PLAINLY, destination, onCall ? 1 : 2),
                new PlannedStep(StepAction.VERIFY, destination, null),
                new PlannedStep(StepAction.CLEANUP, destination, null));
    }

    @Override
    public List<PlanVisibility> visibility() {
        return List.of(Levels.outside(), Levels.pending("second start to JOIN"), Levels.afterwards());
    }

    @Override
    public Standing standing(StepAction step) {
        return switch (step) {
            case FILL, CATCH_UP, DECLARE -> Standing.OUTSIDE;
            case AWAIT_SURVEY, DELTA, JOIN -> Standing.IN_SURVEY;
            case VERIFY, CLEANUP -> Standing.PLAIN_MEMBER;
            default -> Standing.BETWEEN;
        };
    }

    @Override
    public boolean provesWrites() {
        return true;
    }

    @Override
    public int waits(Place place) {
        if (place.delays() == JoinDelays.SHORT && Starts.hasDelays(place)) {
            return Starts.SHORT_WAIT;
        }
        return place.onCall() ? Starts.onCall(place) : Starts.byDefault(place);
    }

    @Override
    public boolean movesSstables() {
        return true;
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
