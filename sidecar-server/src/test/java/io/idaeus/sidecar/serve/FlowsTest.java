/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.throttle.Throttle;
import org.junit.jupiter.api.Test;

class FlowsTest {
    private final Flows flows = new Flows(Throttle.unlimited());

    @Test
    void responsesOfOneSnapshotAreOneFlowAndThoseOfAnotherAreNot() {
        Throttle.Flow first = flows.enter("one");

        assertThat(flows.enter("one")).isSameAs(first);
        assertThat(flows.enter("two")).isNotSameAs(first);
    }

    @Test
    void aFlowIsForgottenWithItsLastResponse() {
        flows.enter("one");
        flows.enter("one");
        flows.leave("one");
        assertThat(flows.size()).isEqualTo(1);

        flows.leave("one");

        assertThat(flows.size()).isZero();
    }
}
