/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import io.idaeus.it.plans.DeadRing;
import io.idaeus.it.plans.PlanDriver;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/** One replacement with one fault. Leaves the scene ready for the next. */
final class PlanFaultRun {
    private final PlanScene scene;
    private final PlanSchedule schedule;
    private final PlanDriver replacement;

    PlanFaultRun(PlanScene scene, PlanSchedule schedule) {
        this.scene = scene;
        this.schedule = schedule;
        this.replacement = schedule.fault() == PlanFault.FILL_DISK ? scene.replacementWithDisk() : scene.replacement();
    }

    /** The broken promises, in words. */
    List<String> run() {
        try {
            replacement.approve();
            Plan plan = replacement.driveTo(schedule.step());
            pause(Duration.ofMillis(schedule.delayMillis()));
            return inject(plan);
        } catch (AssertionError | RuntimeException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            return List.of(trace.toString());
        } finally {
            scene.settle();
        }
    }

    private List<String> inject(Plan plan) {
        if (plan.state().isFinal()) {
            return completed();
        }
        return switch (schedule.fault()) {
            case KILL_COORDINATOR -> killed(scene.firstSidecar());
            case KILL_REPLACEMENT_SIDECAR -> killed(replacement.sidecar());
            case KILL_SOURCE_SIDECAR -> killed(scene.secondSidecar());
            case KILL_REPLACEMENT -> replacementKilled();
            case KILL_SOURCE -> sourceKilled();
            case LOSE_REPLACEMENT -> replacementLost();
            case LOSE_SOURCE -> sourceLost();
            case DEAD_NODE_RETURNS -> deadNodeReturns();
            case WRONG_OPTIONS -> wronglyStarted();
            case CHANGE_SCHEMA -> schemaChanged();
            case ADOPT -> adopted();
            case CANCEL -> cancelled();
            case CHANGE_RING -> ringChanged();
            case FILL_DISK -> diskFull();
        };
    }

    private List<String> killed(SidecarProcess sidecar) {
        sidecar.kill9();
        pause(Duration.ofMillis(schedule.below(6_000)));
        // Its Cassandra may be on its way.
        sidecar.startUnready();
        return completed();
    }

    private List<String> replacementKilled() {
        boolean pending = scene.isPending(replacement.node());
        replacement.node().kill9();
        if (schedule.step().isPending() && pending) {
            replacement.awaitWaiting(
                    PlanScene.REPORTED,
                    Cause.NODE_DOWN,
                    "nodetool ",
                    replacement.node().address());
        }
        replacement.relaunch();
        return completed();
    }

    private List<String> replacementLost() {
        replacement.node().kill9();
        PlanWait wait = replacement.awaitWaiting(
                PlanScene.REPORTED,
                Cause.NODE_DOWN,
                "nodetool ",
                replacement.node().address());
        pause(Duration.ofMillis(schedule.below(5_000)));
        Plan ended = replacement.cancelAndUndo();
        return new PlanPromises(scene, replacement)
                .undone(ended, PlanState.CANCELLED, "DOWN NORMAL")
                .broken(wait.remedy().contains("cancel"), "a remedy that names the cancel");
    }

    private List<String> sourceKilled() {
        scene.secondNode().kill9();
        pause(Duration.ofMillis(schedule.below(10_000)));
        scene.secondNode().start();
        return completed();
    }

    private List<String> sourceLost() {
        scene.secondNode().kill9();
        replacement.awaitWaiting(Duration.ofMinutes(2), null, scene.secondNode().address());
        scene.secondNode().start();
        return completed();
    }

    private List<String> deadNodeReturns() {
        scene.dead().start();
        Plan ended = replacement.driveToEnd();
        if (ended.state() == PlanState.COMPLETED) {
            return new PlanPromises(scene, replacement).completed(ended).broken();
        }
        replacement.undo(ended);
        List<String> broken = new PlanPromises(scene, replacement)
                .undone(ended, PlanState.FAILED, "UP NORMAL")
                .broken(
                        Objects.requireNonNull(ended.problem()).detail().contains("answers again"),
                        "a plan that says why it failed");
        scene.dead().kill9();
        return broken;
    }

    private List<String> wronglyStarted() {
        List<WrongOptions> wrong = WrongOptions.in(schedule.step(), scene.dead().version());
        return wrong.get((int) schedule.below(wrong.size())).run(scene, replacement);
    }

    private List<String> schemaChanged() {
        String table = "late" + Math.floorMod(schedule.seed(), 1_000_000L);
        scene.cql().execute("CREATE TABLE shop." + table + " (id int PRIMARY KEY)");
        scene.cql().execute("INSERT INTO shop." + table + " (id) VALUES (1)");
        scene.cql().execute("ALTER TABLE shop.users WITH comment = '" + table + "'");
        Plan ended = replacement.driveToEnd();
        PlanPromises promises = new PlanPromises(scene, replacement).completed(ended);
        List<String> broken =
                promises.broken(promises.rowsAlone("shop." + table) == 1, "the row of a table that was made meanwhile");
        scene.cql().execute("DROP TABLE shop." + table);
        return broken;
    }

    // The first coordinator runs, stands still, or is gone for a while.
    private List<String> adopted() {
        SidecarProcess first = scene.firstSidecar();
        long how = schedule.below(3);
        if (how == 1) {
            first.pause();
        } else if (how == 2) {
            first.kill9();
        }
        replacement.adopt(scene.secondSidecar());
        pause(Duration.ofSeconds(2));
        if (how == 1) {
            first.resume();
        } else if (how == 2) {
            first.start();
        }
        String[] state = new String[1];
        DeadRing.await("the first coordinator stops", () -> {
            state[0] = replacement.stateAt(first).name();
            return !state[0].equals("RUNNING");
        });
        Plan ended = replacement.driveToEnd();
        return new PlanPromises(scene, replacement)
                .completed(ended)
                .broken(state[0].equals("SUPERSEDED"), "a first coordinator that is SUPERSEDED, not " + state[0]);
    }

    private List<String> cancelled() {
        Plan ended = replacement.cancelAndUndo();
        return new PlanPromises(scene, replacement)
                .undone(ended, PlanState.CANCELLED, "DOWN NORMAL")
                .broken();
    }

    private List<String> ringChanged() {
        CassandraNode joining = scene.ring().joiningNode();
        try {
            replacement.driveToWaiting(Cause.CLUSTER_CHANGING, joining.address());
        } finally {
            scene.ring().remove(joining);
        }
        return completed();
    }

    private List<String> diskFull() {
        scene.disk().fill();
        replacement.driveToWaiting(Cause.TRANSFER, scene.disk().root().toString());
        pause(Duration.ofMillis(schedule.below(5_000)));
        scene.disk().empty();
        return completed();
    }

    private List<String> completed() {
        return new PlanPromises(scene, replacement)
                .completed(replacement.driveToEnd())
                .broken();
    }

    private static void pause(Duration duration) {
        LockSupport.parkNanos(duration.toNanos());
    }
}
