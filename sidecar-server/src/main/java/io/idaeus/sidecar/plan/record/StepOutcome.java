/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.record;

import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.sidecar.plan.way.StepAction;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The outcome of an attempt at a step. The attempt is repeated until the step is done. */
public sealed interface StepOutcome {
    /** @param due what is left to do after the plan, because of what the step found */
    record Done(String detail, List<PlanDue> due) implements StepOutcome {}

    record Running(String detail, @Nullable TransferProgress progress) implements StepOutcome {}

    record Waiting(Cause cause, String detail, String remedy) implements StepOutcome {}

    /** An earlier step transfers keyspaces again; what is live already does not move. */
    record Back(StepAction to, Set<String> keyspaces, String why) implements StepOutcome {}

    static StepOutcome done(String detail) {
        return new Done(detail, List.of());
    }

    static StepOutcome running(String detail) {
        return new Running(detail, null);
    }

    static Waiting waiting(Cause cause, String detail, String remedy) {
        return new Waiting(cause, detail, remedy);
    }
}
