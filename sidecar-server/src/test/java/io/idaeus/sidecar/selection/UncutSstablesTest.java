/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class UncutSstablesTest {
    @Test
    void theyAreAmongTheFindingsOnce() {
        Finding selected = FindingCode.SLICE_IMPOSSIBLE.about("shop.users", "of the selection");
        Finding other = FindingCode.LEFTOVER_ROWS.about("shop.users", "some");

        List<Finding> first = found(1).addedTo(List.of(selected), List.of(selected, other));
        List<Finding> second = found(2).addedTo(List.of(selected), first);

        assertThat(first).startsWith(selected, other).hasSize(3);
        assertThat(second).startsWith(selected, other).hasSize(3);
        assertThat(second.get(2).code()).isEqualTo("SLICE_IMPOSSIBLE");
        assertThat(second.get(2).detail()).contains("a dictionary", "2 SSTables", "nb-1-big", "nb-2-big");
    }

    private static UncutSstables found(int count) {
        UncutSstables uncut = new UncutSstables();
        for (int i = 1; i <= count; i++) {
            uncut.add(
                    new SelectedSstable(
                            0,
                            "host",
                            new TableRef("shop", "users"),
                            "nb-" + i + "-big",
                            0,
                            1,
                            1,
                            List.of(),
                            Path.of("/staging")),
                    "cannot be cut: a dictionary");
        }
        return uncut;
    }
}
