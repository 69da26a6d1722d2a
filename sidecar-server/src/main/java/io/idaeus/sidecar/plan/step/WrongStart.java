/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.release.ReleaseVersion;
import io.idaeus.sidecar.start.StartOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Notices a new node whose Cassandra was started with other options than the step wants, by hand or by a supervisor. */
final class WrongStart {
    private WrongStart() {}

    /** Empty where the step may go on. */
    static Optional<StepOutcome> of(StepContext context) {
        return switch (context.standing()) {
            case OUTSIDE -> outside(context);
            case IN_SURVEY -> inSurvey(context);
            case PLAIN_MEMBER -> plainly(context);
            case MEMBER, BETWEEN -> Optional.empty();
        };
    }

    /** A node that had joined, and was then started in write survey: it stays so for ever. Empty for any other. */
    static Optional<StepOutcome> memberInSurvey(CassandraProcess running) {
        if (running.phase() != Phase.OTHER || !running.mode().equals("STARTING")) {
            return Optional.empty();
        }
        return Optional.of(StepOutcome.waiting(
                Cause.WRONG_START,
                "Cassandra has joined before, and was started again with " + StartOptions.SURVEY
                        + ": it serves, and stays STARTING",
                "run nodetool join on its host, and repeat it while it fails with \"setup() must be called first\"; the plan"
                        + " continues once the node has joined"));
    }

    private static Optional<StepOutcome> plainly(StepContext context) {
        List<PlanStart> starts = context.planned().starts();
        if (starts.isEmpty()) {
            return Optional.empty();
        }
        List<String> taken = starts.get(starts.size() - 1).removed();
        return running(context)
                .map(running ->
                        running.options().stream().filter(taken::contains).toList())
                .filter(left -> !left.isEmpty())
                .map(left -> StepOutcome.waiting(
                        Cause.WRONG_START,
                        "Cassandra was started with " + String.join(" ", left),
                        "nodetool drain, stop it, and start it without these options"));
    }

    private static Optional<StepOutcome> outside(StepContext context) {
        // While it is down, its transfers wait by themselves.
        return running(context).filter(WrongStart::joins).map(running -> outcome(context, running));
    }

    private static Optional<StepOutcome> inSurvey(StepContext context) {
        Optional<CassandraProcess> running = runningOrLost(context);
        if (running.isEmpty()) {
            return Optional.of(JoinSteps.dead(context));
        }
        boolean survey = running.get().options().contains(StartOptions.SURVEY);
        boolean joined = running.get().phase() == Phase.NORMAL;
        if (!survey && !joined) {
            return Optional.of(StepOutcome.waiting(
                    Cause.WRONG_START,
                    "Cassandra was started without " + StartOptions.SURVEY + ": "
                            + running.get().options(),
                    "stop it, and start it again with the options of "
                            + (entersOnCall(context) ? "its OPERATOR step" : "the step before")
                            + JoinSteps.leftOutInSurvey(context)));
        }
        if (staysOutside(context) && running.get().phase() == Phase.NOT_JOINED) {
            return Optional.of(StepOutcome.waiting(
                    Cause.WRONG_START,
                    "Cassandra was started again with " + StartOptions.OUTSIDE
                            + ", and cannot come back to write survey so (expected: without it)",
                    "stop it, and start it again " + JoinSteps.optionsInSurvey(context)
                            + JoinSteps.whereItHibernates()));
        }
        if (entersOnCall(context)
                && (running.get().phase() == Phase.NOT_JOINED || running.get().phase() == Phase.OTHER)) {
            return Optional.of(new StepOutcome.Back(
                    StepAction.ENTER_SURVEY, Set.of(), "Cassandra was started again, and is not in write survey"));
        }
        boolean late = context.step().action() != StepAction.AWAIT_SURVEY
                && !joined
                && !AwaitSurvey.isWrittenTo(context, running.get());
        return late
                ? Optional.of(new StepOutcome.Back(
                        StepAction.AWAIT_SURVEY,
                        Set.of(),
                        "Cassandra was started again, and may lack what was written meanwhile"))
                : Optional.empty();
    }

    /** Whether the node enters write survey in the process that stood outside the ring. */
    static boolean entersOnCall(StepContext context) {
        return context.plan()
                .draft()
                .takes(StepAction.ENTER_SURVEY, String.valueOf(context.step().destination()));
    }

    /**
     * Whether a node that stood in write survey, and is started again outside the ring, can only join without a bootstrap:
     * up to 5.0 it calls itself a member then.
     */
    private static boolean staysOutside(StepContext context) {
        ReleaseVersion cluster =
                ReleaseVersion.parse(context.plan().draft().cluster().cassandraVersion());
        return entersOnCall(context) && !cluster.isAtLeast(6, 0);
    }

    private static Optional<CassandraProcess> running(StepContext context) {
        return Optional.ofNullable(context.askHost().cassandra());
    }

    // A host that is lost takes its sidecar along. A sidecar that restarts is waited for.
    private static Optional<CassandraProcess> runningOrLost(StepContext context) {
        try {
            return running(context);
        } catch (ProblemException e) {
            if (context.askAboutNewcomer().up()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** Whether Cassandra is in the ring, or on its way, which no step before survey leads to. */
    static boolean joins(CassandraProcess running) {
        return switch (running.phase()) {
            case NOT_JOINED -> false;
            // Whatever its options say: an operator may have told it to join.
            case SURVEY, NORMAL -> true;
            case STARTING, OTHER -> !running.options().contains(StartOptions.OUTSIDE);
        };
    }

    static StepOutcome outcome(StepContext context, CassandraProcess running) {
        boolean member = running.phase() == Phase.NORMAL;
        String remedy;
        if (member && context.replaces(running)) {
            remedy =
                    "it is the replica now, and lacks what was not filled: run nodetool repair --full on it, and cancel"
                            + " the plan";
        } else if (member) {
            remedy = "it has joined the ring with tokens of its own: run nodetool decommission on it, empty its data"
                    + " directories, and make a new plan";
        } else {
            remedy =
                    "stop it now, before it joins, and use kill -9 if it does not end; cancel the plan, do what is left"
                            + " to undo, and make a new one";
        }
        return StepOutcome.waiting(
                Cause.WRONG_START,
                "Cassandra is " + running.mode() + ", in the ring or on its way (expected: started with "
                        + StartOptions.OUTSIDE + ", and not joined); its options: " + running.options(),
                remedy);
    }
}
