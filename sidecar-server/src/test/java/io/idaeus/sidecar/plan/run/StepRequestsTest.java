/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.plan.PlanWay;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.way.StepAction;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * How many requests an attempt at a step makes, in two data centres with two keyspaces: a rebuild of three nodes in a ring
 * of six, and a replacement. Of each kind, and of each keyspace where that is what is asked about, at most one to each node
 * and one to each destination. None is made twice.
 */
class StepRequestsTest {
    /** The coordinator's node says which nodes there are; then each says what it sees, this one as well. */
    private static final String WHO_IS_THERE = "GET " + RingOfSidecars.uri(PlanScene.SELF) + "/v1/cluster";

    @Test
    void thePlanHasThreeDestinationsTwoDataCentresAndTwoKeyspaces() throws IOException {
        try (PlanScene plan = PlanScene.rebuild()) {
            assertThat(plan.plan.draft().refused())
                    .as("%s", plan.plan.draft().findings())
                    .isFalse();
            assertThat(plan.plan.draft().destinations()).hasSize(3);
            assertThat(plan.plan.draft().keyspaces()).hasSize(2);
            assertThat(plan.steps(StepAction.FILL)).hasSize(3);
            assertThat(most(plan)).isEqualTo(9);
        }
    }

    @Test
    void checkAsksEachNodeOnce() throws IOException {
        try (PlanScene plan = PlanScene.rebuild()) {
            assertThat(plan.attempt(StepAction.CHECK)).isInstanceOf(StepOutcome.Done.class);

            assertFew(plan);
            // A node that is a source and a destination is asked for each of both, and so is the coordinator's.
            assertThat(counted(plan, Function.identity()))
                    .allSatisfy(
                            (request, count) -> assertThat(count).as(request).isLessThanOrEqualTo(2));
            assertThat(plan.ring.requests().stream().filter(each -> each.endsWith("/v1/cluster")))
                    .hasSizeBetween(6, 7);
        }
    }

    @Test
    void fillAsksForNothingTwice() throws IOException {
        try (PlanScene plan = PlanScene.rebuild()) {
            for (int fill : plan.steps(StepAction.FILL)) {
                assertThat(plan.attempt(fill)).isInstanceOf(StepOutcome.Running.class);
                assertThat(plan.commands()).hasSize(2);
                assertNoneTwice(plan, 2);

                // Both transfers run, then both have ended.
                assertThat(plan.attempt(fill)).isInstanceOf(StepOutcome.Running.class);
                assertNoneTwice(plan);
                plan.isEnded(TransferState.COMPLETED);
                assertThat(plan.attempt(fill)).isInstanceOf(StepOutcome.Done.class);
                assertNoneTwice(plan);
            }
        }
    }

    @Test
    void verifyAsksForNothingTwiceHoweverManyTransfersAKeyspaceHad() throws IOException {
        try (PlanScene plan = PlanScene.rebuild().isFilled()) {
            for (int fill : plan.steps(StepAction.FILL)) {
                plan.filled(fill, "shop", TransferState.COMPLETED, "-again");
            }
            for (int verify : plan.steps(StepAction.VERIFY)) {
                assertThat(plan.attempt(verify)).isInstanceOf(StepOutcome.Done.class);

                assertNoneTwice(plan);
                assertThat(plan.ring.requests().stream().filter(each -> each.endsWith("/v1/cluster")))
                        .hasSizeBetween(6, most(plan));
                assertThat(plan.ring.requests().stream().filter(each -> each.contains("/transfers/")))
                        .hasSize(3);
            }
        }
    }

    @Test
    void theStepsOfANewNodeAskForNothingTwice() throws IOException {
        try (PlanScene plan = PlanScene.replacement(PlanWay.SURVEY).runsOutside()) {
            assertThat(plan.attempt(StepAction.START_WITHOUT_JOINING)).isInstanceOf(StepOutcome.Done.class);
            assertNoneTwice(plan);
            plan.isFilled();
            assertThat(plan.attempt(StepAction.DECLARE)).isInstanceOf(StepOutcome.Done.class);
            assertThat(plan.commands()).hasSize(2);
            assertNoneTwice(plan, 2);

            plan.runsInSurvey();
            assertThat(plan.attempt(StepAction.AWAIT_SURVEY)).isInstanceOf(StepOutcome.Running.class);
            assertNoneTwice(plan);
            assertThat(plan.ring.requests().stream().filter(each -> each.contains("/v1/pending-ranges")))
                    .as("each of five live nodes, for each keyspace")
                    .hasSize(10);

            assertThat(plan.attempt(StepAction.JOIN)).isInstanceOf(StepOutcome.Running.class);
            assertNoneTwice(plan);
        }
    }

    private static int most(PlanScene plan) {
        return plan.nodes.members().size() + plan.plan.draft().destinations().size();
    }

    /** @param commands of the same path, which differ by their bodies */
    private static void assertNoneTwice(PlanScene plan, int commands) {
        assertFew(plan);
        assertThat(counted(plan, Function.identity())).allSatisfy((request, count) -> assertThat(count)
                .as(request)
                .isLessThanOrEqualTo(request.equals(WHO_IS_THERE) ? 2 : request.startsWith("GET ") ? 1 : commands));
    }

    private static void assertNoneTwice(PlanScene plan) {
        assertNoneTwice(plan, 1);
    }

    private static void assertFew(PlanScene plan) {
        assertThat(counted(plan, request -> request.replaceFirst("http://[^/]*", "")))
                .isNotEmpty()
                .allSatisfy((kind, count) -> assertThat(count).as(kind).isLessThanOrEqualTo(most(plan)));
    }

    private static Map<String, Integer> counted(PlanScene plan, Function<String, String> by) {
        return plan.ring.requests().stream().collect(Collectors.toMap(by, any -> 1, Integer::sum));
    }
}
