/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.client.SidecarException;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Why a step cannot go on, by the type of what a call failed with. */
public final class Obstacles {
    // Trying again is all that helps.
    private static final Set<ProblemType> ABSENT = EnumSet.of(
            ProblemType.PEER_UNREACHABLE,
            ProblemType.CASSANDRA_UNAVAILABLE,
            ProblemType.OVERLOADED,
            ProblemType.DRAINING,
            ProblemType.TOO_MANY_REQUESTS,
            ProblemType.TIME_LIMIT);

    private Obstacles() {}

    public static StepOutcome.Waiting waiting(ProblemException failure) {
        return StepOutcome.waiting(
                cause(failure),
                String.valueOf(failure.getMessage()),
                "remove the cause; the plan then continues by itself");
    }

    public static Cause cause(ProblemException failure) {
        ProblemType type = answered(failure).orElse(failure.type());
        if (type == ProblemType.INTERNAL) {
            return Cause.INTERNAL;
        }
        return ABSENT.contains(type) || ABSENT.contains(failure.type()) ? Cause.NODE_DOWN : Cause.REFUSED;
    }

    // The type of the other sidecar's problem. Empty where this build does not know it: the failure's own says enough.
    private static Optional<ProblemType> answered(ProblemException failure) {
        return failure.getCause() instanceof SidecarException answer
                ? ProblemType.fromUri(answer.problem().type())
                : Optional.empty();
    }
}
