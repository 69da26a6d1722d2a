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
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanShare;
import io.idaeus.sidecar.plan.draft.CanonicalPlan;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.start.StartOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpandDrafterTest {
    private static final String A = "http://10.0.7.1:9043";
    private static final String B = "http://10.0.7.2:9043";

    private static Draft draft(RingFixture ring, UnaryOperator<PlanRequest.Builder> change, String... added) {
        PlanRequest request = change.apply(PlanRequest.builder(PlanKind.EXPAND).destinations(List.of(added)))
                .build();
        PlanType.of(request).checkRequest();
        return PlanDrafter.draft(request, ring.facts(added));
    }

    private static UnaryOperator<PlanRequest.Builder> racks(String... racks) {
        Map<String, String> named = new HashMap<>();
        IntStream.range(0, racks.length).forEach(i -> named.put(List.of(A, B).get(i), racks[i]));
        return request -> request.racks(named);
    }

    private static List<String> codes(Draft draft) {
        return draft.findings().stream().map(Finding::code).distinct().toList();
    }

    private static PlanKeyspace keyspace(Draft draft, String name) {
        return draft.keyspaces().stream()
                .filter(keyspace -> keyspace.keyspace().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<StepAction> actions(Draft draft) {
        return draft.steps().stream().map(PlannedStep::action).toList();
    }

    /** The ring is as large as before, so each range has one replica that has it no more: that one alone. */
    @ParameterizedTest
    @CsvSource({"4,3", "4,2", "4,1", "6,3", "5,5"})
    void theNodeThatLosesARangeIsItsOnlySource(int nodes, int replicas) {
        RingFixture ring = RingFixture.nodes(nodes).inOneRack("dc1").keyspace("shop", replicas);

        Draft draft = draft(ring, racks("r1"), A);

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(draft.ranges()).isNotEmpty().allSatisfy(range -> {
            assertThat(range.destination()).isEqualTo(A);
            assertThat(range.sources()).hasSize(1);
            TokenRange tokens = TokenRange.parse(range.range());
            List<String> replicasNow = ring.keyspaces().get(0).ranges().stream()
                    .filter(each -> TokenRange.parse(each.range()).contains(tokens.right()))
                    .flatMap(each -> each.replicas().stream())
                    .map(replica -> replica.hostId())
                    .toList();
            assertThat(replicasNow).contains(range.sources().get(0));
            assertThat(replicasAfter(ring, draft, tokens.right(), replicas))
                    .contains(A)
                    .doesNotContain(range.sources().get(0));
        });
        assertThat(draft.ranges())
                .extracting(PlanRange::range)
                .hasSameElementsAs(draft.owned().get(A).get("shop"));
        assertThat(keyspace(draft, "shop").copies()).isEqualTo(1);
    }

    // In one rack: the next nodes along the ring.
    private static List<String> replicasAfter(RingFixture ring, Draft draft, long token, int replicas) {
        TreeMap<Long, String> owners = new TreeMap<>();
        ring.tokens().forEach((node, tokens) -> tokens.forEach(each -> owners.put(each, node)));
        draft.destinations().get(0).tokens().forEach(each -> owners.put(Long.valueOf(each), A));
        return Stream.concat(owners.tailMap(token).values().stream(), owners.headMap(token).values().stream())
                .distinct()
                .limit(replicas)
                .toList();
    }

    @Test
    void theTokensShareTheRing() {
        Draft draft = draft(RingFixture.nodes(4).inOneRack("dc1").keyspace("shop", 3), racks("r1"), A);

        PlanDestination destination = draft.destinations().get(0);
        assertThat(destination.tokens()).hasSize(8).doesNotHaveDuplicates();
        assertThat(destination.starts().get(0).jvmOptions())
                .contains(StartOptions.INITIAL_TOKEN + "=" + String.join(",", destination.tokens()));
        assertThat(destination.starts().get(1).removed())
                .anyMatch(option -> option.startsWith(StartOptions.INITIAL_TOKEN));
        double owned = TokenRanges.of(draft.owned().get(A).get("shop").stream()
                        .map(TokenRange::parse)
                        .toList())
                .share();
        List<PlanShare> shares = draft.shares();
        assertThat(shares).hasSize(5);
        assertThat(shares.get(4).node()).isEqualTo(A);
        assertThat(shares.get(4).before()).isNull();
        assertThat(shares.get(4).after()).isCloseTo(owned, within(1e-9)).isBetween(0.45, 0.75);
        assertThat(shares.stream().mapToDouble(PlanShare::after).sum()).isCloseTo(3, within(1e-9));
        assertThat(shares.subList(0, 4))
                .allSatisfy(share -> assertThat(share.after()).isLessThanOrEqualTo(share.before() + 1e-9));
    }

    @Test
    void bytesCountForThePartOfARangeThatMoves() {
        Draft draft = draft(RingFixture.nodes(4).inOneRack("dc1").keyspace("shop", 3), racks("r1"), A);

        PlanDestination destination = draft.destinations().get(0);
        // Each of four nodes has a GiB of three quarters of the ring.
        double share = draft.shares().get(4).after();
        assertThat(destination.bytesNeeded() / (double) (1L << 30)).isCloseTo(share / 0.75, within(0.35 * share));
    }

    /** A ring without rack r3 keeps what is in it apart. */
    @Test
    void allNodesStartAndAreFilledAtOnceThenJoinOneAfterTheOther() {
        Draft draft = draft(RingFixture.nodes(4).keyspace("shop", 4), racks("r1", "r2"), A, B);

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(draft.steps())
                .extracting(PlannedStep::runsWithPrevious)
                .containsSubsequence(false, false, true, false, true);
        List<StepAction> joining = List.of(
                StepAction.DECLARE,
                StepAction.ENTER_SURVEY,
                StepAction.AWAIT_SURVEY,
                StepAction.DELTA,
                StepAction.JOIN,
                StepAction.AWAIT_NORMAL);
        List<StepAction> afterwards = List.of(StepAction.START_PLAINLY, StepAction.VERIFY, StepAction.CLEANUP);
        List<StepAction> expected = new ArrayList<>(List.of(
                StepAction.CHECK,
                StepAction.START_WITHOUT_JOINING,
                StepAction.START_WITHOUT_JOINING,
                StepAction.FILL,
                StepAction.FILL));
        expected.addAll(joining);
        expected.addAll(joining);
        expected.addAll(afterwards);
        expected.addAll(afterwards);
        assertThat(actions(draft)).isEqualTo(expected);
        Set<String> order = new LinkedHashSet<>();
        draft.steps().stream()
                .filter(step -> step.action() == StepAction.JOIN)
                .forEach(step -> order.add(step.destination()));
        assertThat(order).containsExactly(A, B);
    }

    @Test
    void theRangesOfTheSecondAreThoseOfTheRingWithTheFirst() {
        RingFixture ring = RingFixture.nodes(4).keyspace("shop", 4);
        Draft both = draft(ring, racks("r1", "r2"), A, B);
        Draft alone = draft(
                ring,
                request -> request.racks(Map.of(B, "r2"))
                        .tokens(Map.of(B, both.destinations().get(1).tokens())),
                B);

        assertThat(both.owned().get(B).get("shop"))
                .hasSizeGreaterThan(alone.owned().get(B).get("shop").size());
        assertThat(ranges(both, B)).isEqualTo(ranges(alone, B));
    }

    private static TokenRanges ranges(Draft draft, String sidecar) {
        return TokenRanges.of(draft.owned().get(sidecar).get("shop").stream()
                .map(TokenRange::parse)
                .toList());
    }

    /** In one rack, some of what the second takes over belongs to the first by then. */
    @Test
    void whatANewNodePassesOnIsFilledFromWhereItCameFrom() {
        RingFixture ring = RingFixture.nodes(3).inOneRack("dc1").keyspace("shop", 2);
        Draft draft = draft(ring, racks("r1", "r1"), A, B);

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        List<PlanRange> passed =
                draft.ranges().stream().filter(range -> range.from() != null).toList();
        List<String> members =
                ring.members().stream().map(node -> node.hostId()).toList();
        assertThat(passed).isNotEmpty().allSatisfy(range -> {
            assertThat(range.from()).isEqualTo(A);
            assertThat(range.destination()).isEqualTo(B);
            assertThat(range.sources()).hasSize(1);
            assertThat(members).containsAll(range.sources());
        });
        TokenRanges ofFirst = ranges(draft, A);
        assertThat(passed).allSatisfy(range -> assertThat(
                        ofFirst.contains(TokenRange.parse(range.range()).right()))
                .isTrue());
        assertThat(actions(draft).subList(0, 7))
                .containsExactly(
                        StepAction.CHECK,
                        StepAction.START_WITHOUT_JOINING,
                        StepAction.START_WITHOUT_JOINING,
                        StepAction.FILL,
                        StepAction.FILL,
                        StepAction.CATCH_UP,
                        StepAction.DECLARE);
        assertThat(draft.steps().get(5).destination()).isEqualTo(B);
        assertThat(CanonicalPlan.lines(draft)).anyMatch(line -> line.endsWith(".from=\"" + A + '"'));
    }

    @Test
    void fromCassandra6OnARangeIsCutAtTheLowestToken() {
        Draft draft = draft(
                RingFixture.nodes(4).inOneRack("dc1").version("6.0-alpha2").keyspace("shop", 4), racks("r1"), A);

        assertThat(draft.ranges())
                .extracting(range -> TokenRange.parse(range.range()))
                .noneMatch(range -> range.wraps() && range.right() != Long.MIN_VALUE && range.left() != Long.MIN_VALUE);
    }

    @Test
    void whereNobodyLosesARangeCassandraStreams() {
        Draft draft = draft(RingFixture.nodes(2).inOneRack("dc1").keyspace("shop", 3), racks("r1"), A);

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(keyspace(draft, "shop").treatment()).isEqualTo(Treatment.STREAM);
        assertThat(keyspace(draft, "shop").why()).contains("no node loses its ranges");
        assertThat(codes(draft)).contains(PlanFindingCode.STREAMED_BY_CASSANDRA.name());
        assertThat(draft.ranges()).isEmpty();
    }

    @Test
    void keyspacesThatImportsDoNotServeAreStreamed() {
        Draft draft = draft(
                RingFixture.nodes(4)
                        .inOneRack("dc1")
                        .keyspace("shop", 3)
                        .keyspace("views", List.of("HAS_VIEWS"), 864_000, 3)
                        .keyspace("system_auth", 3),
                racks("r1"),
                A);

        assertThat(keyspace(draft, "views").treatment()).isEqualTo(Treatment.STREAM);
        assertThat(keyspace(draft, "system_auth").treatment()).isEqualTo(Treatment.STREAM);
        assertThat(draft.ranges()).extracting(PlanRange::keyspace).containsOnly("shop");
    }

    /** A keyspace has no replica in the data centre that grows. */
    @Test
    void aDataCentreWithoutReplicasGetsNothing() {
        Draft draft = draft(
                RingFixture.nodes(4, 3)
                        .inOneRack("dc1")
                        .inOneRack("dc2")
                        .keyspace("shop", 3, 2)
                        .keyspace("there", 3),
                request -> request.datacenter("dc2").racks(Map.of(A, "r1")),
                A);

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(draft.keyspaces()).extracting(PlanKeyspace::keyspace).containsExactly("shop");
        assertThat(draft.destinations().get(0).datacenter()).isEqualTo("dc2");
        assertThat(draft.findings())
                .filteredOn(finding -> finding.code().equals("NO_REPLICAS"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo("there");
                    assertThat(finding.detail()).isEqualTo("it has no replica in dc2");
                });
    }

    /** Only the strategy knows where its replicas are, and what its options mean. */
    @Test
    void aStrategyThatIsNotCassandrasIsLeftToCassandra() {
        Draft draft = draft(
                RingFixture.nodes(4)
                        .inOneRack("dc1")
                        .keyspace("shop", 3)
                        .keyspace("own", 3)
                        .replicated("own", Map.of("class", "org.example.OwnStrategy", "dc1", "all")),
                racks("r1"),
                A);

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(draft.keyspaces()).extracting(PlanKeyspace::keyspace).containsExactly("shop");
        assertThat(draft.findings())
                .filteredOn(finding -> finding.subject().equals("own"))
                .extracting(Finding::code)
                .containsExactly("STREAMED_BY_CASSANDRA");
    }

    /** The loser may be a node of the other data centre. */
    @Test
    void simpleStrategyTakesNoNoticeOfDataCentres() {
        Draft draft = draft(
                RingFixture.nodes(3, 3).inOneRack("dc1").inOneRack("dc2").simple("shop", 3),
                request -> request.datacenter("dc2").racks(Map.of(A, "r1")),
                A);

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(keyspace(draft, "shop").treatment()).isEqualTo(Treatment.FILL);
        assertThat(draft.ranges())
                .allSatisfy(range -> assertThat(range.sources()).hasSize(1));
        assertThat(draft.destinations().get(0).sources())
                .extracting(source -> source.node().datacenter())
                .contains("dc1", "dc2");
    }

    @Test
    void theFirstNodeOfARackTakesMuch() {
        Draft draft = draft(RingFixture.nodes(6).inOneRack("dc1").keyspace("shop", 3), racks("r2"), A);

        assertThat(codes(draft)).contains(PlanFindingCode.NEW_RACK.name());
        assertThat(draft.refused()).isTrue();
        assertThat(draft.shares().get(6).after()).isGreaterThan(0.9);
    }

    @Test
    void unevenTokensAreRefusedUnlessAccepted() {
        RingFixture ring = RingFixture.nodes(4).inOneRack("dc1").keyspace("shop", 1);
        // Far fewer than the others have.
        UnaryOperator<PlanRequest.Builder> few = request ->
                request.racks(Map.of(A, "r1")).tokens(Map.of(A, List.of("1", "2", "3", "4", "5", "6", "7", "8")));

        Draft refused = draft(ring, few, A);
        Draft accepted = draft(ring, few.andThen(request -> request.accept(List.of("IMBALANCE")))::apply, A);

        assertThat(codes(refused)).contains(PlanFindingCode.IMBALANCE.name());
        assertThat(refused.refused()).isTrue();
        assertThat(accepted.refused()).as("%s", accepted.findings()).isFalse();
        assertThat(accepted.destinations().get(0).tokens()).containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
    }

    @Test
    void aSourceThatIsDownIsRefused() {
        RingFixture ring = RingFixture.nodes(4).inOneRack("dc1").keyspace("shop", 3);
        ring.down("10.0.1.2");

        Draft draft = draft(ring, racks("r1"), A);

        assertThat(codes(draft)).contains(PlanFindingCode.LOSER_UNAVAILABLE.name());
        assertThat(draft.findings())
                .anySatisfy(finding -> assertThat(finding.detail()).endsWith("to a new node, and it is DOWN"));
        assertThat(draft.refused()).isTrue();
    }

    @Test
    void aSidecarThatKnowsNoExpansionIsRefused() {
        Draft draft =
                draft(RingFixture.nodes(4).inOneRack("dc1").keyspace("shop", 3).notCutting(A), racks("r1"), A);

        assertThat(codes(draft)).contains(PlanFindingCode.SIDECAR_TOO_OLD.name());
    }

    /** The arithmetic of the plan is compared with what Cassandra says of each range. */
    @Test
    void replicasThatCassandraPlacesOtherwiseAreRefused() {
        RingFixture ring = RingFixture.nodes(4).keyspace("shop", 2);
        // Moved to one rack after Cassandra told its ranges: r1 and r2 alone are taken by NetworkTopologyStrategy.
        ring.rack("10.0.1.3", "r1").rack("10.0.1.4", "r1");

        Draft draft = draft(ring, racks("r1"), A);

        assertThat(codes(draft)).contains(PlanFindingCode.PLACEMENT_DIFFERS.name());
        assertThat(draft.refused()).isTrue();
    }

    /** As that of the metadata of 6.0, which knows no tokens. */
    @Test
    void cassandrasOwnKeyspacesMayBePlacedOtherwise() {
        RingFixture ring =
                RingFixture.nodes(4).keyspace("system_cluster_metadata", 2).keyspace("shop", 2);
        ring.rack("10.0.1.3", "r1").rack("10.0.1.4", "r1");

        assertThat(draft(ring, racks("r1"), A).findings())
                .filteredOn(finding -> finding.code().equals(PlanFindingCode.PLACEMENT_DIFFERS.name()))
                .extracting(Finding::subject)
                .containsExactly("shop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.19", "4.1.10", "5.0.9", "6.0-alpha2"})
    void cassandrasDelaysStayUnlessTheRequestNamesOthers(String version) {
        RingFixture ring =
                RingFixture.nodes(4).inOneRack("dc1").version(version).keyspace("shop", 3);

        Draft usual = draft(ring, racks("r1"), A);
        Draft hurried = draft(ring, request -> racks("r1").apply(request).joinDelays(JoinDelays.SHORT), A);

        assertThat(options(usual)).doesNotContainAnyElementsOf(StartOptions.SHORT_DELAYS);
        assertThat(options(hurried).containsAll(StartOptions.SHORT_DELAYS)).isEqualTo(!version.startsWith("6."));
        assertThat(options(usual)).contains(StartOptions.OUTSIDE, StartOptions.SURVEY, StartOptions.BOOTSTRAP);
    }

    @Test
    void lightweightTransactionsKeepCassandrasDelays() {
        RingFixture ring = RingFixture.nodes(4).inOneRack("dc1").transacted().keyspace("shop", 3);

        Draft draft = draft(ring, request -> racks("r1").apply(request).joinDelays(JoinDelays.SHORT), A);

        assertThat(options(draft)).doesNotContainAnyElementsOf(StartOptions.SHORT_DELAYS);
        assertThat(codes(draft)).contains(PlanFindingCode.LONG_DELAYS.name());
    }

    private static List<String> options(Draft draft) {
        return draft.destinations().get(0).starts().get(0).jvmOptions();
    }

    /** The CHECK drafts again, and must come to the same. */
    @Test
    void theSameRingGivesTheSamePlan() {
        RingFixture ring = RingFixture.nodes(6).keyspace("shop", 3).keyspace("logs", 2);

        assertThat(draft(ring, racks("r1", "r2"), A, B).digest())
                .isEqualTo(draft(ring, racks("r1", "r2"), A, B).digest());
    }

    @Test
    void theDigestHoldsTheTokens() {
        RingFixture ring = RingFixture.nodes(4).inOneRack("dc1").keyspace("shop", 3);
        Draft draft = draft(ring, racks("r1"), A);
        PlanDestination destination = draft.destinations().get(0);
        List<String> moved = new ArrayList<>(destination.tokens());
        moved.set(0, "17");

        assertThat(CanonicalPlan.lines(draft))
                .contains("destinations[0].tokens[0]=\"" + destination.tokens().get(0) + '"');
        assertThat(draft.matchesDigest()).isTrue();
        assertThat(draft.withDestinations(List.of(withTokens(destination, moved)))
                        .matchesDigest())
                .isFalse();
    }

    private static PlanDestination withTokens(PlanDestination of, List<String> tokens) {
        return new PlanDestination(
                of.sidecar(),
                of.hostId(),
                of.address(),
                of.datacenter(),
                of.rack(),
                of.bytes(),
                of.bytesNeeded(),
                of.bytesPeak(),
                of.bytesFree(),
                of.sources(),
                of.starts(),
                of.lifecycle(),
                tokens);
    }

    @Test
    void aRingOfCassandrasOwnKeyspacesAloneGrows() {
        Draft draft = draft(RingFixture.nodes(4).inOneRack("dc1").keyspace("system_auth", 3), racks("r1"), A);

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(draft.destinations().get(0).tokens()).hasSize(8);
        assertThat(draft.ranges()).isEmpty();
    }

    @Test
    void whatARequestLacksIsNamed() {
        RingFixture ring = RingFixture.nodes(3, 3).keyspace("shop", 3, 3);

        refused(ring, request -> request, "datacenter: null (expected: one of [dc1, dc2]", A);
        refused(ring, request -> request.datacenter("dc9"), "datacenter: dc9 (expected: one of [dc1, dc2]", A);
        refused(ring, request -> request.datacenter("dc1"), "racks: none for " + A, A);
        refused(ring, request -> request.racks(Map.of(B, "r1")), "racks: [\"" + B + "\"]", A);
        refused(ring, request -> request.racks(Map.of("no\naddress", "r1")), "racks: [\"no?address\"]", A);
        refused(ring, request -> request.racks(Map.of(A, " ")), "racks of " + A + ": \" \" (expected: 1 to 100", A);
        refused(ring, request -> request.tokens(Map.of(B, List.of("1"))), "tokens: [\"" + B + "\"]", A);
        refused(
                ring,
                request -> request.tokens(Map.of(A, List.of())),
                "tokens of " + A + ": 0 (expected: 1 to 1536)",
                A);
        refused(
                ring,
                request -> request.tokens(Map.of(A, Collections.nCopies(1537, "1"))),
                "tokens of " + A + ": 1537 (expected: 1 to 1536)",
                A);
        refused(ring, request -> request.dead("10.0.1.1"), "dead, way and maxAmplification are for kind REPLACE", A);
        refused(ring, request -> request.sourceDatacenter("dc1"), "are for kind REBUILD", A);
        refused(ring, request -> request, "each sidecar once", A, A);
        refused(ring, request -> request, "the sidecars of the new nodes");
        UnaryOperator<PlanRequest.Builder> dc1 =
                request -> request.datacenter("dc1").racks(Map.of(A, "r1"));
        UnaryOperator<PlanRequest.Builder> both =
                request -> request.datacenter("dc1").racks(Map.of(A, "r1", B, "r1"));
        refused(ring, request -> dc1.apply(request).tokens(Map.of(A, List.of("one"))), "tokens of " + A, A);
        refused(
                ring,
                request -> both.apply(request).tokens(Map.of(A, List.of("7"), B, List.of("7"))),
                "each token once",
                A,
                B);
        String taken = String.valueOf(ring.tokens().values().iterator().next().get(0));
        refused(ring, request -> dc1.apply(request).tokens(Map.of(A, List.of(taken))), "each token once", A);
    }

    private static void refused(
            RingFixture ring, UnaryOperator<PlanRequest.Builder> change, String message, String... added) {
        assertThatThrownBy(() -> draft(ring, change, added))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(message);
    }
}
