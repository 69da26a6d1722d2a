/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.job.JobQuota;
import io.idaeus.sidecar.plan.PlanService;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator closes the connection while an approval drafts the plan again. */
class AbandonedApprovalTest {
    @Test
    void thePlanStaysADraft(@TempDir Path state) throws Exception {
        try (PlanScene scene = PlanScene.rebuild();
                PlanService plans = PlanService.open(
                        state,
                        scene.directory,
                        scene.comparisons,
                        Clock.systemUTC(),
                        new JobQuota(10, Duration.ofDays(1)),
                        AuditLog.none())) {
            Plan drafted = plans.create(scene.plan.draft().request(), null, () -> false);

            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> plans.approve(drafted.id(), drafted.digest(), null, () -> true))
                    .matches(problem -> problem.type() == ProblemType.TIME_LIMIT)
                    .withMessageContaining("the caller closed the connection");

            assertThat(plans.get(drafted.id()).state()).isEqualTo(PlanState.DRAFT);
        }
    }
}
