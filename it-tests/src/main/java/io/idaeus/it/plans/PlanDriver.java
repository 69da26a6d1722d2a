/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.client.PlansClient;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeReadiness;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * The plan that replaces the dead node of a ring by a new host, and the operator who carries out its OPERATOR steps. Not
 * thread-safe.
 */
public final class PlanDriver implements AutoCloseable {
    private static final Duration DRAFTED = Duration.ofMinutes(2);
    private static final Duration LONGEST = Duration.ofMinutes(8);
    private static final Duration READY = Duration.ofMinutes(2);
    private static final int STARTS = 4;

    private final DeadRing ring;
    private final CassandraNode node;
    private final SidecarProcess sidecar;
    private UnaryOperator<PlanRequest.Builder> special = UnaryOperator.identity();
    private PlansClient plans;
    private @Nullable String id;
    private NodeStart last = NodeStart.withoutJoining();
    /** The last OPERATOR step that was seen to have begun. */
    private int begun;

    private int started;
    private int attempts;

    PlanDriver(DeadRing ring, CassandraNode node, SidecarProcess sidecar) {
        this.ring = ring;
        this.node = node;
        this.sidecar = sidecar;
        this.plans = ring.plans();
    }

    public CassandraNode node() {
        return node;
    }

    public SidecarProcess sidecar() {
        return sidecar;
    }

    /** Asks for something else than a replacement in survey, where clients write at QUORUM. */
    public PlanDriver asking(UnaryOperator<PlanRequest.Builder> request) {
        special = request;
        return this;
    }

    /** Another sidecar coordinates. */
    public PlanDriver coordinatedBy(SidecarProcess coordinator) {
        plans = ring.client(coordinator).plans();
        return this;
    }

    public PlanRequest request() {
        return special.apply(PlanRequest.builder(PlanKind.REPLACE)
                        .dead(ring.dead().address())
                        .destinations(List.of(sidecar.restUri().toString()))
                        .way(PlanWay.SURVEY)
                        .writes(Map.of("*", "QUORUM")))
                .build();
    }

    /** A plan, whatever its findings. */
    public Plan draft() {
        return drafted(plans, request(), plan -> true);
    }

    /** A plan that is not refused, once it is not. */
    public Plan planned() {
        return drafted(plans, request(), plan -> !plan.refused());
    }

    /** Repeats the request until the plan is as wanted. */
    public static Plan drafted(PlansClient plans, PlanRequest request, Predicate<Plan> wanted) {
        Object[] seen = {"nothing"};
        try {
            return Awaitility.await("a plan as wanted")
                    .atMost(DRAFTED)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofSeconds(1))
                    .ignoreExceptionsMatching(DeadRing::isLate)
                    .until(
                            () -> {
                                Plan plan = plans.create(request);
                                seen[0] = plan.findings();
                                return plan;
                            },
                            wanted);
        } catch (RuntimeException e) {
            throw new IllegalStateException("no plan as wanted: " + seen[0], e);
        }
    }

    /** Makes a plan that asks its operator for nothing, approves it, and returns when it has ended. */
    public static Plan carriedOut(PlansClient plans, PlanRequest request, Duration bound) {
        Plan plan = drafted(plans, request, drafted -> !drafted.refused());
        plans.approve(plan.id(), plan.digest());
        return ended(plans, plan.id(), bound);
    }

    /** An approved plan, once it has ended. */
    public static Plan ended(PlansClient plans, String id, Duration bound) {
        return Awaitility.await("the plan ends")
                .atMost(bound)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> plans.get(id), seen -> seen.finishedAt() != null);
    }

    /** Makes the plan and approves it. */
    public void approve() {
        approve(planned());
    }

    public void approve(Plan plan) {
        DeadRing.await("the plan is approved", () -> {
            plans.approve(plan.id(), plan.digest());
            return true;
        });
        follow(plan);
    }

    /** Carries out a plan that somebody else has approved. */
    public void follow(Plan plan) {
        id = plan.id();
    }

    private String id() {
        return Objects.requireNonNull(id, "a plan");
    }

    public Plan plan() {
        return plans.get(id());
    }

    /** The plan as a sidecar that coordinates it no more has it. */
    public PlanState stateAt(SidecarProcess other) {
        return ring.client(other).plans().get(id()).state();
    }

    /** Returns when the plan rests. */
    public void pause() {
        plans.pause(id());
        DeadRing.await("the plan rests", () -> plan().state() == PlanState.PAUSED);
    }

    public void resume() {
        plans.resume(id());
    }

    /** Another sidecar goes on with the plan. */
    public void adopt(SidecarProcess other) {
        coordinatedBy(other).plans.adopt(id(), sidecar.restUri().toString());
    }

    /** Carries out OPERATOR steps until the step has begun, or the plan has ended. */
    public Plan driveTo(Step step) {
        return drive("step " + step, LONGEST, step::hasBegun);
    }

    /** Carries out OPERATOR steps but the last, which it returns as waiting, or until the plan has ended. */
    public Plan driveToLastStart() {
        return drive("the last start", LONGEST, plan -> asked(plan)
                .filter(step -> index(plan, step) == starts(plan).size() - 1)
                .isPresent());
    }

    /** Carries out OPERATOR steps until the plan has ended. Where it is complete, the new node serves CQL. */
    public Plan driveToEnd() {
        return driveToEnd(LONGEST);
    }

    /** The same, of a plan that takes longer than others. */
    public Plan driveToEnd(Duration bound) {
        Plan ended = drive("the end", bound, plan -> false);
        if (ended.state() == PlanState.COMPLETED) {
            attach();
            node.awaitReady(NodeReadiness.NORMAL, READY);
        }
        return ended;
    }

    /** Carries out OPERATOR steps until the plan waits for the cause, with this in its words. */
    public void driveToWaiting(PlanWait.Cause cause, String word) {
        Plan plan = drive("wait for " + cause, LONGEST, each -> waits(each)
                .anyMatch(
                        waiting -> waiting.cause() == cause && waiting.detail().contains(word)));
        if (plan.state().isFinal()) {
            throw new AssertionError("the plan has ended before it waited for " + cause + ": " + brief(plan));
        }
    }

    /**
     * Carries out OPERATOR steps until the plan is as wanted, or has ended.
     *
     * @throws AssertionError with the plan's steps where it takes too long
     */
    public Plan drive(String to, Duration bound, Predicate<Plan> enough) {
        Plan[] seen = new Plan[1];
        try {
            DeadRing.await(to + " of plan " + id, bound, () -> {
                seen[0] = plan();
                begun = begun(seen[0]);
                boolean there = enough.test(seen[0]) || seen[0].state().isFinal();
                if (!there) {
                    operate(seen[0]);
                }
                return there;
            });
        } catch (RuntimeException e) {
            throw new AssertionError("no " + to + ": " + brief(seen[0]) + "\n" + node.logTail(), e);
        }
        return seen[0];
    }

    /** The state of a plan, and its steps that have begun and are not done. */
    public static String brief(@Nullable Plan plan) {
        if (plan == null) {
            return "no plan";
        }
        return plan.state() + " " + plan.problem() + " "
                + plan.steps().stream()
                        .filter(step -> step.state() != PlanStep.State.DONE)
                        .filter(step -> step.state() != PlanStep.State.PENDING)
                        .toList();
    }

    private static Stream<PlanWait> waits(Plan plan) {
        return plan.steps().stream()
                .filter(step -> step.state() == PlanStep.State.WAITING)
                .map(PlanStep::waiting)
                .filter(Objects::nonNull);
    }

    /**
     * Returns when the plan waits.
     *
     * @param cause null for any
     * @param words that the detail or the remedy has
     */
    public PlanWait awaitWaiting(Duration bound, PlanWait.@Nullable Cause cause, String... words) {
        PlanWait[] seen = new PlanWait[1];
        try {
            DeadRing.await("the plan waits for " + cause + " " + List.of(words), bound, () -> {
                seen[0] = waits(plan()).findFirst().orElse(null);
                return seen[0] != null
                        && (cause == null || seen[0].cause() == cause)
                        && List.of(words).stream().allMatch((seen[0].detail() + " " + seen[0].remedy())::contains);
            });
        } catch (RuntimeException e) {
            throw new AssertionError("waits for " + seen[0] + ": " + brief(plan()), e);
        }
        return seen[0];
    }

    // Also starts a Cassandra again that has ended by itself: it may not have noticed yet that the dead node is dead.
    private void operate(Plan plan) {
        Optional<PlanStep> asked = asked(plan);
        if (asked.isEmpty() || ring.isRestartedBySidecar()) {
            return;
        }
        int number = asked.get().number();
        if (number == started && (node.isAlive() || attempts >= STARTS)) {
            return;
        }
        attempts = number == started ? attempts + 1 : 1;
        started = number;
        launch(start(starts(plan).get(index(plan, asked.get()))));
    }

    private static int begun(Plan plan) {
        return plan.steps().stream()
                .filter(step -> step.kind() == PlanStep.Kind.OPERATOR && step.state() != PlanStep.State.PENDING)
                .mapToInt(PlanStep::number)
                .max()
                .orElse(0);
    }

    /** The OPERATOR step that waits for its operator. */
    private static Optional<PlanStep> asked(Plan plan) {
        return plan.steps().stream()
                .filter(step -> step.waiting() != null && step.waiting().cause() == PlanWait.Cause.OPERATOR)
                .findFirst();
    }

    private static int index(Plan plan, PlanStep step) {
        return Math.toIntExact(plan.steps().stream()
                .filter(each -> each.kind() == PlanStep.Kind.OPERATOR && each.number() < step.number())
                .count());
    }

    private static List<PlanStart> starts(Plan plan) {
        return plan.destinations().get(0).starts();
    }

    private NodeStart start(PlanStart planned) {
        List<String> options = new ArrayList<>(planned.jvmOptions());
        if (node.version() != CassandraVersion.V5_0) {
            // The node must have noticed the death itself, and on a test's quick start it may not have.
            options.add("-Dcassandra.skip_wait_for_gossip_to_settle=-1");
        }
        // A rebuilt data centre may have left it there: the options of the plan override it.
        return new NodeStart(options, Map.of("auto_bootstrap", false), NodeReadiness.JMX);
    }

    /** Stops the node where it runs, and starts it with these options. Does not wait. */
    public void launch(NodeStart how) {
        node.stop();
        node.launch(how);
        last = how;
    }

    /** While the node runs, the operator does not restart it for the step that has begun. */
    public void keepLastStart() {
        started = Math.max(started, begun);
    }

    /** As a supervisor may: other options than the plan's. Returns when they can be seen, or the node has ended. */
    public void launchWrongly(List<String> options) {
        node.stop();
        node.launch(new NodeStart(options, Map.of(), NodeReadiness.JMX));
        DeadRing.await("JMX of " + node.address(), () -> answers() || !node.isAlive());
    }

    private boolean answers() {
        try {
            return node.liveNodes() >= 0;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** With the options of the last start that was right. Does not wait. */
    public void relaunch() {
        launch(last);
    }

    /** Cancels the plan, and does what is left to undo. */
    public Plan cancelAndUndo() {
        plans.cancel(id());
        Plan ended = drive("the cancel", LONGEST, plan -> false);
        undo(ended);
        return ended;
    }

    /** Does what the ended plan says is left to do. */
    public void undo(Plan ended) {
        for (PlanDue due : ended.due()) {
            String command = due.command();
            if (due.what().startsWith("Stop the replacement's Cassandra")) {
                attach();
                node.stop();
                node.wipe();
            } else if (command != null) {
                String[] words = command.split(" ");
                // Repeated, as docs/replace.md says: a live node may not have noticed yet that the other is down.
                DeadRing.await(
                        command,
                        () -> ring.live()
                                        .get(0)
                                        .nodetool(List.of(words)
                                                .subList(1, words.length)
                                                .toArray(String[]::new))
                                        .exitCode()
                                == 0);
            }
        }
    }

    private void attach() {
        if (ring.isRestartedBySidecar()) {
            node.attach();
        }
    }

    /** Ends the sidecar. The ring ends the node. */
    @Override
    public void close() {
        sidecar.close();
        attach();
    }
}
