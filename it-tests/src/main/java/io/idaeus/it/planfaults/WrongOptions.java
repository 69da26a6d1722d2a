/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import io.idaeus.api.Plan;
import io.idaeus.api.PlanState;
import io.idaeus.api.PlanWait.Cause;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.plans.PlanDriver;
import io.idaeus.it.plans.Step;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How a supervisor may start the replacement's Cassandra in a plan, and what has to come of it. */
public enum WrongOptions {
    /** It joins as an additional node. */
    NONE(Step.FILL, Step.DECLARE, End.UNDONE, "stop it", survey -> List.of()),
    SURVEY_WITHOUT_ADDRESS(
            Step.FILL, Step.DECLARE, End.UNDONE, "stop it", survey -> List.of("-Dcassandra.write_survey=true")),
    /** It streams what is not declared yet. */
    SURVEY_TOO_EARLY(Step.FILL, Step.FILL, End.UNDONE, "stop it", survey -> survey),
    /** It joins before the last delta is in, and the plan brings the delta at once. */
    WITHOUT_SURVEY(Step.START_IN_SURVEY, Step.START_IN_SURVEY, End.COMPLETED, null, without("write_survey")),
    /** From 5.0 on it becomes pending, and ends by itself. */
    WITHOUT_PROGRESS(
            Step.START_IN_SURVEY, Step.START_IN_SURVEY, End.UNDONE, "nodetool ", without("reset_bootstrap_progress")),
    OUTSIDE_WHILE_IN_SURVEY(
            Step.AWAIT_SURVEY,
            Step.DELTA,
            End.RELAUNCHED,
            "join_ring=false",
            survey -> List.of("-Dcassandra.join_ring=false")),
    NONE_WHILE_IN_SURVEY(Step.AWAIT_SURVEY, Step.DELTA, End.RELAUNCHED, "nodetool ", survey -> List.of()),
    /** Left behind. */
    OUTSIDE_AS_MEMBER(
            Step.JOIN,
            Step.START_PLAINLY,
            End.COMPLETED,
            "join_ring=false",
            survey -> List.of("-Dcassandra.join_ring=false")),
    SURVEY_AS_MEMBER(Step.JOIN, Step.START_PLAINLY, End.COMPLETED, "write_survey=true", survey -> survey);

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
    private final UnaryOperator<List<String>> options;

    /**
     * @param words of the wait that names it; null where the plan need not wait
     * @param options made of those of the plan's start in survey
     */
    WrongOptions(Step from, Step to, End end, @Nullable String words, UnaryOperator<List<String>> options) {
        this.from = from;
        this.to = to;
        this.end = end;
        this.words = words;
        this.options = options;
    }

    private static UnaryOperator<List<String>> without(String name) {
        return survey ->
                survey.stream().filter(option -> !option.contains(name)).toList();
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
    public List<String> run(PlanScene scene, PlanDriver replacement) {
        if (to == Step.START_PLAINLY) {
            // A member is restarted once it is one.
            replacement.driveTo(to);
        }
        replacement.launchWrongly(options.apply(
                replacement.plan().destinations().get(0).starts().get(1).jvmOptions()));
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
