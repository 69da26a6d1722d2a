/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.CassandraVersion;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes added by plans, while writers and readers at QUORUM go on. */
@Timeout(1200)
class PlanExpandIT {
    @Test
    @Tag("versions")
    void aNodeJoinsWithAllThatItOwnsAndNoAcknowledgedWriteIsMissed() {
        assertExpanded(new Expansion.Setting(
                CassandraVersion.selected(), List.of("rack1", "rack1", "rack1"), List.of("rack1"), 16));
    }

    /** Nodes of different racks take nothing over from each other. */
    @Test
    @Tag("plans")
    void nodesOfSeveralRacksAreFilledAtOnce() {
        assertExpanded(
                new Expansion.Setting(CassandraVersion.selected(), List.of("a", "b", "c"), List.of("a", "b", "c"), 4));
    }

    /** In one rack, the first that joins passes ranges on to the second. */
    @Test
    @Tag("plans")
    void aNewNodePassesOnWhatItGotSinceItWasFilled() {
        assertExpanded(new Expansion.Setting(
                CassandraVersion.selected(), List.of("rack1", "rack1", "rack1"), List.of("rack1", "rack1"), 8));
    }

    private static void assertExpanded(Expansion.Setting setting) {
        Expansion.Result result = Expansion.of(setting);
        System.out.println(result.steps());
        assertThat(result.broken()).as(result.steps()).isEmpty();
    }
}
