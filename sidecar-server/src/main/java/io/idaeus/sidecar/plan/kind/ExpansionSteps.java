/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.plan.keyspace.Newcomer;
import io.idaeus.sidecar.plan.way.JoinWay;
import io.idaeus.sidecar.plan.way.Place;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The steps of new nodes: all are started and filled at the same time, then they join one after the other. A second one that
 * joins meanwhile is refused, or worse.
 */
final class ExpansionSteps {
    private static final Set<StepAction> AT_ONCE = EnumSet.of(StepAction.START_WITHOUT_JOINING, StepAction.FILL);
    private static final Set<StepAction> AFTERWARDS =
            EnumSet.of(StepAction.START_PLAINLY, StepAction.VERIFY, StepAction.CLEANUP);

    private final JoinWay way;
    private final List<Newcomer> newcomers;
    private final Set<String> chained;
    private final long mostAtOnce;

    /** @param chained those to which other new nodes pass ranges on */
    ExpansionSteps(JoinWay way, List<Newcomer> newcomers, Set<String> chained, @Nullable Long maxRate) {
        this.way = way;
        this.newcomers = newcomers;
        this.chained = chained;
        // No more than the plan's rate is enough for.
        this.mostAtOnce = maxRate == null ? Long.MAX_VALUE : Math.max(1, maxRate / Bounds.MIN_RATE);
    }

    List<PlannedStep> all(Function<Newcomer, Place> places) {
        List<List<PlannedStep>> each = newcomers.stream()
                .map(newcomer -> way.steps(places.apply(newcomer), newcomer.sidecar()))
                .toList();
        List<PlannedStep> steps = new ArrayList<>();
        steps.add(new PlannedStep(StepAction.CHECK, null, null));
        AT_ONCE.forEach(action -> atOnce(action, each, steps));
        // In the order in which they join: the base of one has what it caught up with.
        newcomers.stream()
                .map(Newcomer::sidecar)
                .filter(chained::contains)
                .forEach(sidecar -> steps.add(new PlannedStep(StepAction.CATCH_UP, sidecar, null)));
        each.forEach(its -> its.stream()
                .filter(step -> !AT_ONCE.contains(step.action()) && !AFTERWARDS.contains(step.action()))
                .forEach(steps::add));
        each.forEach(its ->
                its.stream().filter(step -> AFTERWARDS.contains(step.action())).forEach(steps::add));
        return List.copyOf(steps);
    }

    private void atOnce(StepAction action, List<List<PlannedStep>> each, List<PlannedStep> steps) {
        for (int i = 0; i < each.size(); i++) {
            boolean first = i % mostAtOnce == 0;
            each.get(i).stream()
                    .filter(step -> step.action() == action)
                    .map(step -> new PlannedStep(
                            step.action(), step.destination(), step.start(), first ? null : Boolean.TRUE))
                    .forEach(steps::add);
        }
    }
}
