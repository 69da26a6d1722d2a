/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.CassandraProcess.Phase;
import io.idaeus.api.PlanKind;
import io.idaeus.api.PlanWay;
import java.util.List;

/** In which phases of the node transfers run, and which transfers came before. */
final class FillPhases {
    private FillPhases() {}

    static List<Phase> of(StepContext context) {
        return context.plan().draft().request().kind() == PlanKind.REPLACE
                ? List.of(Phase.NOT_JOINED)
                : List.of(Phase.NORMAL);
    }

    static List<Phase> ofDelta(StepContext context) {
        return context.plan().draft().request().way() == PlanWay.DIRECT
                ? List.of(Phase.NORMAL)
                : List.of(Phase.SURVEY, Phase.NORMAL);
    }
}
