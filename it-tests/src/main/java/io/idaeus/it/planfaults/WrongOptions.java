/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import io.idaeus.api.Plan;
import io.idaeus.api.PlanState;
import io.idaeus.api.PlanWait.Cause;
import io.idaeus.it.harness.CassandraVersion;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a supervisor may start the replacement's Cassandra in a plan, and what has to come of it. */
public enum WrongOptions {
    /** It joins as an additional node. */
    NONE(Step.FILL, Step.DECLARE, End.UNDONE, "stop it", Options.NONE),
    SURVEY_WITHOUT_ADDRESS(Step.FILL, Step.DECLARE, End.UNDONE, "stop it", Options.WRITE_SURVEY),
    /** It streams what is not declared yet. */
    SURVEY_TOO_EARLY(Step.FILL, Step.FILL, End.UNDONE, "stop it", Options.OF_SURVEY),
    /** It joins before the last delta is in, and the plan brings the delta at once. */
    WITHOUT_SURVEY(Step.START_IN_SURVEY, Step.START_IN_SURVEY, End.COMPLETED, null, Options.OF_SURVEY_BUT_WRITE_SURVEY),
    /** From 5.0 on it becomes pending, and ends by itself. */
    WITHOUT_PROGRESS(
            Step.START_IN_SURVEY, Step.START_IN_SURVEY, End.UNDONE, "nodetool ", Options.OF_SURVEY_BUT_RESET_PROGRESS),
    OUTSIDE_WHILE_IN_SURVEY(Step.AWAIT_SURVEY, Step.DELTA, End.RELAUNCHED, "join_ring=false", Options.JOIN_RING_FALSE),
    NONE_WHILE_IN_SURVEY(Step.AWAIT_SURVEY, Step.DELTA, End.RELAUNCHED, "nodetool ", Options.NONE),
    /** Left behind. */
    OUTSIDE_AS_MEMBER(Step.JOIN, Step.START_PLAINLY, End.COMPLETED, "join_ring=false", Options.JOIN_RING_FALSE),
    SURVEY_AS_MEMBER(Step.JOIN, Step.START_PLAINLY, End.COMPLETED, "write_survey=true", Options.OF_SURVEY);

    private enum Options {
        NONE,
        JOIN_RING_FALSE,
        WRITE_SURVEY,
        /** Those of the plan's start in survey. */
        OF_SURVEY,
        OF_SURVEY_BUT_WRITE_SURVEY,
        OF_SURVEY_BUT_RESET_PROGRESS;

        List<String> of(Plan plan) {
            List<String> survey = plan.destinations().get(0).starts().get(1).jvmOptions();
            return switch (this) {
                case NONE -> List.of();
                case JOIN_RING_FALSE -> List.of("-Dcassandra.join_ring=false");
                case WRITE_SURVEY -> List.of("-Dcassandra.write_survey=true");
                case OF_SURVEY -> survey;
                case OF_SURVEY_BUT_WRITE_SURVEY -> without("write_survey", survey);
                case OF_SURVEY_BUT_RESET_PROGRESS -> without("reset_bootstrap_progress", survey);
            };
        }

        private static List<String> without(String name, List<String> options) {
            return options.stream().filter(option -> !option.contains(name)).toList();
        }
    }

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
    private final Options options;

    /** @param words of the wait that names it; null where the plan need not wait */
    WrongOptions(Step from, Step to, End end, @Nullable String words, Options options) {
        this.from = from;
        this.to = to;
        this.end = end;
        this.words = words;
        this.options = options;
    }

    /** Those that a supervisor may use in a step. */
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
    public List<String> run(PlanScene scene, DrivenReplacement replacement) {
        if (to == Step.START_PLAINLY) {
            // A member is restarted once it is one.
            replacement.driveTo(to);
        }
        replacement.launchWrongly(options.of(replacement.plan()).toArray(String[]::new));
        if (words != null) {
            replacement.awaitWaiting(PlanScene.REPORTED, cause(), words);
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
