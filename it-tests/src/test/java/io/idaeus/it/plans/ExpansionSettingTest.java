/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.plans.ExpansionSetting.Compaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ExpansionSettingTest {
    private static final List<List<String>> COLUMNS = List.of(
            List.of("4.0", "4.1", "5.0", "6.0"),
            List.of("3 and 1", "3 and 2", "6 and 2"),
            List.of("2 replicas", "3 replicas"),
            List.of("1 token", "16 tokens"),
            List.of("one rack", "3 racks", "2 data centres"),
            List.of("STCS", "LCS", "UCS"));

    @Test
    void eachValueOccursWithEachOther() {
        Set<String> tried = new TreeSet<>();
        ExpansionSetting.PAIRWISE.forEach(setting -> tried.addAll(pairs(values(setting))));
        Set<String> wanted = new TreeSet<>();
        for (int i = 0; i < COLUMNS.size(); i++) {
            for (int j = i + 1; j < COLUMNS.size(); j++) {
                for (String one : COLUMNS.get(i)) {
                    for (String other : COLUMNS.get(j)) {
                        wanted.add(one + " with " + other);
                    }
                }
            }
        }
        // They do not exist.
        wanted.removeAll(
                Set.of("4.0 with UCS", "4.1 with UCS", "3 and 1 with 2 data centres", "3 and 2 with 2 data centres"));
        assertThat(tried).containsExactlyElementsOf(wanted);
    }

    @Test
    void eachVersionHasASmallOne() {
        for (CassandraVersion version : CassandraVersion.values()) {
            ExpansionSetting smallest = ExpansionSetting.smallest(version);
            assertThat(smallest.places()).hasSize(3);
            assertThat(smallest.added()).hasSize(1);
        }
    }

    private static List<String> pairs(List<String> values) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            for (int j = i + 1; j < values.size(); j++) {
                pairs.add(values.get(i) + " with " + values.get(j));
            }
        }
        return pairs;
    }

    private static List<String> values(ExpansionSetting setting) {
        long racks = setting.places().stream().distinct().count();
        boolean datacenters = setting.replication().size() > 1;
        assertThat(setting.compaction()).isNotEqualTo(Compaction.NONE);
        return List.of(
                setting.version().toString(),
                setting.places().size() + " and " + setting.added().size(),
                setting.replicas() + " replicas",
                setting.tokens() + (setting.tokens() == 1 ? " token" : " tokens"),
                datacenters ? "2 data centres" : racks == 1 ? "one rack" : racks + " racks",
                setting.compaction().name());
    }
}
