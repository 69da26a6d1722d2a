/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.offer.ManySstables;
import io.idaeus.sidecar.selection.offer.Offer;
import io.idaeus.sidecar.selection.offer.OfferPage;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Plans of SSTables that come page by page. */
class SelectorPagesTest {
    private static final int PAGE = 1000;

    private final Offer offer = ManySstables.offer();
    private final Selector selector = ManySstables.selector(offer);

    @Test
    void fiftyThousandSstablesArePlannedWhileTheirPagesGo() {
        int total = 50_000;
        List<WeakReference<Object>> seen = new ArrayList<>();
        for (int from = 0; from < total; from += PAGE) {
            OfferPage page = ManySstables.page(from, from + PAGE, total);
            page.sstables().forEach(sstable -> remember(sstable, seen));
            selector.add(offer, page);
        }

        assertThat(alive(seen)).isLessThanOrEqualTo(3 * PAGE);
        Selection selection = selector.selection();
        assertThat(alive(seen)).isLessThanOrEqualTo(3 * PAGE);
        assertThat(selection.sstables())
                .hasSize(total)
                .extracting(SelectedSstable::name)
                .startsWith("nb-1-big", "nb-2-big")
                .endsWith("nb-50000-big");
    }

    private static void remember(ManifestSstable sstable, List<WeakReference<Object>> seen) {
        seen.add(new WeakReference<>(sstable));
        seen.add(new WeakReference<>(sstable.sstable().statistics()));
        seen.add(new WeakReference<>(sstable.components().get(0)));
    }

    /** All of the last page may be alive: this thread may still hold it. */
    private static long alive(List<WeakReference<Object>> seen) {
        long alive = seen.size();
        for (int i = 0; i < 10 && alive > 3 * PAGE; i++) {
            System.gc();
            alive = seen.stream().filter(one -> one.get() != null).count();
        }
        return alive;
    }

    @Test
    void thePlanIsTheSameHoweverManyPagesThereAre() {
        selector.add(offer, ManySstables.page(0, 10, 10));
        Selector other = ManySstables.selector(offer);
        IntStream.range(0, 10).forEach(i -> other.add(offer, ManySstables.page(i, i + 1, 10)));

        assertThat(other.selection()).isEqualTo(selector.selection());
    }

    @Test
    void aPlannedSstableHasTheComponentsThatItsSourceSaid() {
        selector.add(offer, ManySstables.page(0, 2, 2));

        assertThat(selector.selection().sstables())
                .extracting(SelectedSstable::components)
                .isEqualTo(ManySstables.sstables(0, 2).stream()
                        .map(ManifestSstable::components)
                        .toList());
    }

    @Test
    void aPageInTheMiddleThatMakesNoSenseRefusesTheSource() {
        selector.add(offer, ManySstables.page(0, 10, 30));
        ManifestSstable path = new ManifestSstable(
                ManySstables.sstables(10, 11).get(0).sstable(),
                List.of(new ManifestComponent("../x.db", 1, "00000000", ChecksumOrigin.SIDECAR, null)));

        assertPeerFailed(
                () -> selector.add(
                        offer, new OfferPage(ManySstables.DEFINITION, null, false, List.of(path), false, 30)),
                "../x.db");
    }

    @Test
    void aPageWithANameOfAnEarlierOneRefusesTheSource() {
        selector.add(offer, ManySstables.page(0, 10, 30));
        selector.add(offer, ManySstables.page(10, 20, 30));

        assertPeerFailed(() -> selector.add(offer, ManySstables.page(9, 11, 30)), "nb-10-big");
    }

    @Test
    void aSourceOfWhichPagesAreMissingIsRefused() {
        assertPeerFailed(() -> ManySstables.selector(offer).selection(), "last page");

        selector.add(offer, ManySstables.page(0, 10, 30));

        assertPeerFailed(selector::selection, "last page");
    }

    @Test
    void aSourceWithoutSstablesIsPlanned() {
        selector.add(offer, ManySstables.page(0, 0, 0));

        assertThat(selector.selection().findings()).singleElement().satisfies(finding -> assertThat(finding.code())
                .isEqualTo("NOTHING_TO_MOVE"));
    }

    @Test
    void aPageOfAnUnknownOfferIsADefect() {
        Selector other = ManySstables.selector();

        assertThatThrownBy(() -> other.add(offer, ManySstables.page(0, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertPeerFailed(ThrowingCallable call, String what) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.PEER_FAILED))
                .hasMessageContaining(what);
    }
}
