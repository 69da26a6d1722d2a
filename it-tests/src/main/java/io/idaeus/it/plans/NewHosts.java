/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.client.PlansClient;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.NodeReadiness;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * New hosts beside a ring, the plan that lets them join it, and the operator who carries out its OPERATOR steps. Not
 * thread-safe.
 */
final class NewHosts implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(12);
    private static final Duration READY = Duration.ofMinutes(2);
    /** Ten times the ring delay of the rings. */
    private static final Duration FORGETTING = Duration.ofSeconds(30);

    private final DeadRing ring;
    private PlansClient plans;
    // By the address of the sidecar, in the order in which they join.
    private final Map<String, CassandraNode> nodes = new LinkedHashMap<>();
    private final List<SidecarProcess> sidecars = new ArrayList<>();
    // Number of the OPERATOR step that a node was last started for.
    private final Map<String, Integer> started = new HashMap<>();
    private @Nullable String id;

    private NewHosts(DeadRing ring) {
        this.ring = ring;
        this.plans = ring.plans();
    }

    /** Their sidecars run; neither their Cassandra nor a plan has begun. */
    static NewHosts beside(DeadRing ring, CassandraNode... neighbours) {
        return of(ring, Stream.of(neighbours).map(ring.cluster()::addNode).toList());
    }

    /** @param added nodes of the ring's cluster that have never started */
    static NewHosts of(DeadRing ring, List<CassandraNode> added) {
        NewHosts hosts = new NewHosts(ring);
        for (CassandraNode node : added) {
            SidecarProcess.Builder builder = ring.beside(node);
            if (ring.isRestartedBySidecar()) {
                builder.set("cassandra.lifecycle", node.lifecycleScript());
            }
            SidecarProcess sidecar = builder.build();
            sidecar.startUnready();
            hosts.sidecars.add(sidecar);
            hosts.nodes.put(sidecar.restUri().toString(), node);
        }
        return hosts;
    }

    /** Another sidecar than the ring's first coordinates; only where nobody authenticates. */
    NewHosts coordinatedBy(SidecarProcess coordinator) {
        plans = ring.client(coordinator).plans();
        return this;
    }

    List<CassandraNode> nodes() {
        return List.copyOf(nodes.values());
    }

    SidecarProcess sidecar(int index) {
        return sidecars.get(index);
    }

    /** The plan that lets them join, once nothing refuses it. */
    Plan planned(UnaryOperator<PlanRequest.Builder> special) {
        return PlanDriver.drafted(plans, request(special), plan -> !plan.refused());
    }

    PlanRequest request(UnaryOperator<PlanRequest.Builder> special) {
        return special.apply(PlanRequest.builder(PlanKind.EXPAND).destinations(List.copyOf(nodes.keySet())))
                .build();
    }

    void approve(Plan plan) {
        id = plan.id();
        started.clear();
        DeadRing.await("the plan is approved", () -> {
            ring.approve(plans, plan);
            return true;
        });
    }

    Plan plan() {
        return plans.get(Objects.requireNonNull(id, "a plan"));
    }

    void cancel() {
        plans.cancel(Objects.requireNonNull(id, "a plan"));
    }

    /** Cancels the plan, and does what it then says is left to do. */
    void undo() {
        cancel();
        Plan cancelled = drive("the cancel", plan -> false);
        if (cancelled.state() != PlanState.CANCELLED) {
            throw new AssertionError("not cancelled: " + PlanDriver.brief(cancelled));
        }
        for (PlanDue due : cancelled.due()) {
            if ("nodetool gossipinfo".equals(due.command())) {
                nodes().forEach(this::removeWhereItIsKnown);
            } else if (due.command() != null) {
                String[] options =
                        Stream.of(due.command().split(" ", -1)).skip(1).toArray(String[]::new);
                DeadRing.await(
                        due.command(),
                        () -> ring.live().get(1).nodetool(options).exitCode() == 0);
            } else {
                nodes().forEach(CassandraNode::kill9);
                nodes().forEach(CassandraNode::wipe);
            }
        }
        nodes().forEach(node -> DeadRing.await(
                "nobody writes to " + node.address(), () -> !ring.isPending(DifferingRows.KEYSPACE, node)));
        nodes().stream().filter(node -> !node.isAlive()).forEach(this::awaitForgotten);
    }

    // Where they forget it by themselves, nothing is removed.
    private void removeWhereItIsKnown(CassandraNode node) {
        try {
            Awaitility.await("the others have forgotten " + node.address())
                    .atMost(FORGETTING)
                    .pollInterval(Duration.ofSeconds(5))
                    .until(() -> ring.live().stream().noneMatch(each -> isKnown(node, gossip(each))));
        } catch (ConditionTimeoutException e) {
            ring.live().stream().filter(each -> isKnown(node, gossip(each))).forEach(each -> each.nodetool(
                            "assassinate", node.address())
                    .orThrow());
        }
    }

    private static String gossip(CassandraNode node) {
        return node.nodetool("gossipinfo").orThrow().stdout();
    }

    // As an operator reads it: the lines below a node's address are indented.
    private static boolean isKnown(CassandraNode node, String gossip) {
        return Stream.of(gossip.split("\n(?=\\S)", -1))
                .anyMatch(state -> state.lines().findFirst().orElse("").endsWith("/" + node.address())
                        && !state.contains(":LEFT"));
    }

    /** Until then, the others refuse a node at this address that starts anew. */
    public void awaitForgotten(CassandraNode node) {
        DeadRing.await("the others have forgotten " + node.address(), () -> ring.cluster().nodes().stream()
                .filter(each -> each != node && each.isAlive())
                .noneMatch(each -> new SeenRing(each, "").knows(node)));
    }

    /** Until then, the others do not know in which state the node is. */
    public void awaitKnown(CassandraNode node) {
        DeadRing.await("the others know " + node.address(), () -> ring.cluster().nodes().stream()
                .filter(each -> each != node && each.isAlive())
                .allMatch(each -> new SeenRing(each, "").knows(node)));
    }

    /** The first wait that is not for an operator. */
    Optional<PlanWait> hindered() {
        return plan().steps().stream()
                .flatMap(step -> Stream.ofNullable(step.waiting()))
                .filter(waiting -> waiting.cause() != PlanWait.Cause.OPERATOR)
                .findFirst();
    }

    /** Carries out OPERATOR steps until the plan has ended. Where it is complete, the new nodes serve CQL. */
    Plan driveToEnd() {
        Plan ended = drive("the end", plan -> false);
        attach();
        nodes().forEach(node -> node.awaitReady(NodeReadiness.NORMAL, READY));
        return ended;
    }

    /**
     * Carries out OPERATOR steps until the plan is as wanted, or has ended.
     *
     * @throws AssertionError with the plan's steps where it takes too long
     */
    Plan drive(String to, Predicate<Plan> enough) {
        Plan[] seen = new Plan[1];
        try {
            DeadRing.await(to + " of plan " + id, LONGEST, () -> {
                seen[0] = plan();
                boolean there = enough.test(seen[0]) || seen[0].state().isFinal();
                if (!there) {
                    asked(seen[0]).forEach(step -> operate(seen[0], step));
                }
                return there;
            });
        } catch (RuntimeException e) {
            StringBuilder logs = new StringBuilder();
            nodes().forEach(node -> logs.append('\n').append(node.logTail()));
            throw new AssertionError("no " + to + ": " + PlanDriver.brief(seen[0]) + logs, e);
        }
        return seen[0];
    }

    static boolean hasBegun(Plan plan, PlanStep.Kind kind) {
        return plan.steps().stream().anyMatch(step -> step.kind() == kind && step.startedAt() != null);
    }

    /** Whether every node writes to the first of the new ones. */
    static boolean isWrittenTo(Plan plan) {
        return plan.steps().stream()
                .filter(step -> step.kind() == PlanStep.Kind.AWAIT)
                .findFirst()
                .filter(step -> step.detail() != null && step.detail().startsWith("every node writes"))
                .isPresent();
    }

    /** Carries out the OPERATOR steps that the plan waits for now. */
    Plan operate() {
        Plan seen = plan();
        asked(seen).forEach(step -> operate(seen, step));
        return seen;
    }

    private static List<PlanStep> asked(Plan plan) {
        return plan.steps().stream()
                .filter(step -> step.waiting() != null && step.waiting().cause() == PlanWait.Cause.OPERATOR)
                .toList();
    }

    private void operate(Plan plan, PlanStep step) {
        String where = Objects.requireNonNull(step.destination());
        if (ring.isRestartedBySidecar() || Integer.valueOf(step.number()).equals(started.put(where, step.number()))) {
            return;
        }
        launch(where, start(plan, step).jvmOptions());
    }

    private void launch(String where, List<String> options) {
        CassandraNode node = Objects.requireNonNull(nodes.get(where));
        node.stop();
        node.launch(new NodeStart(options, Map.of(), NodeReadiness.JMX));
    }

    /** Starts a node again, with other options than before. Does not wait. */
    void launch(int index, List<String> options) {
        launch(List.copyOf(nodes.keySet()).get(index), options);
    }

    private static PlanStart start(Plan plan, PlanStep step) {
        PlanDestination destination = plan.destinations().stream()
                .filter(each -> each.sidecar().equals(step.destination()))
                .findFirst()
                .orElseThrow();
        int index = Math.toIntExact(plan.steps().stream()
                .filter(each -> each.kind() == PlanStep.Kind.OPERATOR
                        && each.number() < step.number()
                        && destination.sidecar().equals(each.destination()))
                .count());
        return destination.starts().get(index);
    }

    /** Ends a node without a warning, at a moment of what it does now. */
    void killAfter(int index, Duration time) {
        Awaitility.await("the moment of its death")
                .pollDelay(time)
                .atMost(time.plus(LONGEST))
                .until(() -> true);
        nodes().get(index).kill9();
    }

    private void attach() {
        if (ring.isRestartedBySidecar()) {
            nodes().forEach(CassandraNode::attach);
        }
    }

    /** Ends the sidecars. The ring ends the nodes. */
    @Override
    public void close() {
        sidecars.forEach(SidecarProcess::close);
        attach();
    }
}
