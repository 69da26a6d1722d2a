/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.rows.RowLevel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LevelCheckTest {
    private static final String NETWORK = "org.apache.cassandra.locator.NetworkTopologyStrategy";

    private static void check(@Nullable RowLevel level, String compared, Map<String, String> replication) {
        LevelCheck.require(
                level,
                Set.of(compared),
                "prod",
                List.of(new KeyspaceInfo("shop", false, replication, List.of("items"))));
    }

    @Test
    void aLevelAboveTheReplicasIsRefused() {
        assertThatThrownBy(() -> check(RowLevel.THREE, "shop", Map.of("class", NETWORK, "dc9", "2")))
                .hasMessageContaining("level: THREE reads 3 replicas, and shop of prod has 2");
        assertThatThrownBy(
                        () -> check(RowLevel.TWO, "shop", Map.of("class", "SimpleStrategy", "replication_factor", "1")))
                .hasMessageContaining("TWO reads 2 replicas");
    }

    @Test
    void whatCanBeReachedIsNot() {
        assertThatCode(() -> {
                    check(RowLevel.THREE, "shop", Map.of("class", NETWORK, "dc1", "2", "dc2", "3/1"));
                    check(RowLevel.ALL, "shop", Map.of("class", NETWORK, "dc1", "1"));
                    check(null, "shop", Map.of("class", NETWORK, "dc1", "1"));
                    check(RowLevel.THREE, "other", Map.of("class", NETWORK, "dc1", "1"));
                    check(RowLevel.THREE, "shop", Map.of("class", "EverywhereStrategy"));
                })
                .doesNotThrowAnyException();
    }
}
