/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import io.idaeus.api.Plan;
import io.idaeus.api.PlanDue;
import io.idaeus.api.PlanKind;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanStart;
import io.idaeus.api.PlanState;
import io.idaeus.api.PlanStep;
import io.idaeus.api.PlanWait;
import io.idaeus.api.PlanWay;
import io.idaeus.client.SidecarCallException;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CommandResult;
import io.idaeus.it.harness.LoopDisk;
import io.idaeus.it.harness.NodeStart;
import io.idaeus.it.harness.Readiness;
import io.idaeus.it.harness.SidecarProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A replacement of the scene's dead node by a plan, and the operator who carries out its OPERATOR steps. Not
 * thread-safe.
 */
public final class DrivenReplacement implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final long RATE = 1 << 20;
    private static final int STARTS = 4;

    private final PlanScene scene;
    private final CassandraNode node;
    private final SidecarProcess sidecar;
    private final @Nullable LoopDisk disk;
    private SidecarProcess coordinator;
    private @Nullable String id;
    private NodeStart last = NodeStart.withoutJoining();
    private int started;
    private int attempts;

    DrivenReplacement(PlanScene scene, CassandraNode node, SidecarProcess sidecar, @Nullable LoopDisk disk) {
        this.scene = scene;
        this.node = node;
        this.sidecar = sidecar;
        this.disk = disk;
        this.coordinator = scene.firstSidecar();
    }

    public CassandraNode node() {
        return node;
    }

    public SidecarProcess sidecar() {
        return sidecar;
    }

    /** Of the sidecar's staging, where it has one of its own. */
    public LoopDisk disk() {
        return Objects.requireNonNull(disk, "a disk of its own");
    }

    public PlanRequest request() {
        return new PlanRequest(
                PlanKind.REPLACE,
                scene.dead().address(),
                List.of(sidecar.restUri().toString()),
                null,
                null,
                PlanWay.SURVEY,
                scene.writes(),
                null,
                null,
                RATE,
                null,
                disk == null ? null : List.of("STAGING_ELSEWHERE"));
    }

    /** Makes the plan and approves it. */
    public void approve() {
        Plan plan = scene.approvable(request());
        id = plan.id();
        PlanScene.client(coordinator).plans().approve(plan.id(), plan.digest());
    }

    public Plan plan() {
        return PlanScene.client(coordinator).plans().get(Objects.requireNonNull(id, "a plan"));
    }

    /** The plan as a sidecar that coordinates it no more has it. */
    public PlanState stateAt(SidecarProcess other) {
        return PlanScene.client(other).plans().get(Objects.requireNonNull(id)).state();
    }

    /** Another sidecar goes on with the plan. */
    public void adopt(SidecarProcess other) {
        coordinator = other;
        PlanScene.client(other)
                .plans()
                .adopt(Objects.requireNonNull(id), sidecar.restUri().toString());
    }

    /** Carries out OPERATOR steps until the step has begun, or the plan has ended. */
    public Plan driveTo(Step step) {
        return drive("step " + step, plan -> step.hasBegun(plan));
    }

    /** Carries out OPERATOR steps until the plan has ended. */
    public Plan driveToEnd() {
        return drive("the end", plan -> false);
    }

    /** Carries out OPERATOR steps until the plan waits for the cause, with this in its words. */
    public void driveToWaiting(PlanWait.Cause cause, String word) {
        Plan plan = drive("wait for " + cause, each -> waitsFor(each, cause, word));
        if (plan.state().isFinal()) {
            throw new AssertionError("the plan has ended before it waited for " + cause + ": " + brief(plan));
        }
    }

    private static boolean waitsFor(Plan plan, PlanWait.Cause cause, String word) {
        return plan.steps().stream()
                .filter(step -> step.state() == PlanStep.State.WAITING)
                .map(PlanStep::waiting)
                .filter(Objects::nonNull)
                .anyMatch(
                        waiting -> waiting.cause() == cause && waiting.detail().contains(word));
    }

    /** @throws AssertionError with the plan's steps where it takes too long */
    Plan drive(String to, Predicate<Plan> enough) {
        Plan[] seen = new Plan[1];
        try {
            PlanScene.await(to + " of plan " + id, LONGEST, () -> {
                seen[0] = plan();
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

    /** What is not done yet of a plan. */
    static String brief(@Nullable Plan plan) {
        if (plan == null) {
            return "no plan";
        }
        return plan.state() + " " + plan.problem() + " "
                + plan.steps().stream()
                        .filter(step -> step.state() != PlanStep.State.DONE)
                        .filter(step -> step.state() != PlanStep.State.PENDING)
                        .toList();
    }

    /** What the plan waits for now; null while it waits for nothing. */
    public @Nullable PlanWait waiting() {
        try {
            return plan().steps().stream()
                    .filter(step -> step.state() == PlanStep.State.WAITING)
                    .map(PlanStep::waiting)
                    .findFirst()
                    .orElse(null);
        } catch (SidecarCallException e) {
            return null;
        }
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
            PlanScene.await("the plan waits for " + cause + " " + List.of(words), bound, () -> {
                seen[0] = waiting();
                return seen[0] != null
                        && (cause == null || seen[0].cause() == cause)
                        && List.of(words).stream().allMatch((seen[0].detail() + " " + seen[0].remedy())::contains);
            });
        } catch (RuntimeException e) {
            throw new AssertionError("waits for " + seen[0] + ": " + brief(plan()), e);
        }
        return Objects.requireNonNull(seen[0]);
    }

    // Also starts a Cassandra again that has ended by itself: it may not have noticed yet that the dead node is dead.
    private void operate(Plan plan) {
        PlanStep step = plan.steps().stream()
                .filter(each -> each.state() == PlanStep.State.WAITING)
                .findFirst()
                .orElse(null);
        if (step == null
                || step.waiting() == null
                || step.waiting().cause() != PlanWait.Cause.OPERATOR
                || (step.number() == started && (node.isAlive() || attempts >= STARTS))) {
            return;
        }
        attempts = step.number() == started ? attempts + 1 : 1;
        started = step.number();
        launch(start(plan, step));
    }

    private static NodeStart start(Plan plan, PlanStep step) {
        List<PlanStart> starts = plan.destinations().get(0).starts();
        Step current = List.of(Step.values()).get(step.number() - 1);
        int index = current == Step.START_WITHOUT_JOINING ? 0 : current == Step.START_IN_SURVEY ? 1 : 2;
        return new NodeStart(starts.get(index).jvmOptions(), Map.of(), Readiness.JMX);
    }

    /** Stops the node where it runs, and starts it with these options. Does not wait. */
    public void launch(NodeStart how) {
        node.stop();
        node.launch(how);
        last = how;
    }

    /** As a supervisor may: other options than the plan's. Does not wait. */
    public void launchWrongly(String... options) {
        node.stop();
        node.launch(new NodeStart(List.of(options), Map.of(), Readiness.JMX));
    }

    /** With the options of the last start that was right. Does not wait. */
    public void relaunch() {
        launch(last);
    }

    /** Cancels the plan, and does what is left to undo. */
    public Plan cancelAndUndo() {
        PlanScene.client(coordinator).plans().cancel(Objects.requireNonNull(id));
        Plan ended = drive("the cancel", plan -> false);
        undo(ended);
        return ended;
    }

    /** Does what the ended plan says is left to do. */
    public void undo(Plan ended) {
        for (PlanDue due : ended.due()) {
            if (due.what().startsWith("Stop the replacement's Cassandra")) {
                node.stop();
                node.wipe();
            } else if (due.command() != null) {
                // Repeated, as docs/plans.md says: a live node may not have noticed yet that the other is down.
                String command = due.command();
                PlanScene.await(
                        command, Duration.ofMinutes(1), () -> nodetool(command).exitCode() == 0);
            }
        }
    }

    /** A command of the plan, on a live node. */
    CommandResult nodetool(String command) {
        List<String> words = List.of(command.split(" "));
        return scene.firstNode().nodetool(words.subList(1, words.size()).toArray(String[]::new));
    }

    @Override
    public void close() {
        sidecar.close();
        if (disk != null) {
            disk.close();
        }
    }
}
