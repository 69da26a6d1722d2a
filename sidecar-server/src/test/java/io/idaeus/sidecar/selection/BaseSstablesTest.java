/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.ManifestComponent;
import io.idaeus.api.ManifestSstable;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the base of a source holds does not move. */
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
