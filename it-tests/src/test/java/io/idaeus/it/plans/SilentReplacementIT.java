/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.planfaults.PlanPromises;
import io.idaeus.it.planfaults.PlanScene;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An operator takes his time between the two starts of a replacement. */
@Tag("plans")
@Timeout(600)
class SilentReplacementIT {
    // A node that is forgotten is ignored for twice as long, which must not be over before it has started again.
    private static final Duration RING_DELAY = Duration.ofSeconds(30);
    private static final Duration FORGOTTEN = Duration.ofMinutes(2);
    private static final Duration TOLD = Duration.ofMinutes(2);

    private static PlanScene scene;

    @BeforeAll
    static void openScene() {
        assumeThat(CassandraVersion.selected())
                .as("6.0 enters write survey without a second start")
                .isNotEqualTo(CassandraVersion.V6_0);
        scene = PlanScene.open(CassandraVersion.selected(), RING_DELAY);
    }

    @AfterAll
    static void closeScene() {
        if (scene != null) {
            scene.close();
        }
    }

    @Test
    void aReplacementThatTheOthersIgnoreIsWaitedForAndTheTimeIsUsed() {
        PlanDriver replacement = scene.replacement();
        replacement.approve();
        replacement.driveTo(Step.START_IN_SURVEY);
        replacement.node().stop();
        DeadRing.await("the others have forgotten the replacement", FORGOTTEN, () -> !isKnown(replacement));

        Plan waiting = replacement.drive("the wait for the others", TOLD, SilentReplacementIT::saysUntilWhen);

        assertThat(Step.AWAIT_SURVEY.of(waiting).detail()).contains("it was silent from", "may ignore it until");
        assertThat(isKnown(replacement)).isFalse();
        assertThat(Step.DELTA.of(waiting).state()).isEqualTo(PlanStep.State.PENDING);
        replacement.drive("the transfers of the delta", TOLD, plan -> hasTransfers(Step.AWAIT_SURVEY.of(plan)));
        assertThat(isKnown(replacement)).isFalse();
        assertThat(new PlanPromises(scene, replacement)
                        .completed(replacement.driveToEnd())
                        .broken())
                .isEmpty();
    }

    private static boolean saysUntilWhen(Plan plan) {
        return Objects.toString(Step.AWAIT_SURVEY.of(plan).detail(), "").contains("ignore it until");
    }

    private static boolean hasTransfers(PlanStep step) {
        return step.transfers() != null && !step.transfers().isEmpty();
    }

    private static boolean isKnown(PlanDriver replacement) {
        return scene.ring().live().stream().anyMatch(node -> new SeenRing(node, "").knows(replacement.node()));
    }
}
