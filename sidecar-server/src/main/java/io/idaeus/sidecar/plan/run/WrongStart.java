/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.CassandraProcess;
import io.idaeus.api.CassandraProcess.Phase;
import io.idaeus.api.PlanKind;
import io.idaeus.api.PlanWait.Cause;
import io.idaeus.api.PlanWay;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import java.util.Optional;

/** Notices a replacement whose Cassandra was started with other options than the step wants, by hand or by a supervisor. */
final class WrongStart {
    private static final String OUTSIDE = "-Dcassandra.join_ring=false";
    private static final String SURVEY = "-Dcassandra.write_survey=true";

    private WrongStart() {}

    /** Empty where the step may go on. */
    static Optional<StepOutcome> of(StepContext context) {
        return switch (context.step().action()) {
            case FILL, DECLARE -> outside(context);
            case AWAIT_SURVEY, DELTA, JOIN -> inSurvey(context);
            default -> Optional.empty();
        };
    }

    private static Optional<StepOutcome> outside(StepContext context) {
        if (context.plan().draft().request().kind() != PlanKind.REPLACE) {
            return Optional.empty();
        }
        // While it is down, its transfers wait by themselves.
        return running(context).filter(WrongStart::joins).map(WrongStart::outcome);
    }

    private static Optional<StepOutcome> inSurvey(StepContext context) {
        if (context.plan().draft().request().way() == PlanWay.DIRECT) {
            return Optional.empty();
        }
        Optional<CassandraProcess> running = running(context);
        if (running.isEmpty()) {
            return Optional.of(JoinSteps.dead(context));
        }
        boolean survey = running.get().options().contains(SURVEY);
        boolean joined = running.get().phase() == Phase.NORMAL;
        return survey || joined
                ? Optional.empty()
                : Optional.of(StepOutcome.waiting(
                        Cause.WRONG_START,
                        "Cassandra was started without " + SURVEY + ": "
                                + running.get().options(),
                        "stop it, and start it again with the options of the step before"));
    }

    private static Optional<CassandraProcess> running(StepContext context) {
        return Optional.ofNullable(
                PeerCalls.translated(() -> context.destination().client().host())
                        .cassandra());
    }

    /** Whether Cassandra is in the ring, or on its way, with options that no step before survey has. */
    static boolean joins(CassandraProcess running) {
        boolean inside =
                running.phase() == Phase.STARTING || running.phase() == Phase.NORMAL || running.phase() == Phase.OTHER;
        return inside
                && !running.options().contains(OUTSIDE)
                && !running.options().contains(SURVEY);
    }

    static StepOutcome outcome(CassandraProcess running) {
        String remedy = running.phase() == Phase.NORMAL
                ? "it has joined the ring with tokens of its own: run nodetool decommission on it, empty its data"
                        + " directories, and make a new plan"
                : "stop it now, before it joins; start it again as the step says";
        return StepOutcome.waiting(
                Cause.WRONG_START,
                "Cassandra was started without " + OUTSIDE + " and is " + running.mode() + "; its options: "
                        + running.options(),
                remedy);
    }
}
