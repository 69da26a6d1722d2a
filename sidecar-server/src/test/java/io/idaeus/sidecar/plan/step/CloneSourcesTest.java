/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.SourceCheck.UnusableSource;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.run.AnsweringRing;
import io.idaeus.sidecar.plan.run.PlanScene;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CloneSourcesTest {
    private static final UnusableSource GONE =
            new UnusableSource("http://a:9043", ProblemType.PEER_UNREACHABLE.uri(), "no answer from a");
    private static final UnusableSource REFUSED =
            new UnusableSource("http://b:9043", ProblemType.PEER_NOT_ALLOWED.uri(), "b is not allowed as a peer");

    @Test
    void eachDestinationIsNamedWithTheSourcesThatItCannotUse() throws IOException {
        try (PlanScene plan = PlanScene.cloning()) {
            assertThat(waits(plan)).isEmpty();

            plan.unusable = List.of(GONE, REFUSED);
            List<StepOutcome.Waiting> waits = waits(plan);

            assertThat(plan.plan.draft().destinations()).hasSize(3).allSatisfy(destination -> assertThat(waits)
                    .extracting(StepOutcome.Waiting::detail)
                    .contains(
                            destination.sidecar() + " cannot pull from http://a:9043: no answer from a",
                            destination.sidecar() + " cannot pull from http://b:9043: b is not allowed as a peer"));
            assertThat(waits)
                    .filteredOn(wait -> wait.cause() == Cause.REFUSED)
                    .hasSize(3)
                    .allSatisfy(wait -> assertThat(wait.remedy()).startsWith("add b:9043 to peers.allow"));
            assertThat(waits)
                    .filteredOn(wait -> wait.cause() == Cause.TOO_FEW_SOURCES)
                    .hasSize(3)
                    .allSatisfy(wait -> assertThat(wait.remedy()).doesNotContain("peers.allow"));
        }
    }

    /** A destination that refuses is named beside the others. */
    @Test
    void aDestinationThatDoesNotTellIsAReasonToWait() throws IOException {
        try (PlanScene plan = PlanScene.cloning()) {
            plan.refusals.put("/sources", AnsweringRing.problem(ProblemType.FORBIDDEN, "nobody approved it here"));
            assertThat(waits(plan)).hasSize(3).allSatisfy(wait -> {
                assertThat(wait.cause()).isEqualTo(Cause.REFUSED);
                assertThat(wait.detail()).contains("nobody approved it here");
            });

            plan.refusals.put("/sources", AnsweringRing.problem(ProblemType.CLAIM_SUPERSEDED, "another has it"));
            assertThatThrownBy(() -> waits(plan))
                    .isInstanceOfSatisfying(
                            ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.CLAIM_SUPERSEDED));
        }
    }

    /** They answer a call that they do not know as they answer strangers. */
    @Test
    void earlierSidecarsAreNotAsked() throws IOException {
        try (PlanScene plan = PlanScene.cloning()) {
            plan.plan.draft().destinations().forEach(each -> plan.nodes.notCutting(each.sidecar()));
            plan.unusable = List.of(REFUSED);
            assertThat(waits(plan)).isEmpty();
        }
    }

    /** FILL finds sources that have moved, and nothing is emptied. */
    @Test
    void withinOneClusterNobodyIsAsked() throws IOException {
        try (PlanScene plan = PlanScene.rebuild()) {
            plan.unusable = List.of(REFUSED);
            assertThat(waits(plan)).isEmpty();
        }
    }

    private static List<StepOutcome.Waiting> waits(PlanScene plan) {
        return new CloneSources(plan.context(0)).unusable();
    }
}
