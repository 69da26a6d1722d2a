/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.idaeus.api.Finding;
import io.idaeus.api.plan.JoinDelays;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanTable;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class CleanupDrafterTest {
    private static final double GIB = 1L << 30;

    private static Draft draft(RingFixture ring, UnaryOperator<PlanRequest.Builder> change) {
        PlanRequest request =
                change.apply(PlanRequest.builder(PlanKind.CLEANUP)).build();
        PlanType type = PlanType.of(request);
        type.checkRequest();
        String[] members = ring.members().stream()
                .filter(type::isDestination)
                .map(node -> "http://" + node.address() + ":9043")
                .filter(uri -> type.chosen().isEmpty() || type.chosen().contains(uri))
                .toArray(String[]::new);
        return PlanDrafter.draft(request, ring.facts(members));
    }

    private static List<String> nodes(Draft draft) {
        return draft.destinations().stream().map(PlanDestination::address).toList();
    }

    /** Samples show too little to leave one out. */
    @Test
    void allNodesAreCleanedUpRackByRack() {
        RingFixture ring = RingFixture.nodes(3, 1)
                .keyspace("shop", 3, 1)
                .keyspace("system_auth", 3, 1)
                .leftOver("10.0.1.3", 0.25);

        Draft draft = draft(ring, request -> request);

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(nodes(draft)).containsExactly("10.0.1.1", "10.0.1.2", "10.0.1.3", "10.0.2.1");
        assertThat(draft.steps())
                .containsExactly(
                        new PlannedStep(StepAction.CHECK, null, null),
                        new PlannedStep(StepAction.CLEAN_UP_MEMBER, "http://10.0.1.1:9043", null),
                        new PlannedStep(StepAction.CLEAN_UP_MEMBER, "http://10.0.1.2:9043", null),
                        new PlannedStep(StepAction.CLEAN_UP_MEMBER, "http://10.0.1.3:9043", null),
                        new PlannedStep(StepAction.CLEAN_UP_MEMBER, "http://10.0.2.1:9043", null));
        PlanDestination third = draft.destinations().get(2);
        assertThat((third.bytes() - third.bytesNeeded()) / GIB).isCloseTo(0.25, within(0.001));
        assertThat(draft.destinations().get(1).bytesNeeded())
                .isEqualTo(draft.destinations().get(1).bytes());
        PlanKeyspace shop = draft.keyspaces().get(0);
        assertThat(draft.keyspaces()).extracting(PlanKeyspace::keyspace).containsExactly("shop");
        assertThat(shop.treatment()).isEqualTo(Treatment.CLEAN_UP);
        assertThat(shop.tables()).extracting(PlanTable::table).containsExactly("t");
        assertThat(draft.ranges()).isEmpty();
        assertThat(draft.owned()).isEmpty();
        assertThat(draft.due()).isEmpty();
        assertThat(draft.matchesDigest()).isTrue();
    }

    @Test
    void aDataCentreKeyspacesAndNodesCanBeNamed() {
        RingFixture ring = RingFixture.nodes(3, 2).keyspace("shop", 2, 1).keyspace("bank", 2, 1);

        Draft draft = draft(ring, request -> request.datacenter("dc2").keyspaces(List.of("bank")));
        assertThat(nodes(draft)).containsExactly("10.0.2.1", "10.0.2.2");
        assertThat(draft.keyspaces()).extracting(PlanKeyspace::keyspace).containsExactly("bank");

        assertThat(nodes(draft(ring, request -> request.destinations(List.of("http://10.0.1.2:9043")))))
                .containsExactly("10.0.1.2");
    }

    /** A cleanup would remove all of it there. */
    @Test
    void aKeyspaceWithoutReplicasInTheDataCentreIsLeftAlone() {
        RingFixture ring = RingFixture.nodes(2, 2).keyspace("shop", 1, 1).keyspace("bank", 1, 0);

        assertThat(draft(ring, request -> request.datacenter("dc2")).keyspaces())
                .extracting(PlanKeyspace::keyspace)
                .containsExactly("shop");
        assertThat(draft(ring, request -> request).keyspaces())
                .extracting(PlanKeyspace::keyspace)
                .containsExactly("shop", "bank");
    }

    @Test
    void nodesThatAreLeftOutAreDue() {
        Draft draft = draft(RingFixture.nodes(3).keyspace("shop", 2).down("10.0.1.2"), request -> request);

        assertThat(nodes(draft)).containsExactly("10.0.1.1", "10.0.1.3");
        assertThat(draft.due()).singleElement().satisfies(due -> assertThat(due.what())
                .isEqualTo("Clean up the nodes that this plan leaves out: 10.0.1.2"));
    }

    @Test
    void nothingIsPlannedWhereNobodyCanBeCleanedUp() {
        RingFixture down = RingFixture.nodes(2, 1).keyspace("shop", 1, 1).down("10.0.2.1");

        assertThatThrownBy(() -> draft(down, request -> request.datacenter("dc2")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("no node can be cleaned up");
    }

    /** Otherwise it would be found once the plan is approved. */
    @Test
    void aNodeThatBelongsToAnotherPlanIsFound() {
        RingFixture ring = RingFixture.nodes(3).keyspace("shop", 2).claimed("http://10.0.1.2:9043");

        Draft draft = draft(ring, request -> request);

        assertThat(draft.refused()).isTrue();
        assertThat(draft.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("NODE_CLAIMED");
            assertThat(finding.subject()).isEqualTo("http://10.0.1.2:9043");
        });
        assertThat(draft(ring, request -> request.destinations(List.of("http://10.0.1.1:9043")))
                        .refused())
                .as("a plan without that node")
                .isFalse();
    }

    @Test
    void aRingThatChangesAndAnOldSidecarRefuseThePlan() {
        RingFixture ring = RingFixture.nodes(3)
                .keyspace("shop", 2)
                .leftOver("10.0.1.1", 0.2)
                .joining("10.0.1.3");
        assertThat(draft(ring, request -> request).findings())
                .extracting(Finding::code)
                .contains("RING_CHANGING");

        RingFixture old = RingFixture.nodes(3)
                .keyspace("shop", 2)
                .leftOver("10.0.1.1", 0.2)
                .notCutting("http://10.0.1.1:9043");
        Draft draft = draft(old, request -> request);
        assertThat(draft.refused()).isTrue();
        assertThat(draft.findings()).extracting(Finding::code).contains("SIDECAR_TOO_OLD");
    }

    @Test
    void whatARequestMustNotHaveIsNamed() {
        refused(request -> request.dead("10.0.1.1"), "dead, way and maxAmplification are for kind REPLACE");
        refused(request -> request.way(PlanWay.DIRECT), "dead, way and maxAmplification are for kind REPLACE");
        refused(request -> request.sourceDatacenter("dc1"), "sourceDatacenter is for kind REBUILD");
        refused(request -> request.racks(Map.of()), "racks and tokens are for kind EXPAND");
        refused(request -> request.maxRate(1L << 20), "are for plans that move SSTables");
        refused(request -> request.writes(Map.of("*", "ONE")), "are for plans that move SSTables");
        refused(request -> request.joinDelays(JoinDelays.SHORT), "are for plans that move SSTables");
        refused(request -> request.datacenter("dc9"), "datacenter: dc9 (expected: some of dc1)");
        refused(request -> request.keyspaces(List.of("nope")), "keyspaces: nope (expected: some of shop)");
    }

    private static void refused(UnaryOperator<PlanRequest.Builder> change, String message) {
        RingFixture ring = RingFixture.nodes(3).keyspace("shop", 2).leftOver("10.0.1.1", 0.2);
        assertThatThrownBy(() -> draft(ring, change))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(message);
    }
}
