/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionPermitsTest {
    private final List<Integer> granted = new ArrayList<>();
    private final ConnectionPermits permits = new ConnectionPermits(2);

    @Test
    void whatIsAboveTheLimitWaitsInOrder() {
        take(4);
        assertThat(granted).containsExactly(0, 1);

        permits.giveBack();
        permits.giveBack();

        assertThat(granted).containsExactly(0, 1, 2, 3);
        assertThat(permits.free()).isZero();
    }

    @Test
    void aHigherLimitGrantsPermitsAtOnce() {
        take(6);

        permits.limit(4);

        assertThat(granted).containsExactly(0, 1, 2, 3);
        assertThat(permits.limit()).isEqualTo(4);
        assertThat(permits.free()).isZero();
    }

    @Test
    void aHigherLimitWithoutWaitersLeavesPermitsFree() {
        permits.limit(4);

        take(5);

        assertThat(granted).containsExactly(0, 1, 2, 3);
    }

    @Test
    void aLowerLimitTakesEffectAsPermitsAreGivenBack() {
        permits.limit(4);
        take(6);

        permits.limit(2);
        permits.giveBack();
        permits.giveBack();
        assertThat(granted).containsExactly(0, 1, 2, 3);

        permits.giveBack();
        assertThat(granted).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void aLowerLimitKeepsNewcomersWaiting() {
        permits.limit(4);
        take(3);

        permits.limit(2);
        permits.giveBack();
        take(1);

        assertThat(granted).hasSize(3);
        permits.giveBack();
        assertThat(granted).hasSize(4);
    }

    @Test
    void allPermitsComeBack() {
        take(2);
        permits.limit(1);
        permits.giveBack();
        permits.giveBack();

        assertThat(permits.free()).isEqualTo(1);
    }

    @Test
    void aLimitBelowOneIsRefused() {
        assertThatThrownBy(() -> permits.limit(0)).hasMessageContaining("permits: 0 (expected: >= 1)");
        assertThatThrownBy(() -> new ConnectionPermits(0)).hasMessageContaining("permits: 0 (expected: >= 1)");
    }

    private void take(int number) {
        for (int i = 0; i < number; i++) {
            int next = taken++;
            permits.take(() -> granted.add(next));
        }
    }

    private int taken;
}
