/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaTest {
    @Test
    void livesWhileItIsUpWhateverElseItDoes() {
        assertThat(List.of("UP", "UP, JOINING")).allMatch(ReplicaTest::lives);
        assertThat(List.of("DOWN", "DOWN, JOINING", "UPGRADING", "")).noneMatch(ReplicaTest::lives);
    }

    private static boolean lives(String status) {
        return new Replica("1", "10.0.0.1", "dc1", "r1", status).lives();
    }
}
