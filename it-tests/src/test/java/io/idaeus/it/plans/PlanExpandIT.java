/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static io.idaeus.it.plans.ExpansionSetting.oneRack;
import static io.idaeus.it.plans.ExpansionSetting.racks;
import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.plans.ExpansionSetting.Compaction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes added by plans, while writers and readers at QUORUM go on. {@code make test-expand} has more rings. */
@Timeout(1200)
class PlanExpandIT {
    @Test
    @Tag("versions")
    void aNodeJoinsWithAllThatItOwnsAndNoAcknowledgedWriteIsMissed() {
        assertExpanded(ExpansionSetting.smallest(CassandraVersion.selected()));
    }

    /** Nodes of different racks take nothing over from each other. */
    @Test
    @Tag("clusters")
    void nodesOfSeveralRacksAreFilledAtOnce() {
        assertExpanded(
                new ExpansionSetting(CassandraVersion.selected(), racks("abc"), racks("abc"), 4, 3, Compaction.NONE));
    }

    /**
     * In one rack, the first that joins passes ranges on to the second. Sidecars are peers: the second may read what the first
     * has for it.
     */
    @Test
    @Tag("clusters")
    void aNewNodePassesOnWhatItGotSinceItWasFilled() {
        assertExpanded(new ExpansionSetting(CassandraVersion.selected(), oneRack(3), oneRack(2), 8, 3, Compaction.NONE)
                .withRoles());
    }

    private static void assertExpanded(ExpansionSetting setting) {
        ExpansionCase.Result result = ExpansionCase.of(setting);
        System.out.println(result.steps());
        assertThat(result.broken()).as(result.steps()).isEmpty();
    }
}
