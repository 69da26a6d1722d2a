/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ChecksumOrigin;
import io.idaeus.api.ManifestComponent;
import io.idaeus.api.ManifestSstable;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Plans of SSTables that come page by page. */
class PlannerPagesTest {
    private static final int PAGE = 1000;

    private final Offer offer = ManySstables.offer();
    private final Planner planner = ManySstables.planner(offer);

    @Test
    void fiftyThousandSstablesArePlannedWhileTheirPagesGo() {
        int total = 50_000;
        List<WeakReference<Object>> seen = new ArrayList<>();
        for (int from = 0; from < total; from += PAGE) {
            OfferPage page = ManySstables.page(from, from + PAGE, total);
            page.sstables().forEach(sstable -> remember(sstable, seen));
            planner.add(offer, page);
        }

        assertThat(alive(seen)).isLessThanOrEqualTo(3 * PAGE);
        Plan plan = planner.plan();
        assertThat(alive(seen)).isLessThanOrEqualTo(3 * PAGE);
        assertThat(plan.sstables())
                .hasSize(total)
                .extracting(PlannedSstable::name)
                .startsWith("nb-1-big", "nb-2-big")
                .endsWith("nb-50000-big");
    }

    private static void remember(ManifestSstable sstable, List<WeakReference<Object>> seen) {
        seen.add(new WeakReference<>(sstable));
        seen.add(new WeakReference<>(sstable.sstable().statistics()));
        seen.add(new WeakReference<>(sstable.components().get(0)));
    }

    /** Of the last page, which this thread may still hold, all may be. */
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
        planner.add(offer, ManySstables.page(0, 10, 10));
        Planner other = ManySstables.planner(offer);
        IntStream.range(0, 10).forEach(i -> other.add(offer, ManySstables.page(i, i + 1, 10)));

        assertThat(other.plan()).isEqualTo(planner.plan());
    }

    @Test
    void aPlannedSstableHasTheComponentsThatItsSourceSaid() {
        planner.add(offer, ManySstables.page(0, 2, 2));

        assertThat(planner.plan().sstables())
                .extracting(PlannedSstable::components)
                .isEqualTo(ManySstables.sstables(0, 2).stream()
                        .map(ManifestSstable::components)
                        .toList());
    }

    @Test
    void aPageInTheMiddleThatMakesNoSenseRefusesTheSource() {
        planner.add(offer, ManySstables.page(0, 10, 30));
        ManifestSstable path = new ManifestSstable(
                ManySstables.sstables(10, 11).get(0).sstable(),
                List.of(new ManifestComponent("../x.db", 1, "00000000", ChecksumOrigin.SIDECAR, null)));

        assertPeerFailed(
                () -> planner.add(offer, new OfferPage(ManySstables.DEFINITION, null, false, List.of(path), false, 30)),
                "../x.db");
    }

    @Test
    void aPageWithANameOfAnEarlierOneRefusesTheSource() {
        planner.add(offer, ManySstables.page(0, 10, 30));
        planner.add(offer, ManySstables.page(10, 20, 30));

        assertPeerFailed(() -> planner.add(offer, ManySstables.page(9, 11, 30)), "nb-10-big");
    }

    @Test
    void aSourceOfWhichPagesAreMissingIsRefused() {
        assertPeerFailed(() -> ManySstables.planner(offer).plan(), "last page");

        planner.add(offer, ManySstables.page(0, 10, 30));

        assertPeerFailed(planner::plan, "last page");
    }

    @Test
    void aSourceWithoutSstablesIsPlanned() {
        planner.add(offer, ManySstables.page(0, 0, 0));

        assertThat(planner.plan().findings()).singleElement().satisfies(finding -> assertThat(finding.code())
                .isEqualTo("NOTHING_TO_MOVE"));
    }

    @Test
    void aPageOfAnUnknownOfferIsADefect() {
        Planner other = ManySstables.planner();

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
