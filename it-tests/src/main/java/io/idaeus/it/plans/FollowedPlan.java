/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.api.Plan;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanState;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarCallException;
import java.time.Duration;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A plan at its coordinator. */
public record FollowedPlan(PlansClient plans, String id) {
    /** Refused until every node has noticed that the node is dead. */
    private static final Duration REFUSED_BOUND = Duration.ofMinutes(2);

    private static final Duration REFUSED_POLL = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(500);

    /** Makes the plan, again and again while findings refuse it. */
    public static FollowedPlan made(PlansClient plans, PlanRequest request) {
        Plan made = Awaitility.await("a plan that is not refused")
                .atMost(REFUSED_BOUND)
                .pollDelay(Duration.ZERO)
                .pollInterval(REFUSED_POLL)
                .until(() -> plans.create(request), plan -> !plan.refused());
        return new FollowedPlan(plans, made.id());
    }

    public Plan now() {
        return plans.get(id);
    }

    /** As it is now. */
    public void approve() {
        plans.approve(id, now().digest());
    }

    /**
     * Waits for the end of the plan.
     *
     * @param look is shown each state that is seen on the way
     * @throws IllegalStateException if it does not complete within the bound
     */
    public Plan awaitCompleted(Duration bound, Consumer<Plan> look) {
        Plan ended = awaitEnd(bound, look);
        if (ended.state() != PlanState.COMPLETED) {
            throw new IllegalStateException("the plan is " + ended.state() + ": " + ended.problem());
        }
        return ended;
    }

    private Plan awaitEnd(Duration bound, Consumer<Plan> look) {
        try {
            return Awaitility.await("the plan has ended")
                    .ignoreExceptionsInstanceOf(SidecarCallException.class)
                    .atMost(bound)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .until(
                            () -> {
                                Plan plan = now();
                                look.accept(plan);
                                return plan;
                            },
                            FollowedPlan::hasEnded);
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException("the plan has not ended within " + bound + ": " + now().steps(), e);
        }
    }

    private static boolean hasEnded(Plan plan) {
        return switch (plan.state()) {
            case COMPLETED, FAILED, CANCELLED, SUPERSEDED -> true;
            case DRAFT, RUNNING, PAUSED, CANCELLING -> false;
        };
    }
}
