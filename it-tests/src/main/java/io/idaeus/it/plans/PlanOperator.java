/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.api.Plan;
import io.idaeus.api.PlanKind;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanStart;
import io.idaeus.api.PlanStep;
import io.idaeus.api.PlanWait;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarException;
import io.idaeus.it.harness.Authority;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.NodeStart;
import io.idaeus.it.harness.Readiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Makes plans, and does what they ask of their operator. */
final class PlanOperator {
    private static final Duration BOUND = Duration.ofMinutes(8);

    private final DeadNodeRing ring;
    private final PlansClient plans;

    PlanOperator(DeadNodeRing ring) {
        this.ring = ring;
        this.plans = ring.plans();
    }

    /**
     * A plan that is not refused, once every node has noticed that the node is dead.
     *
     * @param accept codes of findings
     */
    Plan planned(String... accept) {
        AtomicReference<Object> last = new AtomicReference<>("nothing");
        try {
            return Awaitility.await("a plan that is not refused")
                    .atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofSeconds(2))
                    .until(() -> attempt(last, accept), Optional::isPresent)
                    .orElseThrow();
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException("no plan (expected: one that is not refused): " + last, e);
        }
    }

    // A node that has just lost another may answer late.
    private Optional<Plan> attempt(AtomicReference<Object> last, String... accept) {
        try {
            Plan plan = draft(accept);
            last.set(plan.findings());
            return plan.refused() ? Optional.empty() : Optional.of(plan);
        } catch (SidecarCallException e) {
            last.set(e);
            return Optional.empty();
        }
    }

    Plan draft(String... accept) {
        return plans.create(new PlanRequest(
                PlanKind.REPLACE,
                ring.dead().address(),
                List.of(ring.replacement().restUri().toString()),
                null,
                null,
                ring.setting().way(),
                Map.of("*", "QUORUM"),
                null,
                null,
                null,
                null,
                List.of(accept)));
    }

    void approve(Plan plan) {
        Authority.Identity operator = ring.operator();
        if (operator == null) {
            plans.approve(plan.id(), plan.digest());
        } else {
            requireNotApproved(plan);
            operator.call(ring.sidecar(0).restUri(), "plan", "approve", plan.id(), "--digest", plan.digest())
                    .orThrow();
            new StolenPeer(ring.stolen(), plan.id(), plan.digest()).tryEverything();
        }
    }

    // At the coordinator alone: the new node has heard from no operator.
    private void requireNotApproved(Plan plan) {
        try {
            plans.approve(plan.id(), plan.digest());
        } catch (SidecarException e) {
            if (String.valueOf(e.problem().detail()).contains("no operator has approved")) {
                return;
            }
            throw e;
        }
        throw new IllegalStateException("the new node obeys a plan that nobody approved there");
    }

    /**
     * Goes on until the plan has ended.
     *
     * @param beforeRestart called when the new node has joined, before its plain restart
     */
    Plan carryOut(String id, Runnable beforeRestart) {
        long deadline = System.nanoTime() + BOUND.toNanos();
        Plan plan = plans.get(id);
        while (plan.finishedAt() == null) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the plan does not end: " + plan.steps());
            }
            Optional<PlanStep> asks = asks(plan);
            if (asks.isPresent()) {
                start(plan, asks.get(), beforeRestart);
            } else {
                rest();
            }
            plan = plans.get(id);
        }
        if (ring.isRestartedBySidecar()) {
            ring.added().adopt(Readiness.NORMAL);
        }
        return plan;
    }

    /** Until a step is done, without anything that an operator does. */
    void awaitDone(String id, PlanStep.Kind kind) {
        Awaitility.await(kind + " is done").atMost(Duration.ofMinutes(2)).until(() -> plans.get(id).steps().stream()
                .anyMatch(step -> step.kind() == kind && step.state() == PlanStep.State.DONE));
    }

    private void start(Plan plan, PlanStep step, Runnable beforeRestart) {
        List<PlanStart> starts = plan.destinations().get(0).starts();
        int index = Math.toIntExact(plan.steps().stream()
                .filter(other -> other.kind() == PlanStep.Kind.OPERATOR && other.number() < step.number())
                .count());
        if (index == starts.size() - 1) {
            beforeRestart.run();
        }
        CassandraNode node = ring.added();
        if (node.isAlive()) {
            node.stop();
        }
        node.start(start(starts.get(index)));
    }

    // The node must have noticed the death itself, and on a test's quick start it may not have.
    private NodeStart start(PlanStart planned) {
        List<String> options = new ArrayList<>(planned.jvmOptions());
        if (ring.setting().version() != CassandraVersion.V5_0) {
            options.add("-Dcassandra.skip_wait_for_gossip_to_settle=-1");
        }
        Readiness until = options.contains("-Dcassandra.join_ring=false")
                ? Readiness.NOT_JOINED
                : options.contains("-Dcassandra.write_survey=true") ? Readiness.SURVEY : Readiness.NORMAL;
        // A rebuilt data centre may have left it there: the options of the plan override it.
        return new NodeStart(options, Map.of("auto_bootstrap", false), until);
    }

    private static Optional<PlanStep> asks(Plan plan) {
        return plan.steps().stream()
                .filter(step -> step.waiting() != null && step.waiting().cause() == PlanWait.Cause.OPERATOR)
                .findFirst();
    }

    private static void rest() {
        try {
            Thread.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
