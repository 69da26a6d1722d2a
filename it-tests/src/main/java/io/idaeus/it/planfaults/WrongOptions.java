/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.plans.PlanDriver;
import io.idaeus.it.plans.Step;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a supervisor may start the replacement's Cassandra in a plan, and what has to come of it. */
public enum WrongOptions {
    /** It joins as an additional node. */
    NONE(Step.FILL, Step.DECLARE, End.UNDONE, "stop it"),
    SURVEY_WITHOUT_ADDRESS(Step.FILL, Step.DECLARE, End.UNDONE, "stop it"),
    /** It streams what is not declared yet. */
    SURVEY_TOO_EARLY(Step.FILL, Step.FILL, End.UNDONE, "stop it"),
    /** It joins before the last delta is in, and the plan brings the delta at once. */
    WITHOUT_SURVEY(Step.START_IN_SURVEY, Step.START_IN_SURVEY, End.COMPLETED, null),
    /** From 5.0 on it becomes pending, and ends by itself. */
    WITHOUT_PROGRESS(Step.START_IN_SURVEY, Step.START_IN_SURVEY, End.UNDONE, "nodetool "),
    OUTSIDE_WHILE_IN_SURVEY(Step.AWAIT_SURVEY, Step.DELTA, End.RELAUNCHED, "join_ring=false"),
    NONE_WHILE_IN_SURVEY(Step.AWAIT_SURVEY, Step.DELTA, End.RELAUNCHED, "nodetool "),
    /** Left behind. */
    OUTSIDE_AS_MEMBER(Step.JOIN, Step.START_PLAINLY, End.COMPLETED, "join_ring=false"),
    SURVEY_AS_MEMBER(Step.JOIN, Step.START_PLAINLY, End.COMPLETED, "write_survey=true");

    private enum End {
        /** The operator cancels the plan, and the dead node is the replica as before. */
        UNDONE,
        /** The operator starts it as the plan says, and the plan goes on to its end. */
        RELAUNCHED,
        /** The plan goes on to its end with the operator steps that it has. */
        COMPLETED
    }

    private final Step from;
    private final Step to;
    private final End end;
    private final @Nullable String words;

    /** @param words of the wait that names it; null where the plan need not wait */
    WrongOptions(Step from, Step to, End end, @Nullable String words) {
        this.from = from;
        this.to = to;
        this.end = end;
        this.words = words;
    }

    /** @param survey those of the plan's start in survey */
    private List<String> options(List<String> survey) {
        return switch (this) {
            case NONE, NONE_WHILE_IN_SURVEY -> List.of();
            case SURVEY_WITHOUT_ADDRESS -> List.of("-Dcassandra.write_survey=true");
            case SURVEY_TOO_EARLY, SURVEY_AS_MEMBER -> survey;
            case WITHOUT_SURVEY -> without(survey, "write_survey");
            case WITHOUT_PROGRESS -> without(survey, "reset_bootstrap_progress");
            case OUTSIDE_WHILE_IN_SURVEY, OUTSIDE_AS_MEMBER -> List.of("-Dcassandra.join_ring=false");
        };
    }

    private static List<String> without(List<String> survey, String name) {
        return survey.stream().filter(option -> !option.contains(name)).toList();
    }

    /** The wrong options that a supervisor may use in a step. */
    static List<WrongOptions> in(Step step, CassandraVersion version) {
        return Arrays.stream(values())
                .filter(each -> EnumSet.range(each.from, each.to).contains(step))
                .filter(each -> each.isWrongOn(version))
                .toList();
    }

    /** The first step in which it can happen. */
    public Step step() {
        return from;
    }

    /** Whether it differs from what the plan says there. */
    public boolean isWrongOn(CassandraVersion version) {
        return this != WITHOUT_PROGRESS || version.compareTo(CassandraVersion.V5_0) >= 0;
    }

    // The plan asks for the start once the dead node has been seen down for a minute.
    private Duration bound() {
        return to == Step.START_IN_SURVEY ? PlanScene.REPORTED.plusMinutes(1) : PlanScene.REPORTED;
    }

    // Elsewhere the process may have ended before anybody saw its options.
    private @Nullable Cause cause() {
        return switch (this) {
            case NONE, SURVEY_WITHOUT_ADDRESS, SURVEY_TOO_EARLY, OUTSIDE_WHILE_IN_SURVEY -> Cause.WRONG_START;
            default -> null;
        };
    }

    /**
     * The replacement is in a step in which this can happen.
     *
     * @return broken promises, in words
     */
    public List<String> run(PlanScene scene, PlanDriver replacement) {
        if (to == Step.START_PLAINLY) {
            // A member is restarted once it is one.
            replacement.driveTo(to);
        }
        replacement.launchWrongly(
                options(replacement.plan().destinations().get(0).starts().get(1).jvmOptions()));
        if (words == null) {
            replacement.keepLastStart();
        } else {
            replacement.awaitWaiting(bound(), cause(), words);
        }
        if (end == End.UNDONE) {
            // On 6.0 a node that waits for its turn to join goes on for more than a minute after SIGTERM.
            replacement.node().kill9();
            Plan ended = replacement.cancelAndUndo();
            return new PlanPromises(scene, replacement)
                    .undone(ended, PlanState.CANCELLED, "DOWN NORMAL")
                    .broken();
        }
        if (end == End.RELAUNCHED) {
            replacement.relaunch();
        }
        return new PlanPromises(scene, replacement)
                .completed(replacement.driveToEnd())
                .broken();
    }
}
