/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ClusterNode;
import io.idaeus.api.PlanKind;
import io.idaeus.api.PlanRequest;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.PlanDrafter;
import io.idaeus.sidecar.plan.draft.RingFixture;
import io.idaeus.sidecar.plan.way.StepAction;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many requests an attempt at a step makes: a rebuild of three nodes, in a ring of six. */
class StepRequestsTest {
    private static final RingFixture RING =
            RingFixture.loopback(RingOfSidecars.PORT, 3, 3).keyspace("shop", 2, 2);
    private static final Draft DRAFT = PlanDrafter.draft(
            PlanRequest.builder(PlanKind.REBUILD)
                    .datacenter("dc2")
                    .sourceDatacenter("dc1")
                    .build(),
            RING.facts(RING.members().stream()
                    .filter(node -> node.datacenter().equals("dc2"))
                    .map(StepRequestsTest::uri)
                    .toArray(String[]::new)));
    private static final int MOST = RING.members().size() + DRAFT.destinations().size();

    private RingOfSidecars sidecars;

    @BeforeEach
    void start() throws IOException {
        sidecars = RingOfSidecars.of(RING);
        for (ClusterNode node : RING.members()) {
            sidecars.answer(node.address(), "/v1/host", () -> RING.host(uri(node)))
                    .answer(node.address(), "/v1/ring", () -> RING.ring("shop"));
        }
    }

    @AfterEach
    void stop() {
        sidecars.close();
    }

    @Test
    void thePlanHasThreeDestinationsAndTwoDataCentres() {
        assertThat(DRAFT.refused()).as("%s", DRAFT.findings()).isFalse();
        assertThat(DRAFT.destinations()).hasSize(3);
        assertThat(MOST).isEqualTo(9);
    }

    @Test
    void whatEveryNodeSeesIsAskedOnce() {
        for (int index : steps(StepAction.VERIFY)) {
            sidecars.requests().clear();

            assertThat(Steps.attempt(context(index))).isInstanceOf(StepOutcome.Done.class);

            assertFew();
        }
    }

    @Test
    void repairsAreLookedForAtEveryNodeOnce() {
        assertThat(Busy.withRepairs(context(0))).isEmpty();

        assertFew();
        assertThat(sidecars.requests().keySet()).containsExactly("/v1/cluster");
    }

    private void assertFew() {
        assertThat(sidecars.requests().get("/v1/cluster"))
                .hasValueBetween(RING.members().size(), MOST);
        sidecars.requests().forEach((path, count) -> assertThat(count).as(path).hasValueLessThanOrEqualTo(MOST));
    }

    private static List<Integer> steps(StepAction action) {
        List<Integer> found = IntStream.range(0, DRAFT.steps().size())
                .filter(i -> DRAFT.steps().get(i).action() == action)
                .boxed()
                .toList();
        assertThat(found).hasSize(3);
        return found;
    }

    private StepContext context(int index) {
        Clock clock = Clock.systemUTC();
        String self = RING.members().get(0).address();
        return new StepContext(
                PlanRecord.drafted("p1", RingOfSidecars.uri(self), DRAFT, Instant.EPOCH),
                index,
                sidecars.directory(self),
                clock,
                new RingLooks(clock),
                change -> {});
    }

    private static String uri(ClusterNode node) {
        return RingOfSidecars.uri(node.address());
    }
}
