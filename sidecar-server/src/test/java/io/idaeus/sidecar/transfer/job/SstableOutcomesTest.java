/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import static io.idaeus.api.transfer.TransferSstable.State.EXCLUDED;
import static io.idaeus.api.transfer.TransferSstable.State.FETCHED;
import static io.idaeus.api.transfer.TransferSstable.State.HELD_BACK;
import static io.idaeus.api.transfer.TransferSstable.State.IMPORTED;
import static io.idaeus.api.transfer.TransferSstable.State.NOT_IMPORTED;
import static io.idaeus.api.transfer.TransferSstable.State.SOURCE_CORRUPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.selection.StagedSlice;
import io.idaeus.sidecar.transfer.source.OtherSources;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SstableOutcomesTest {
    private static final TableRef USERS = new TableRef("shop", "users");
    private static final TableRef ORDERS = new TableRef("shop", "orders");

    private final SstableOutcomes outcomes = new SstableOutcomes(new Selection(
            List.of(
                    sstable("nb-1-big", USERS, 0, 10),
                    sstable("nb-2-big", USERS, 10, 20),
                    sstable("nb-3-big", USERS, 11, 30),
                    sstable("nb-1-big", ORDERS, 0, 10)),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            0,
            0,
            0));

    @Test
    void whatOverlapsACorruptSstableOfItsTableIsHeldBackAndNothingElse() {
        outcomes.became(0, SOURCE_CORRUPT, "CRC32");
        for (int i = 1; i < 4; i++) {
            outcomes.became(i, FETCHED, null);
        }

        outcomes.holdBackOverlaps(new OtherSources(List.of(source("0:100", "0:100"))));

        assertThat(outcomes.inState(HELD_BACK)).containsExactly(1);
        assertThat(outcomes.inState(FETCHED)).containsExactly(2, 3);
        assertThat(outcomes.get(1).reason()).contains("nb-1-big");
    }

    @Test
    void whatWasNotImportedWasFetchedAllTheSame() {
        outcomes.became(0, IMPORTED, null);
        outcomes.became(1, NOT_IMPORTED, "refused");
        outcomes.became(2, SOURCE_CORRUPT, "CRC32");

        assertThat(outcomes.counts()).isEqualTo(new Transfer.SstableCounts(4, 2, 1, 2, 0, 0, 0));
    }

    /** As one that the selection excluded. */
    @Test
    void whatCannotBeCutIsExcludedAndHoldsBackWhatOverlapsIt() {
        outcomes.became(0, EXCLUDED, "cannot be cut");
        for (int i = 1; i < 4; i++) {
            outcomes.became(i, FETCHED, null);
        }

        outcomes.holdBackBesideUncut(new OtherSources(List.of(source("0:100", "0:100"))));

        assertThat(outcomes.inState(HELD_BACK)).containsExactly(1);
        assertThat(outcomes.get(1).reason()).contains("nb-1-big", "cannot be cut");
        assertThat(outcomes.counts()).isEqualTo(new Transfer.SstableCounts(3, 3, 0, 0, 1, 1, 0));
        assertThat(outcomes.shortfall()).containsExactly("2 FETCHED", "1 HELD_BACK", "1 EXCLUDED");
        assertThat(outcomes.view().get(0).part()).isNull();
    }

    /** Never FETCHED without components: an import may look at any time. */
    @Test
    void anEmptySliceIsImportedAtOnce() {
        StagedSlice empty = StagedSlice.empty(outcomes.selection().sstables().get(0));

        SstableOutcome changed = outcomes.change(0, outcome -> outcome.emptied(empty, "nothing"));

        assertThat(changed).isEqualTo(new SstableOutcome(IMPORTED, "nothing", 0, empty));
        assertThat(outcomes.changes()).isEqualTo(1);
    }

    @Test
    void theRecordRestoresThem() {
        outcomes.became(1, FETCHED, null);
        SelectionRecord record = outcomes.record();

        assertThat(new SstableOutcomes(record.selection(), record.outcomes()).inState(FETCHED))
                .containsExactly(1);
    }

    @Test
    void aRecordWithOtherCountsIsRefused() {
        assertThatThrownBy(() -> new SstableOutcomes(outcomes.selection(), List.of(SstableOutcome.PLANNED)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("outcomes: 1 (expected: one for each of 4 SSTables)");
    }

    private static PinnedSource source(String asked, String held) {
        return new PinnedSource(
                "http://10.0.0.1:9043", "h", "c", "tag", List.of(asked), true, Map.of("shop", List.of(held)));
    }

    @ParameterizedTest
    @CsvSource({
        "-1:100, -1:100, true",
        "-1:10, -1:100, true",
        "-1:9, -1:100, false",
        "-1:100, 5:100, false",
        "20:30, 20:30, false"
    })
    void anotherSourceThatHoldsTheSameTokensMakesUpForACorruptOne(String asked, String held, boolean makesUp) {
        SelectedSstable other = new SelectedSstable(1, "host2", USERS, "nb-1-big", 5, 20, 1, List.of(), Path.of("/o"));
        SstableOutcomes two = new SstableOutcomes(new Selection(
                List.of(sstable("nb-1-big", USERS, 0, 10), sstable("nb-2-big", USERS, 5, 15), other),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0,
                0,
                0));
        two.became(0, SOURCE_CORRUPT, "Data.db");
        two.became(1, FETCHED, null);
        two.became(2, FETCHED, null);

        two.holdBackOverlaps(new OtherSources(List.of(source("-1:100", "-1:100"), source(asked, held))));

        assertThat(two.inState(HELD_BACK)).isEqualTo(makesUp ? List.of(1) : List.of(1, 2));
    }

    @Test
    void aSourceWhoseOwnedTokensAreUnknownReplacesNothing() {
        PinnedSource known = source("-1:100", "-1:100");
        PinnedSource existing = new PinnedSource("u", "h", "c", "tag", List.of("-1:100"), false, null);

        assertThat(new OtherSources(List.of(known, existing)).replaces(1, sstable("nb-1-big", USERS, 0, 10)))
                .isFalse();
        assertThat(new OtherSources(List.of(existing, known)).replaces(1, sstable("nb-1-big", USERS, 0, 10)))
                .isTrue();
    }

    private static SelectedSstable sstable(String name, TableRef table, long first, long last) {
        return new SelectedSstable(0, "host", table, name, first, last, 1, List.of(), Path.of("/s", name));
    }
}
