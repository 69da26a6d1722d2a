/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.Finding.Severity;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.api.sstable.SstableFinding;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.finding.DraftChange;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.plan.kind.TransferTerms;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SstableChecksTest {
    private static final String DEAD = "10.0.1.3";
    private static final SstableFinding UNREADABLE = new SstableFinding(
            "SSTABLE_UNREADABLE",
            "CORRUPT_COMPONENT: Statistics.db: 12 bytes",
            4,
            List.of("nb-1-big", "nb-2-big"),
            null);
    private static final SstableFinding MISMATCH = new SstableFinding(
            "HEADER_MISMATCH", "column v was written as IntType", 1, List.of("nb-3-big"), List.of("5:5"));

    @Test
    void whatATransferWouldFindRefusesThePlan() {
        Draft draft = replaced(ring().finding("10.0.1.1", UNREADABLE), PlanWay.SURVEY);

        assertThat(draft.refused()).isTrue();
        assertThat(of("SSTABLE_UNREADABLE", draft)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.REFUSE_UNLESS_ACCEPTED);
            assertThat(finding.subject()).isEqualTo("shop.t at 10.0.1.1");
            assertThat(finding.detail())
                    .isEqualTo(
                            "CORRUPT_COMPONENT: Statistics.db: 12 bytes (4 SSTables: nb-1-big, nb-2-big and 2 more)");
            assertThat(finding.remedy()).isEqualTo(FindingCode.SSTABLE_UNREADABLE.remedy());
        });
    }

    @Test
    void whatIsAcceptedIsANoteAndThePlansTransfersAcceptItAndARepairIsDue() {
        Draft draft = replaced(ring().finding("10.0.1.1", UNREADABLE), PlanWay.SURVEY, "SSTABLE_UNREADABLE");

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(of("SSTABLE_UNREADABLE", draft))
                .extracting(Finding::severity)
                .containsExactly(Severity.NOTE);
        assertThat(TransferTerms.accepted(draft.request().accept())).containsExactly("SSTABLE_UNREADABLE");
        assertThat(draft.due()).extracting(PlanDue::command).contains("nodetool repair --full shop");
    }

    @Test
    void whatATransferDoesNotAcceptThePlanDoesNotEither() {
        Draft draft = replaced(ring().finding("10.0.1.1", MISMATCH), PlanWay.SURVEY, "HEADER_MISMATCH");

        assertThat(of("HEADER_MISMATCH", draft)).extracting(Finding::severity).containsExactly(Severity.REFUSE);
        assertThat(draft.due()).isEqualTo(replaced(ring(), PlanWay.SURVEY).due());
    }

    @Test
    void onlyWhatOverlapsTheRangesThatASourceIsAskedForCounts() {
        RingFixture ring = ring();
        Draft draft = replaced(ring, PlanWay.SURVEY);
        String one = "10.0.1.1";
        List<TokenRange> asked = draft.ranges().stream()
                .filter(range -> range.sources().contains(hostId(draft, one)))
                .map(PlanRange::range)
                .map(TokenRange::parse)
                .toList();
        TokenRange some = asked.stream()
                .filter(range -> asked.stream().noneMatch(next -> next.left() == range.right()))
                .findFirst()
                .orElseThrow();
        TokenRange within = new TokenRange(some.right() - 1, some.right());
        TokenRange outside = new TokenRange(some.right(), some.right() + 1);

        assertThat(of("HEADER_MISMATCH", replaced(ring().finding(one, spanning(outside)), PlanWay.SURVEY)))
                .isEmpty();
        assertThat(of("HEADER_MISMATCH", replaced(ring().finding(one, spanning(within)), PlanWay.SURVEY)))
                .hasSize(1);
    }

    @Test
    void rangesThatAreNoneCountAsAny() {
        SstableFinding found =
                new SstableFinding("HEADER_MISMATCH", "differs", 1, List.of("nb-1-big"), List.of("left:right"));

        assertThat(of("HEADER_MISMATCH", replaced(ring().finding("10.0.1.1", found), PlanWay.SURVEY)))
                .hasSize(1);
    }

    private static SstableFinding spanning(TokenRange range) {
        return new SstableFinding("HEADER_MISMATCH", "differs", 1, List.of("nb-1-big"), List.of(range.toString()));
    }

    private static String hostId(Draft draft, String address) {
        return draft.destinations().get(0).sources().stream()
                .map(source -> source.node())
                .filter(node -> node.address().equals(address))
                .findFirst()
                .orElseThrow()
                .hostId();
    }

    @Test
    void whatCassandraStreamsItselfDoesNotCount() {
        Draft draft = replaced(ring().finding("10.0.1.1", MISMATCH), PlanWay.BOOTSTRAP);

        assertThat(of("HEADER_MISMATCH", draft)).isEmpty();
        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
    }

    @Test
    void nodesThatAreNoSourcesDoNotCount() {
        RingFixture ring = RingFixture.nodes(3, 1).keyspace("shop", 3).finding("10.0.2.1", MISMATCH);

        assertThat(of("HEADER_MISMATCH", replaced(ring, PlanWay.SURVEY))).isEmpty();
    }

    @Test
    void aRebuildLooksToo() {
        RingFixture ring = RingFixture.nodes(2, 2).keyspace("shop", 2, 2).finding("10.0.1.2", UNREADABLE);
        PlanRequest request = PlanRequest.builder(PlanKind.REBUILD)
                .datacenter("dc2")
                .sourceDatacenter("dc1")
                .accept(List.of("SSTABLE_UNREADABLE"))
                .build();

        Draft draft = PlanDrafter.draft(request, ring.facts());

        assertThat(of("SSTABLE_UNREADABLE", draft)).extracting(Finding::subject).containsExactly("shop.t at 10.0.1.2");
        assertThat(draft.due()).extracting(PlanDue::command).contains("nodetool repair --full shop");
        assertThat(PlanDrafter.draft(request.toBuilder().accept(null).build(), ring.facts())
                        .refused())
                .isTrue();
    }

    @Test
    void aNoteNamesTheSourcesThatWereNotLookedAt() {
        Draft draft = replaced(ring().notLooking("10.0.1.2"), PlanWay.SURVEY);

        assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
        assertThat(of("SSTABLES_UNKNOWN", draft)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.NOTE);
            assertThat(finding.subject()).isEqualTo("10.0.1.2");
            assertThat(finding.detail()).endsWith("shop.t");
        });
        assertThat(of("SSTABLES_UNKNOWN", replaced(ring(), PlanWay.SURVEY))).isEmpty();
    }

    @Test
    void aCodeOfALaterVersionIsUnknown() {
        SstableFinding later = new SstableFinding("LATER", "?", 1, List.of("nb-1-big"), null);
        // A finding of transfers that does not refuse them.
        SstableFinding note = new SstableFinding("CLEANUP_DUE", "?", 1, List.of("nb-1-big"), null);

        for (SstableFinding found : List.of(later, note)) {
            Draft draft = replaced(ring().finding("10.0.1.2", found), PlanWay.SURVEY);
            assertThat(draft.refused()).as("%s", draft.findings()).isFalse();
            assertThat(of("SSTABLES_UNKNOWN", draft)).hasSize(1);
        }
    }

    @Test
    void manyTablesMakeABoundedNumberOfFindings() {
        RingFixture ring = RingFixture.nodes(3)
                .keyspace("shop", 200, List.of(), 864_000, 3)
                .finding("10.0.1.1", UNREADABLE)
                .finding("10.0.1.2", UNREADABLE);

        List<Finding> found = of("SSTABLE_UNREADABLE", replaced(ring, PlanWay.SURVEY));

        assertThat(found).hasSize(SstableChecks.MOST + 1);
        assertThat(found.get(SstableChecks.MOST).subject()).isEqualTo("others");
        assertThat(found.get(SstableChecks.MOST).detail()).startsWith("350 more");
    }

    @Test
    void whatIsFoundSinceThePlanWasMadeIsAChange() {
        Draft planned = replaced(ring(), PlanWay.SURVEY);
        Draft now = replaced(ring().finding("10.0.1.1", UNREADABLE), PlanWay.SURVEY);

        assertThat(PlanDrafter.changes(planned, now))
                .singleElement()
                .extracting(DraftChange::text)
                .asString()
                .startsWith("SSTABLE_UNREADABLE shop.t at 10.0.1.1: CORRUPT_COMPONENT");
        assertThat(now.digest()).isEqualTo(planned.digest());
    }

    /** Another build may word what an operator has read and accepted otherwise. */
    @Test
    void noWordsOfAFindingDecideWhetherItIsAChange() {
        Draft accepted = replaced(ring().finding("10.0.1.1", UNREADABLE), PlanWay.SURVEY, "SSTABLE_UNREADABLE");
        Draft reworded = accepted.withFindings(accepted.findings().stream()
                .map(each -> new Finding(each.code(), each.severity(), "?", "?", "?"))
                .toList());
        Draft now = replaced(ring().finding("10.0.1.1", UNREADABLE), PlanWay.SURVEY);

        assertThat(PlanDrafter.changes(reworded, accepted)).isEmpty();
        assertThat(PlanDrafter.changes(accepted, reworded)).isEmpty();
        assertThat(PlanDrafter.changes(reworded, now)).hasSize(1);
        // Known by its words, it would be no change.
        assertThat(PlanDrafter.changes(accepted, now)).hasSize(1);
    }

    @Test
    void aRebuildOfATableWithoutGraceIsRefusedInTheDraft() {
        RingFixture ring = RingFixture.nodes(2, 2).keyspace("shop", List.of(), 0, 2, 2);
        PlanRequest request = PlanRequest.builder(PlanKind.REBUILD)
                .datacenter("dc2")
                .sourceDatacenter("dc1")
                .build();

        assertThat(of("GC_GRACE_TOO_SHORT", PlanDrafter.draft(request, ring.facts())))
                .extracting(Finding::subject)
                .containsExactly("shop.t");
    }

    private static RingFixture ring() {
        return RingFixture.nodes(4).keyspace("shop", 3);
    }

    private static Draft replaced(RingFixture ring, PlanWay way, String... accept) {
        PlanRequest request = PlanRequest.builder(PlanKind.REPLACE)
                .dead(DEAD)
                .destinations(List.of(RingFixture.NEW))
                .way(way)
                .writes(Map.of("*", "QUORUM"))
                .accept(List.of(accept))
                .build();
        return PlanDrafter.draft(request, ring.down(DEAD).facts(RingFixture.NEW));
    }

    private static List<Finding> of(String code, Draft draft) {
        return draft.findings().stream()
                .filter(finding -> finding.code().equals(code))
                .toList();
    }
}
