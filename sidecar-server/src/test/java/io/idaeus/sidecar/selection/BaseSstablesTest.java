/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.Finding;
import io.idaeus.api.ProblemType;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableProblem;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.offer.ManySstables;
import io.idaeus.sidecar.selection.offer.Offer;
import io.idaeus.sidecar.selection.offer.OfferPage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** SSTables that the base of a source holds do not move. */
class BaseSstablesTest {
    private final Offer offer = ManySstables.offer();
    private final Selector selector = ManySstables.selector(offer);

    @Test
    void whatTheBaseHoldsIsLeftOut() {
        selector.leaveOut(offer, ManySstables.page(0, 6, 10));
        selector.leaveOut(offer, ManySstables.page(6, 10, 10));
        selector.add(offer, ManySstables.page(0, 12, 12));

        Selection selection = selector.selection();
        assertThat(selection.sstables()).extracting(SelectedSstable::name).containsExactly("nb-11-big", "nb-12-big");
        assertThat(selection.importedEarlier()).isEqualTo(10);
        assertThat(selection.excluded()).isEmpty();
    }

    @Test
    void aBaseThatHoldsEverythingLeavesNothingToDo() {
        selector.leaveOut(offer, ManySstables.page(0, 3, 3));
        selector.add(offer, ManySstables.page(0, 3, 3));

        Selection selection = selector.selection();
        assertThat(selection.sstables()).isEmpty();
        assertThat(selection.findings()).extracting(Finding::code).doesNotContain("NOTHING_TO_MOVE");
    }

    /** After a restart, Cassandra 4.0 gives the name of an SSTable that is gone to another one. */
    @Test
    void anotherSstableOfTheSameNameMoves() {
        selector.leaveOut(offer, page(changed(0, 0, "00000001"), changed(1, 1, null), changed(2, 0, null)));
        selector.add(offer, ManySstables.page(0, 3, 3));

        assertThat(selector.selection().sstables())
                .extracting(SelectedSstable::name)
                .containsExactly("nb-1-big", "nb-2-big");
    }

    @Test
    void theBaseOfOneSourceSaysNothingOfAnother() {
        TokenRanges all = TokenRanges.fullRing();
        Offer other = ManySstables.offer(1, all, all, true);
        Selector two = ManySstables.selector(offer, other);
        two.leaveOut(offer, ManySstables.page(0, 3, 3));
        two.add(offer, ManySstables.page(0, 3, 3));
        two.add(other, ManySstables.page(0, 3, 3));

        assertThat(two.selection().sstables()).hasSize(3).allSatisfy(sstable -> assertThat(sstable.sourceHostId())
                .isEqualTo(other.hostId()));
    }

    @Test
    void anEmptyBaseLeavesOutNothing() {
        selector.leaveOut(offer, page());
        selector.add(offer, ManySstables.page(0, 3, 3));

        assertThat(selector.selection().sstables()).hasSize(3);
    }

    /** It cannot have moved. */
    @Test
    void whatCannotBeReadIsNoPartOfABase() {
        SstableInfo whole = ManySstables.sstables(0, 1).get(0).sstable();
        ManifestSstable unreadable = new ManifestSstable(
                new SstableInfo(
                        whole.name(),
                        whole.version(),
                        whole.format(),
                        whole.directory(),
                        whole.bytes(),
                        whole.components(),
                        null,
                        null,
                        null,
                        new SstableProblem("STATISTICS", "cannot be read")),
                ManySstables.sstables(0, 1).get(0).components());
        selector.leaveOut(offer, page(unreadable));
        selector.add(offer, page(unreadable));

        assertThat(selector.selection().importedEarlier()).isZero();
        assertThat(selector.selection().findings()).extracting(Finding::code).contains("SSTABLE_UNREADABLE");
    }

    /** Tombstones may be purged by what it was then, although it was raised since. */
    @Test
    void theGraceOfTheBaseCounts() {
        Offer old = new Offer(
                0,
                offer.hostId(),
                offer.cluster(),
                offer.partitioner(),
                offer.table(),
                offer.owned(),
                offer.certain(),
                offer.slices(),
                offer.requested(),
                Instant.EPOCH.minusSeconds(100),
                null);
        Selector aged = ManySstables.selector(old);
        aged.leaveOut(
                old, new OfferPage(ManySstables.withGrace(60), null, false, ManySstables.sstables(0, 1), true, 1));
        aged.add(old, ManySstables.page(0, 2, 2));

        assertThat(aged.selection().findings()).extracting(Finding::code).contains("SNAPSHOT_TOO_OLD");
    }

    @Test
    void aBaseThatContradictsItselfIsRefused() {
        assertThatThrownBy(() -> {
                    selector.leaveOut(offer, ManySstables.page(0, 3, 10));
                    selector.leaveOut(offer, ManySstables.page(0, 3, 10));
                })
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.PEER_FAILED));
    }

    private static OfferPage page(ManifestSstable... sstables) {
        return new OfferPage(ManySstables.DEFINITION, null, false, List.of(sstables), true, sstables.length);
    }

    // With so many more bytes in its Data.db, or another checksum.
    private static ManifestSstable changed(int index, long more, @Nullable String crc32) {
        ManifestSstable sstable = ManySstables.sstables(index, index + 1).get(0);
        return new ManifestSstable(
                sstable.sstable(),
                sstable.components().stream()
                        .map(component -> component.name().equals("Data.db")
                                ? new ManifestComponent(
                                        component.name(),
                                        component.bytes() + more,
                                        crc32 == null ? component.crc32() : crc32,
                                        component.checksumOrigin(),
                                        component.content())
                                : component)
                        .toList());
    }
}
