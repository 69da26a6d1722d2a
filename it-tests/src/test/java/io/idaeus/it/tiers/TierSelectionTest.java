/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.cassandra.CassandraVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherFactory;

class TierSelectionTest {
    private static List<String> selected(String... named) {
        TierSelection selection = new TierSelection(Tier.PLANS, CassandraVersion.V5_0, List.of(named));
        TestPlan plan = LauncherFactory.create()
                .discover(selection.request(
                        List.of(DiscoverySelectors.selectClass("io.idaeus.it.harness.ComparableRowsIT"))));
        return plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .filter(TestIdentifier::isTest)
                .map(test -> ((MethodSource) test.getSource().orElseThrow()).getMethodName())
                .toList();
    }

    @Test
    void aClassIsNamed() {
        assertThat(selected("ComparableRowsIT", "OtherIT"))
                .contains("equalTablesAreTheSame")
                .hasSizeGreaterThan(3);
        assertThat(selected("ComparableRows")).isEmpty();
    }

    @Test
    void oneMethodIsNamed() {
        assertThat(selected("ComparableRowsIT#equalTablesAreTheSame")).containsExactly("equalTablesAreTheSame");
        assertThat(selected("ComparableRowsIT#equalTables")).isEmpty();
        assertThat(selected("OtherIT#equalTablesAreTheSame")).isEmpty();
    }

    /** None of these is in the tier. */
    @Test
    void otherwiseTheTierDecides() {
        assertThat(selected()).isEmpty();
    }
}
