/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static io.idaeus.api.TransferSstable.Fate.FETCHED;
import static io.idaeus.api.TransferSstable.Fate.HELD_BACK;
import static io.idaeus.api.TransferSstable.Fate.IMPORTED;
import static io.idaeus.api.TransferSstable.Fate.NOT_IMPORTED;
import static io.idaeus.api.TransferSstable.Fate.SOURCE_CORRUPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.sidecar.planning.Plan;
import io.idaeus.sidecar.planning.PlannedSstable;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FatesTest {
    private static final TableRef USERS = new TableRef("shop", "users");
    private static final TableRef ORDERS = new TableRef("shop", "orders");

    private final Fates fates = new Fates(new Plan(
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
            0));

    @Test
    void whatOverlapsACorruptSstableOfItsTableIsHeldBackAndNothingElse() {
        fates.became(0, SOURCE_CORRUPT, "CRC32");
        for (int i = 1; i < 4; i++) {
            fates.became(i, FETCHED, null);
        }

        fates.holdBackOverlaps();

        assertThat(fates.with(HELD_BACK)).containsExactly(1);
        assertThat(fates.with(FETCHED)).containsExactly(2, 3);
        assertThat(fates.get(1).reason()).contains("nb-1-big");
    }

    @Test
    void whatWasNotImportedWasFetchedAllTheSame() {
        fates.became(0, IMPORTED, null);
        fates.became(1, NOT_IMPORTED, "refused");
        fates.became(2, SOURCE_CORRUPT, "CRC32");

        assertThat(fates.counts()).isEqualTo(new Transfer.SstableCounts(4, 2, 1, 2, 0, 0));
    }

    @Test
    void theRecordBringsThemBack() {
        fates.became(1, FETCHED, null);
        PlanRecord record = fates.record();

        assertThat(new Fates(record.plan(), record.fates()).with(FETCHED)).containsExactly(1);
    }

    @Test
    void aRecordWithOtherCountsIsRefused() {
        assertThatThrownBy(() -> new Fates(fates.plan(), List.of(Fate.PLANNED)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("fates: 1 (expected: one for each of 4 SSTables)");
    }

    private static PlannedSstable sstable(String name, TableRef table, long first, long last) {
        return new PlannedSstable(0, "host", table, name, first, last, 1, List.of(), Path.of("/s", name));
    }
}
