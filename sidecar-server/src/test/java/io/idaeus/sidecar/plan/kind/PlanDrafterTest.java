/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.Finding;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.api.sstable.SstableFinding;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.finding.DraftChange;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanDrafterTest {
    private static final String DEAD = "10.0.1.3";

    private static PlanRequest replace(PlanWay way, Map<String, String> writes, String... accept) {
        return PlanRequest.builder(PlanKind.REPLACE)
                .dead(DEAD)
                .destinations(List.of(RingFixture.NEW))
                .way(way)
                .writes(writes)
                .accept(List.of(accept))
                .build();
    }

    private static PlanRequest rebuild(@Nullable List<String> keyspaces, String writes) {
        return PlanRequest.builder(PlanKind.REBUILD)
                .datacenter("dc2")
                .sourceDatacenter("dc1")
                .writes(Map.of("*", writes))
                .keyspaces(keyspaces)
                .build();
    }

    private static Draft replaced(RingFixture ring, String writes, String... accept) {
        return PlanDrafter.draft(
                replace(PlanWay.SURVEY, Map.of("*", writes), accept),
                ring.down(DEAD).facts(RingFixture.NEW));
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

    @ParameterizedTest
    @CsvSource({"ALL,1", "QUORUM,2", "LOCAL_QUORUM,2", "TWO,2", "EACH_QUORUM,2"})
    void everyRangeIsMergedFromAsManyReplicasAsTheWritesAskFor(String writes, int copies) {
        Draft draft = replaced(RingFixture.nodes(4).keyspace("shop", 3), writes);

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(keyspace(draft, "shop").copies()).isEqualTo(copies);
        assertThat(draft.ranges()).isNotEmpty().allSatisfy(range -> {
            assertThat(range.sources()).hasSize(copies).doesNotHaveDuplicates();
            assertThat(range.sources()).doesNotContain(draft.dead().hostId());
        });
        assertThat(draft.ranges())
                .extracting(PlanRange::range)
                .hasSameElementsAs(draft.owned().get(RingFixture.NEW).get("shop"));
    }

    /** With 16 tokens each; 25 SSTables of 41 MiB at each source. */
    @ParameterizedTest
    @ValueSource(ints = {6, 48})
    void ofSstablesThatSpanTheRingLittleMoreThanTheRangesMoves(int nodes) {
        Draft draft = replaced(RingFixture.vnodes(16, nodes).keyspace("shop", 3).spanning(), "QUORUM");

        PlanDestination destination = draft.destinations().get(0);
        assertThat(keyspace(draft, "shop").cut()).isTrue();
        assertThat(keyspace(draft, "shop").treatment()).isEqualTo(Treatment.FILL);
        assertThat(keyspace(draft, "shop").why()).startsWith("SSTables cut to the ranges");
        assertThat(1.0 * destination.bytes() / destination.bytesNeeded()).isBetween(1.0, 1.15);
        assertThat(codes(draft)).doesNotContain("WHOLE_SSTABLES", "STREAMED_BY_CASSANDRA");
        assertThat(draft.estimate().assumptions()).anyMatch(line -> line.startsWith("cutting SSTables takes"));
    }

    /** In a ring of three, with three replicas: then nothing need be cut. */
    @Test
    void whereAllThatANodeHoldsIsWantedItIsTheOneSource() {
        Draft draft = replaced(RingFixture.vnodes(16, 3).keyspace("shop", 3).spanning(), "ALL");

        PlanDestination destination = draft.destinations().get(0);
        assertThat(destination.sources()).hasSize(1);
        assertThat(1.0 * destination.bytes() / destination.bytesNeeded()).isCloseTo(1, Offset.offset(0.001));
        assertThat(keyspace(draft, "shop").cut()).isTrue();
    }

    /** In a ring of 4 they are needed nearly whole. */
    @ParameterizedTest
    @ValueSource(strings = {"10.0.1.1", RingFixture.NEW})
    void whereASidecarIsTooOldSstablesMoveWhole(String old) {
        Draft draft =
                replaced(RingFixture.nodes(4).keyspace("shop", 3).spanning().notCutting(old), "QUORUM");

        assertThat(keyspace(draft, "shop").slices()).isNull();
        assertThat(keyspace(draft, "shop").why()).startsWith("whole SSTables");
        assertThat(draft.refused()).isFalse();
        assertThat(finding(draft, "WHOLE_SSTABLES").subject()).isEqualTo("cluster");
        assertThat(finding(draft, "WHOLE_SSTABLES").detail()).endsWith(": " + old);
        assertThat(draft.estimate().assumptions()).noneMatch(line -> line.startsWith("cutting"));
    }

    @Test
    void whereTheyCannotBeCutAndWouldMoveManyTimesCassandraStreams() {
        Draft draft = replaced(
                RingFixture.vnodes(16, 48).keyspace("shop", 3).spanning().notCutting(RingFixture.NEW), "QUORUM");

        assertThat(keyspace(draft, "shop").treatment()).isEqualTo(Treatment.STREAM);
        assertThat(keyspace(draft, "shop").slices()).isNull();
        assertThat(codes(draft)).contains("STREAMED_BY_CASSANDRA").doesNotContain("WHOLE_SSTABLES");
    }

    @Test
    void aKeyspaceWithSstablesThatCannotBeCutMovesWhole() {
        SstableFinding found =
                new SstableFinding("SLICE_IMPOSSIBLE", "cannot be cut: it has no CRC.db", 1, List.of("nb-7-big"), null);
        Draft draft = replaced(RingFixture.nodes(4).keyspace("shop", 3).finding("10.0.1.1", found), "QUORUM");

        assertThat(keyspace(draft, "shop").slices()).isNull();
        assertThat(finding(draft, "WHOLE_SSTABLES").subject()).isEqualTo("shop");
        assertThat(finding(draft, "WHOLE_SSTABLES").detail())
                .isEqualTo("shop.t at 10.0.1.1: cannot be cut: it has no CRC.db (1 SSTables: nb-7-big)");
        assertThat(codes(draft)).doesNotContain("SLICE_IMPOSSIBLE", "SSTABLES_UNKNOWN");
    }

    /** Cassandra streams it; where nobody would, the finding refuses the plan. */
    @Test
    void whatAnUnknownClassCompressesIsLeftToCassandra() {
        SstableFinding found = new SstableFinding(
                "UNKNOWN_COMPRESSOR", "is compressed by EncryptingCompressor", 1, List.of("nb-7-big"), null);
        SstableFinding uncut =
                new SstableFinding("SLICE_IMPOSSIBLE", "cannot be cut: it is unknown", 1, List.of("nb-7-big"), null);
        RingFixture ring = RingFixture.nodes(4).keyspace("shop", 3).finding("10.0.1.1", found, uncut);

        Draft left = replaced(ring, "QUORUM");
        assertThat(keyspace(left, "shop").treatment()).isEqualTo(Treatment.STREAM);
        assertThat(finding(left, "STREAMED_BY_CASSANDRA").detail())
                .isEqualTo("shop.t at 10.0.1.1: is compressed by EncryptingCompressor (1 SSTables: nb-7-big)");
        assertThat(left.refused()).isFalse();

        Draft accepted = replaced(ring, "QUORUM", "UNKNOWN_COMPRESSOR");
        assertThat(keyspace(accepted, "shop").treatment()).isEqualTo(Treatment.FILL);
        assertThat(keyspace(accepted, "shop").slices()).isNull();

        Draft direct = PlanDrafter.draft(replace(PlanWay.DIRECT, Map.of("*", "QUORUM")), ring.facts(RingFixture.NEW));
        assertThat(direct.refused()).isTrue();
        assertThat(codes(direct)).contains("UNKNOWN_COMPRESSOR");
    }

    @Test
    void aRebuildCutsAsWell() {
        Draft cut = PlanDrafter.draft(
                rebuild(null, "LOCAL_QUORUM"),
                RingFixture.nodes(4, 4).keyspace("shop", 3, 2).spanning().facts("http://10.0.2.1:9043"));
        Draft whole = PlanDrafter.draft(
                rebuild(null, "LOCAL_QUORUM"),
                RingFixture.nodes(4, 4)
                        .keyspace("shop", 3, 2)
                        .spanning()
                        .notCutting("10.0.1.2")
                        .facts("http://10.0.2.1:9043"));

        assertThat(keyspace(cut, "shop").cut()).isTrue();
        assertThat(keyspace(cut, "shop").why()).isEqualTo("SSTables cut to the ranges, from dc1");
        assertThat(keyspace(whole, "shop").slices()).isNull();
        assertThat(codes(whole)).contains("WHOLE_SSTABLES");
    }

    private static Finding finding(Draft draft, String code) {
        return draft.findings().stream()
                .filter(finding -> finding.code().equals(code))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aDestinationThatDoesNotMoveAKeyspaceRefusesThePlan() {
        Draft draft = replaced(
                RingFixture.nodes(4)
                        .keyspace("shop", 3)
                        .keyspace("secret_a", 3)
                        .keyspace("system_auth", 3)
                        .denying(RingFixture.NEW, "secret_*", "system*"),
                "QUORUM",
                "KEYSPACE_NOT_ALLOWED");

        assertThat(draft.refused()).isTrue();
        assertThat(draft.findings())
                .filteredOn(finding -> finding.code().equals("KEYSPACE_NOT_ALLOWED"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo("secret_a");
                    assertThat(finding.detail()).contains(RingFixture.NEW);
                    assertThat(finding.remedy()).contains("keyspaces.deny");
                });
    }

    @Test
    void aSourceThatDoesNotMoveAKeyspaceRefusesThePlan() {
        Draft draft = replaced(
                RingFixture.nodes(3).keyspace("shop", 3).keyspace("secret", 3).denying("10.0.1.1", "secret"), "QUORUM");

        assertThat(draft.findings())
                .filteredOn(finding -> finding.code().equals("KEYSPACE_NOT_ALLOWED"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo("secret");
                    assertThat(finding.detail()).contains("10.0.1.1");
                });
    }

    @Test
    void aNodeThatIsNoSourceOfAKeyspaceNeedNotMoveIt() {
        RingFixture ring = RingFixture.nodes(3, 1)
                .keyspace("shop", 3)
                .keyspace("other", 3, 1)
                .denying("10.0.2.1", "shop");

        assertThat(codes(replaced(ring, "LOCAL_QUORUM"))).doesNotContain("KEYSPACE_NOT_ALLOWED");
    }

    @Test
    void aDataCentreIsNotRebuiltFromSourcesThatDoNotMoveItsKeyspaces() {
        RingFixture ring = RingFixture.nodes(2, 2)
                .keyspace("shop", 2, 2)
                .keyspace("bank", 2, 2)
                .denying("10.0.1.1", "bank");

        assertThat(codes(PlanDrafter.draft(rebuild(null, "LOCAL_QUORUM"), ring.facts())))
                .contains("KEYSPACE_NOT_ALLOWED");
        assertThat(codes(PlanDrafter.draft(rebuild(List.of("shop"), "LOCAL_QUORUM"), ring.facts())))
                .doesNotContain("KEYSPACE_NOT_ALLOWED");
    }

    /** Whole SSTables would move once for each part. */
    @Test
    void whereSstablesMoveWholeTransfersThatSidecarsWouldRefuseAreRefusedInTheDraft() {
        assertThat(tooLarge(whole(RingFixture.nodes(3).keyspace("shop", 1000, List.of(), 864_000, 3))))
                .isEmpty();
        assertThat(tooLarge(whole(RingFixture.nodes(3).keyspace("shop", 1001, List.of(), 864_000, 3))))
                .singleElement()
                .asString()
                .contains("shop", "would have 1001 tables (expected: at most 1000)");
    }

    @Test
    void whereSstablesMoveWholeATransferFromTooManySourcesIsRefusedInTheDraft() {
        assertThat(tooLarge(whole(RingFixture.vnodes(16, 200).keyspace("shop", 3))))
                .isEmpty();
        assertThat(tooLarge(whole(RingFixture.vnodes(24, 200).keyspace("shop", 3))))
                .singleElement()
                .asString()
                .contains("shop", "would have 79 sources (expected: at most 64)");
    }

    @Test
    void whereSstablesMoveWholeATransferOfTooManyRangesIsRefusedInTheDraft() {
        assertThat(tooLarge(whole(RingFixture.vnodes(3_000, 3).keyspace("shop", 3))))
                .isEmpty();
        assertThat(tooLarge(whole(RingFixture.vnodes(3_400, 3).keyspace("shop", 3))))
                .singleElement()
                .asString()
                .contains("shop", "would have 10200 ranges (expected: at most 10000)");
    }

    @Test
    void whereSstablesAreCutNoKeyspaceIsTooLarge() {
        assertThat(tooLarge(RingFixture.nodes(3).keyspace("shop", 1001, List.of(), 864_000, 3)))
                .isEmpty();
        assertThat(tooLarge(RingFixture.vnodes(24, 200).keyspace("shop", 3))).isEmpty();
        assertThat(tooLarge(RingFixture.vnodes(3_400, 3).keyspace("shop", 3))).isEmpty();
    }

    private static RingFixture whole(RingFixture ring) {
        return ring.notCutting(RingFixture.NEW);
    }

    private static List<String> tooLarge(RingFixture ring) {
        return replaced(ring, "QUORUM").findings().stream()
                .filter(finding -> finding.code().equals("TRANSFER_TOO_LARGE"))
                .map(finding -> finding.subject() + ": " + finding.detail())
                .toList();
    }

    @Test
    void aRebuildNamesTheKeyspacesThatItLeavesOut() {
        RingFixture ring = RingFixture.nodes(2, 2)
                .keyspace("shop", 2, 2)
                .keyspace("far", 2)
                .keyspace("bank", 2, 2);

        Draft all = PlanDrafter.draft(rebuild(null, "LOCAL_QUORUM"), ring.facts());
        assertThat(leftOut(all)).containsExactly("far: it has no replica in dc2");
        Draft some = PlanDrafter.draft(rebuild(List.of("shop"), "LOCAL_QUORUM"), ring.facts());
        assertThat(leftOut(some))
                .containsExactlyInAnyOrder(
                        "far: the request names other keyspaces", "bank: the request names other keyspaces");
    }

    @Test
    void aRebuildNamesTheKeyspaceWhoseStrategyKnowsNoDataCentres() {
        RingFixture ring = RingFixture.nodes(2, 2).keyspace("shop", 2, 2).simple("flat", 2);

        Draft draft = PlanDrafter.draft(rebuild(null, "LOCAL_QUORUM"), ring.facts());

        assertThat(leftOut(draft)).containsExactly("flat: its replication strategy knows no data centres");
        assertThat(draft.keyspaces()).extracting(PlanKeyspace::keyspace).containsExactly("shop");
    }

    /** Its name looks like one of Cassandra's own. */
    @Test
    void aKeyspaceOfUsersWhoseNameBeginsWithSystemIsTheirs() {
        Draft lost = replaced(RingFixture.nodes(3).keyspace("system_orders", 1), "ONE");
        assertThat(codes(lost)).contains("DATA_LOST").doesNotContain("SYSTEM_RANGES_LOST");

        Draft filled = replaced(RingFixture.nodes(4).keyspace("system_orders", 3), "QUORUM");
        assertThat(keyspace(filled, "system_orders").treatment()).isEqualTo(Treatment.FILL);

        Draft rebuilt = PlanDrafter.draft(
                rebuild(null, "LOCAL_QUORUM"),
                RingFixture.nodes(2, 2)
                        .keyspace("system_orders", 2, 2)
                        .keyspace("system_stock", 2)
                        .facts());
        assertThat(rebuilt.keyspaces()).extracting(PlanKeyspace::keyspace).containsExactly("system_orders");
        assertThat(leftOut(rebuilt)).containsExactly("system_stock: it has no replica in dc2");
    }

    private static List<String> leftOut(Draft draft) {
        return draft.findings().stream()
                .filter(finding -> finding.code().equals("LEFT_OUT"))
                .map(finding -> finding.subject() + ": " + finding.detail())
                .toList();
    }

    @Test
    void aQuorumOverTwoDataCentresWantsARemoteReplicaToo() {
        Draft draft = replaced(RingFixture.nodes(3, 3).keyspace("shop", 3, 3), "QUORUM");

        assertThat(keyspace(draft, "shop").copies()).isEqualTo(3);
        assertThat(draft.ranges()).allSatisfy(range -> assertThat(range.sources().stream()
                        .map(PlanDrafterTest::datacenter)
                        .toList())
                .containsExactlyInAnyOrder("1", "1", "2"));
    }

    @Test
    void aLocalQuorumWantsTheReplicasOfItsDataCentreAlone() {
        Draft draft = replaced(RingFixture.nodes(3, 3).keyspace("shop", 3, 3), "LOCAL_QUORUM");

        assertThat(draft.ranges()).allSatisfy(range -> assertThat(range.sources().stream()
                        .map(PlanDrafterTest::datacenter)
                        .toList())
                .containsExactly("1", "1"));
    }

    // The fixture puts the number of the data centre into the host id.
    private static String datacenter(String hostId) {
        return String.valueOf(UUID.fromString(hostId).getMostSignificantBits());
    }

    @Test
    void writesAtOneCanBeMissedAndThatIsAccepted() {
        RingFixture ring = RingFixture.nodes(4).keyspace("shop", 3);
        Draft refused = replaced(ring, "ONE");
        assertThat(refused.refused()).isTrue();
        assertThat(codes(refused)).contains("TOO_FEW_SOURCES");
        assertThat(keyspace(refused, "shop").copies()).isZero();

        Draft accepted = replaced(ring, "ONE", "TOO_FEW_SOURCES");
        assertThat(accepted.refused()).isFalse();
        assertThat(accepted.due()).extracting(PlanDue::command).contains("nodetool repair --full shop");
    }

    @Test
    void aReplicaThatIsDownOrHasNoSidecarIsTooFew() {
        Draft down = replaced(RingFixture.nodes(4).down("10.0.1.2").keyspace("shop", 3), "QUORUM");
        assertThat(codes(down)).contains("TOO_FEW_SOURCES", "NODE_DOWN");
        Draft silent = replaced(RingFixture.nodes(3).withoutSidecar("10.0.1.2").keyspace("shop", 3), "QUORUM");
        assertThat(codes(silent)).contains("TOO_FEW_SOURCES", "NO_SIDECAR");
    }

    @Test
    void theOnlyReplicaOfARangeIsLost() {
        Draft draft = replaced(RingFixture.nodes(3).keyspace("shop", 1), "ONE");

        assertThat(codes(draft)).contains("DATA_LOST");
        assertThat(draft.refused()).isTrue();
        assertThat(draft.keyspaces())
                .as("what nobody can prove is not declared")
                .extracting(PlanKeyspace::treatment)
                .containsExactly(Treatment.STREAM);
        assertThat(replaced(RingFixture.nodes(3).keyspace("shop", 1), "ALL", "DATA_LOST", "TOO_FEW_SOURCES")
                        .refused())
                .isFalse();
    }

    @Test
    void aLevelOfWritesIsAssumedUnlessItIsNamed() {
        RingFixture ring = RingFixture.nodes(3).keyspace("shop", 3).down(DEAD);

        assertThat(codes(PlanDrafter.draft(replace(PlanWay.SURVEY, Map.of()), ring.facts(RingFixture.NEW))))
                .contains("CONSISTENCY_UNKNOWN");
        assertThat(codes(replaced(ring, "QUORUM"))).doesNotContain("CONSISTENCY_UNKNOWN");
    }

    @ParameterizedTest
    @CsvSource({"DIRECT,5.0.9,true", "SURVEY,5.0.9,false", "SURVEY,4.0.19,true"})
    void lightweightTransactionsAreTold(PlanWay way, String version, boolean told) {
        RingFixture ring = RingFixture.nodes(3)
                .version(version)
                .down(DEAD)
                .keyspace("shop", 3)
                .transacted();
        Draft draft = PlanDrafter.draft(replace(way, Map.of("*", "QUORUM")), ring.facts(RingFixture.NEW));
        assertThat(codes(draft).contains("LIGHTWEIGHT_TRANSACTIONS")).isEqualTo(told);
        assertThat(draft.refused()).isFalse();
    }

    @Test
    void whatImportsDoNotServeIsStreamedInSurveyAndLeftEmptyInDirect() {
        RingFixture ring = RingFixture.nodes(3)
                .down(DEAD)
                .keyspace("shop", 3)
                .keyspace("views", List.of("HAS_VIEWS"), 864_000, 3)
                .keyspace("system_auth", 3);
        Draft survey = PlanDrafter.draft(replace(PlanWay.SURVEY, Map.of()), ring.facts(RingFixture.NEW));
        assertThat(survey.keyspaces())
                .extracting(PlanKeyspace::treatment)
                .containsExactly(Treatment.FILL, Treatment.STREAM, Treatment.STREAM);
        assertThat(survey.ranges()).extracting(PlanRange::keyspace).containsOnly("shop");

        Draft direct = PlanDrafter.draft(replace(PlanWay.DIRECT, Map.of()), ring.facts(RingFixture.NEW));
        assertThat(direct.keyspaces())
                .extracting(PlanKeyspace::treatment)
                .containsExactly(Treatment.FILL, Treatment.LEAVE_EMPTY, Treatment.LEAVE_EMPTY);
        assertThat(direct.due()).extracting(PlanDue::command).contains("nodetool repair --full system_auth");
    }

    @ParameterizedTest
    @CsvSource({"4.1.10,false", "5.0.9,true", "6.0-alpha2,true"})
    void theStartInSurveyKeepsTheDeclaredRanges(String version, boolean kept) {
        Draft draft = replaced(RingFixture.nodes(3).version(version).keyspace("shop", 3), "QUORUM");

        List<PlanStart> starts = draft.destinations().get(0).starts();
        // From 6.0 on the first start has them already.
        List<String> options = starts.get(starts.size() - 2).jvmOptions();
        assertThat(options)
                .contains(
                        "-Dcassandra.replace_address_first_boot=" + DEAD,
                        "-Dcassandra.write_survey=true",
                        "-Dcassandra.auto_bootstrap=true");
        assertThat(options.contains("-Dcassandra.reset_bootstrap_progress=false"))
                .isEqualTo(kept);
        assertThat(starts.get(starts.size() - 1).removed())
                .containsAll(options)
                .contains("-Dcassandra.join_ring=false");
    }

    @Test
    void aNodeThatSomebodySeesUpIsNotReplaced() {
        RingFixture ring = RingFixture.nodes(4).keyspace("shop", 3);
        assertThat(codes(PlanDrafter.draft(replace(PlanWay.SURVEY, Map.of()), ring.facts(RingFixture.NEW))))
                .contains("DEAD_NODE_UP");
        assertThat(codes(replaced(ring.seenUp("10.0.1.2", DEAD), "QUORUM"))).contains("DEAD_NODE_UP");
    }

    @Test
    void whoeverSeesTheDeadNodeUpIsNamedInOneFinding() {
        RingFixture ring = RingFixture.nodes(4).keyspace("shop", 3);
        Draft draft = PlanDrafter.draft(replace(PlanWay.SURVEY, Map.of()), ring.facts(RingFixture.NEW));

        assertThat(draft.findings())
                .filteredOn(finding -> finding.code().equals("DEAD_NODE_UP"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject()).isEqualTo(DEAD);
                    assertThat(finding.detail()).contains("10.0.1.1", "10.0.1.2", "10.0.1.4");
                });
    }

    @Test
    void nodesWhoseSeedsNameTheDeadNodeAreNamedAndSoIsWhatIsToBeDone() {
        Draft named = replaced(RingFixture.nodes(4).keyspace("shop", 3).seeds("10.0.1.1", DEAD), "QUORUM");
        assertThat(named.findings())
                .filteredOn(finding -> finding.code().equals("SEEDS_NAME_DEAD"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.detail()).contains("10.0.1.1, 10.0.1.2, 10.0.1.4"));
        assertThat(named.due()).extracting(PlanDue::what).anyMatch(what -> what.contains("lists of seeds"));

        Draft none = replaced(RingFixture.nodes(4).keyspace("shop", 3), "QUORUM");
        assertThat(codes(none)).doesNotContain("SEEDS_NAME_DEAD");
        assertThat(none.due()).extracting(PlanDue::what).noneMatch(what -> what.contains("lists of seeds"));
    }

    @Test
    void rolesThatOnlyTheDeadNodeHadAreTold() {
        Draft single = replaced(RingFixture.nodes(4).keyspace("shop", 3).keyspace("system_auth", 1), "QUORUM");
        assertThat(codes(single)).contains("SYSTEM_RANGES_LOST").doesNotContain("DATA_LOST");
        assertThat(single.refused()).isFalse();
        assertThat(single.due()).extracting(PlanDue::command).doesNotContain("nodetool repair --full system_auth");

        Draft three = replaced(RingFixture.nodes(4).keyspace("shop", 3).keyspace("system_auth", 3), "QUORUM");
        assertThat(codes(three)).doesNotContain("SYSTEM_RANGES_LOST");
        assertThat(three.due()).extracting(PlanDue::command).contains("nodetool repair --full system_auth");
        assertThat(keyspace(three, "system_auth").copies()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"5.0.9,false", "4.1.10,true", "6.0-alpha2,true"})
    void aReplacementOfAnotherMajorVersionIsRefused(String cluster, boolean mixed) {
        RingFixture ring = RingFixture.nodes(3)
                .version(cluster)
                .keyspace("shop", 3)
                .replacement(RingFixture.process("new", "10.0.9.9", "dc1", "r3"));

        assertThat(codes(replaced(ring, "QUORUM")).contains("MIXED_VERSIONS")).isEqualTo(mixed);
    }

    @ParameterizedTest
    @CsvSource({"10.0.1.2,4.1.10,true", "10.0.1.2,5.0.2,false", "10.0.1.2,'',false", "10.0.1.3,4.1.10,false"})
    void aLiveNodeOfAnotherMajorVersionRefusesWhetherItsSidecarAnswersOrNot(
            String address, String release, boolean mixed) {
        RingFixture ring =
                RingFixture.nodes(4).keyspace("shop", 3).withoutSidecar(address).release(address, release);

        assertThat(codes(replaced(ring, "QUORUM")).contains("MIXED_VERSIONS")).isEqualTo(mixed);
    }

    @Test
    void aSidecarThatAnswersWithAnErrorIsNamedWithIt() {
        RingFixture ring = RingFixture.nodes(4).keyspace("shop", 3).failing("10.0.1.2", "unknown keyspace");

        assertThat(replaced(ring, "QUORUM").findings())
                .filteredOn(finding -> finding.code().equals("NO_SIDECAR"))
                .extracting(Finding::detail)
                .containsExactly("http://10.0.1.2:9043 cannot tell what the node holds: unknown keyspace");
    }

    @Test
    void nothingIsPlannedWhileTheRingChanges() {
        Draft draft = replaced(RingFixture.nodes(4).joining("10.0.1.4").keyspace("shop", 3), "QUORUM");

        assertThat(codes(draft)).contains("RING_CHANGING");
        assertThat(draft.refused()).isTrue();
    }

    @Test
    void aReplacementInAnotherRackOrAtTheDeadAddressIsRefused() {
        RingFixture ring = RingFixture.nodes(4)
                .keyspace("shop", 3)
                .replacement(RingFixture.process("new", "10.0.9.9", "dc1", "r1"));
        assertThat(codes(replaced(ring, "QUORUM"))).contains("OTHER_PLACE", "ALREADY_JOINED");
        RingFixture same =
                RingFixture.nodes(4).keyspace("shop", 3).replacement(RingFixture.process("new", DEAD, "dc1", "r3"));
        assertThat(codes(replaced(same, "QUORUM"))).contains("SAME_ADDRESS");
    }

    /** For instance a host name, or another spelling of an IPv6 address. */
    @Test
    void anAddressMayBeWrittenInSeveralWays() {
        ClusterFacts facts = RingFixture.nodes(4).keyspace("shop", 3).down(DEAD).facts(RingFixture.NEW);
        HostFacts there = facts.destinations().get(0);
        ClusterFacts resolved = new ClusterFacts(
                facts.view(),
                facts.members(),
                facts.keyspaces(),
                List.of(new HostFacts("http://replacement:9043", there.host(), List.of("10.0.9.9", DEAD))));

        assertThat(codes(PlanDrafter.draft(replace(PlanWay.SURVEY, Map.of("*", "QUORUM")), resolved)))
                .contains("SAME_ADDRESS");
        assertThat(HostFacts.canonical("2001:DB8::1")).isEqualTo(HostFacts.canonical("2001:0db8:0:0::0001"));
        assertThat(HostFacts.canonical("10.0.0.1")).isEqualTo("10.0.0.1");
        assertThat(HostFacts.canonical("1:2:3")).as("no address").isEqualTo("1:2:3");
        assertThat(HostFacts.canonical("")).isEmpty();
    }

    @Test
    void tombstonesMustOutliveTheFill() {
        Draft draft = replaced(RingFixture.nodes(3).keyspace("shop", List.of(), 60, 3), "QUORUM");

        assertThat(codes(draft)).contains("GC_GRACE_TOO_SHORT");
    }

    @Test
    void theDigestFollowsWhatIsApprovedAndNotTheBytes() {
        Draft one = replaced(RingFixture.nodes(3).keyspace("shop", 3), "QUORUM");
        Draft same = replaced(RingFixture.nodes(3).keyspace("shop", 3), "QUORUM");
        Draft other = replaced(RingFixture.nodes(3).keyspace("shop", 3), "ALL");

        assertThat(one.digest()).isEqualTo(same.digest()).isNotEqualTo(other.digest());
        assertThat(PlanDrafter.changes(one, same)).isEmpty();
    }

    @Test
    void aChangeOfTheRingIsNamed() {
        Draft planned = replaced(RingFixture.nodes(4).keyspace("shop", 3), "QUORUM");
        Draft now = replaced(RingFixture.nodes(5).keyspace("shop", 3), "QUORUM");

        assertThat(PlanDrafter.changes(planned, now))
                .singleElement()
                .extracting(DraftChange::text)
                .asString()
                .startsWith("the ring was");
    }

    @Test
    void anUnknownDeadNodeIsNamedWithTheKnownOnes() {
        PlanRequest request = PlanRequest.builder(PlanKind.REPLACE)
                .dead("10.0.1.99")
                .destinations(List.of(RingFixture.NEW))
                .build();
        assertThatThrownBy(() -> PlanDrafter.draft(request, RingFixture.nodes(2).facts(RingFixture.NEW)))
                .hasMessageContaining("10.0.1.99")
                .hasMessageContaining("10.0.1.1");
        assertThatThrownBy(() -> replaced(RingFixture.nodes(3).keyspace("shop", 3), "MOST"))
                .hasMessageContaining("MOST");
    }

    private static String[] sidecars(int count) {
        String[] uris = new String[count];
        Arrays.setAll(uris, i -> "http://10.0.2." + (i + 1) + ":9043");
        return uris;
    }

    @Test
    void aRebuiltDataCentreTakesADistinctSourceForEachReplica() {
        Draft draft = PlanDrafter.draft(
                rebuild(null, "LOCAL_QUORUM"),
                RingFixture.nodes(3, 3).keyspace("shop", 3, 3).facts(sidecars(3)));

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        Map<String, List<PlanRange>> byRange = draft.ranges().stream().collect(Collectors.groupingBy(PlanRange::range));
        assertThat(byRange.values()).allSatisfy(ranges -> {
            List<String> sources =
                    ranges.stream().flatMap(range -> range.sources().stream()).toList();
            assertThat(ranges).hasSize(3);
            assertThat(new HashSet<>(sources)).hasSize(3);
        });
    }

    /** Its files hold nothing, and the rows that it has in memory are flushed once the plan runs. */
    @Test
    @Timeout(60)
    void aReplicaThatHasFlushedNothingIsASourceOfARebuildAllTheSame() {
        Draft draft = PlanDrafter.draft(
                rebuild(null, "LOCAL_QUORUM"),
                RingFixture.nodes(3, 3)
                        .unflushed("10.0.1.2")
                        .keyspace("shop", 3, 3)
                        .facts(sidecars(3)));

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(draft.ranges().stream()
                        .filter(range -> range.sources().contains(new UUID(1, 2).toString()))
                        .map(PlanRange::range)
                        .distinct())
                .hasSameSizeAs(
                        draft.ranges().stream().map(PlanRange::range).distinct().toList());
    }

    @Test
    void withOtherReplicationFactorsTheRuleHolds() {
        Draft draft = PlanDrafter.draft(
                rebuild(null, "LOCAL_QUORUM"),
                RingFixture.nodes(3, 2).keyspace("shop", 3, 2).facts(sidecars(2)));

        assertThat(draft.ranges())
                .allSatisfy(range -> assertThat(range.sources()).hasSize(2).doesNotHaveDuplicates());
    }

    @Test
    void whatImportsDoNotServeIsLeftToNodetoolRebuild() {
        Draft draft = PlanDrafter.draft(
                rebuild(null, "LOCAL_QUORUM"),
                RingFixture.nodes(3, 3)
                        .keyspace("shop", 3, 3)
                        .keyspace("views", List.of("HAS_VIEWS"), 864_000, 3, 3)
                        .facts(sidecars(3)));
        assertThat(draft.keyspaces())
                .extracting(PlanKeyspace::treatment)
                .containsExactly(Treatment.FILL, Treatment.LEAVE_EMPTY);
        assertThat(draft.ranges()).extracting(PlanRange::keyspace).containsOnly("shop");
        assertThat(codes(draft)).contains("LEFT_EMPTY");
        assertThat(draft.due()).extracting(PlanDue::command).contains("nodetool rebuild -ks views dc1");
    }

    @Test
    void theNodesOfARackAreFilledAtOnceRackAfterRack() {
        RingFixture ring = RingFixture.nodes(3, 3).keyspace("shop", 3, 3);
        Draft racks = rebuilt(ring);
        Draft rack = rebuilt(ring.inOneRack("dc2"));

        assertThat(fills(racks)).extracting(PlannedStep::withPrevious).containsExactly(null, null, null);
        assertThat(fills(rack)).extracting(PlannedStep::withPrevious).containsExactly(null, true, true);
        assertThat(rack.estimate().maxSeconds()).isLessThan(racks.estimate().maxSeconds());
        assertThat(rack.estimate().assumptions()).anySatisfy(line -> assertThat(line)
                .contains("rack r1: 3 nodes are filled at once, each at 1/3 of the plan's rate", "3 sources"));
        assertThat(rack.matchesDigest()).isTrue();
        assertThat(rack.withSteps(racks.steps()).matchesDigest()).isFalse();
    }

    /** With so low a rate a destination would refuse its part. */
    @Test
    void noMoreNodesAreFilledAtOnceThanTheRateIsEnoughFor() {
        RingFixture ring = RingFixture.nodes(3, 3).keyspace("shop", 3, 3).inOneRack("dc2");
        PlanRequest slow = rebuild(null, "LOCAL_QUORUM").toBuilder()
                .maxRate(2 * Bounds.MIN_RATE)
                .build();

        assertThat(fills(rebuilt(ring, slow)))
                .extracting(PlannedStep::withPrevious)
                .containsExactly(null, true, null);
    }

    /** They could not verify its digest. */
    @Test
    void whereASidecarKnowsNoStepsAtTheSameTimeNodesAreFilledOneByOne() {
        RingFixture ring =
                RingFixture.nodes(3, 3).keyspace("shop", 3, 3).inOneRack("dc2").notCutting("http://10.0.2.2:9043");

        assertThat(fills(rebuilt(ring))).extracting(PlannedStep::withPrevious).containsExactly(null, null, null);
    }

    private static Draft rebuilt(RingFixture ring) {
        return rebuilt(ring, rebuild(null, "LOCAL_QUORUM"));
    }

    private static Draft rebuilt(RingFixture ring, PlanRequest request) {
        return PlanDrafter.draft(
                request, ring.facts("http://10.0.2.1:9043", "http://10.0.2.2:9043", "http://10.0.2.3:9043"));
    }

    private static List<PlannedStep> fills(Draft draft) {
        return draft.steps().stream()
                .filter(step -> step.action() == StepAction.FILL)
                .toList();
    }

    @Test
    void aRebuildWantsLocalWrites() {
        Draft draft = PlanDrafter.draft(
                rebuild(null, "QUORUM"),
                RingFixture.nodes(3, 3).keyspace("shop", 3, 3).facts(sidecars(3)));

        assertThat(codes(draft)).contains("WRITES_NOT_LOCAL");
    }
}
