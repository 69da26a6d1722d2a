/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The known state of a running plan: the plan as it was read, and the steps that changed since. */
final class PlanProgress {

    private final TreeMap<Integer, PlanStep> steps = new TreeMap<>();
    private String id = "";
    private String title = "";
    private PlanState state = PlanState.DRAFT;
    private boolean places;

    void read(Plan plan) {
        id = plan.id();
        title = PlanWords.title(plan);
        state = plan.state();
        places = plan.destinations().size() > 1;
        steps.clear();
        plan.steps().forEach(step -> steps.put(step.number(), step));
    }

    /** Returns the step as it was before; null for an event without a step. */
    @Nullable
    PlanStep apply(PlanEvent event) {
        state = event.state();
        PlanStep step = event.step();
        return step == null ? null : steps.put(step.number(), step);
    }

    String id() {
        return id;
    }

    String title() {
        return title;
    }

    /** Whether steps are told apart by their destinations. */
    boolean places() {
        return places;
    }

    PlanState state() {
        return state;
    }

    Collection<PlanStep> steps() {
        return steps.values();
    }

    /** Steps that run, wait or have failed; those that wait first. */
    List<PlanStep> active() {
        return steps.values().stream()
                .filter(PlanCourse::isActive)
                .sorted(Comparator.comparing(step -> step.waiting() == null))
                .toList();
    }

    List<PlanStep> pending() {
        return steps.values().stream()
                .filter(step -> step.state() == PlanStep.State.PENDING)
                .toList();
    }
}
