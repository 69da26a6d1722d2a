/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import io.idaeus.api.Plan;
import io.idaeus.api.PlanStart;
import io.idaeus.api.PlanState;
import io.idaeus.api.PlanWait.Cause;
import io.idaeus.it.harness.CassandraNode;
import java.util.List;

/** A supervisor that starts the replacement with the options of another step, and the undo that the plan names. */
final class WrongOptions {
    private static final String OUTSIDE = "-Dcassandra.join_ring=false";

    private final PlanScene scene;
    private final DrivenReplacement replacement;
    private final PlanSchedule schedule;

    WrongOptions(PlanScene scene, DrivenReplacement replacement, PlanSchedule schedule) {
        this.scene = scene;
        this.replacement = replacement;
        this.schedule = schedule;
    }

    List<String> run() {
        List<PlanStart> starts = replacement.plan().destinations().get(0).starts();
        String[] survey = starts.get(1).jvmOptions().toArray(String[]::new);
        if (schedule.step().compareTo(Step.START_IN_SURVEY) < 0) {
            // None of the plan; write_survey without the address; the survey before everything is declared.
            List<String[]> wrong = List.of(new String[0], new String[] {"-Dcassandra.write_survey=true"}, survey);
            return undone(wrong.get((int) schedule.below(wrong.size())));
        }
        if (schedule.step() == Step.START_IN_SURVEY) {
            Plan plan = replacement.plan();
            return joinsAtOnce(plan);
        }
        if (schedule.step().compareTo(Step.JOIN) < 0) {
            replacement.launchWrongly(OUTSIDE);
            replacement.awaitWaiting(PlanScene.REPORTED, Cause.WRONG_START, OUTSIDE);
            replacement.relaunch();
            return completed();
        }
        replacement.driveTo(Step.START_PLAINLY);
        String[] left = schedule.below(2) == 0 ? new String[] {OUTSIDE} : survey;
        replacement.launchWrongly(left);
        replacement.awaitWaiting(PlanScene.REPORTED, null, left[left.length == 1 ? 0 : 1]);
        return completed();
    }

    private List<String> completed() {
        return new PlanPromises(scene, replacement)
                .completed(replacement.driveToEnd())
                .broken();
    }

    // Without write_survey it joins before the last delta is in, and the plan brings the delta at once.
    private List<String> joinsAtOnce(Plan plan) {
        String[] options = plan.destinations().get(0).starts().get(1).jvmOptions().stream()
                .filter(option -> !option.contains("write_survey"))
                .toArray(String[]::new);
        replacement.launchWrongly(options);
        return completed();
    }

    private List<String> undone(String... options) {
        CassandraNode node = replacement.node();
        replacement.launchWrongly(options);
        replacement.awaitWaiting(PlanScene.REPORTED, Cause.WRONG_START, "stop it");
        node.stop();
        Plan ended = replacement.cancelAndUndo();
        return new PlanPromises(scene, replacement)
                .undone(ended, PlanState.CANCELLED, "DOWN NORMAL")
                .broken();
    }
}
