/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.value.Bounds;
import org.junit.jupiter.api.Test;

class RateShareTest {
    @Test
    void withoutARateEverythingMayMove() {
        RateShare none = new RateShare(null);

        assertThat(none.transfers(8)).isEqualTo(8);
        assertThat(none.each(8)).isNull();
    }

    @Test
    void transfersShareARateEqually() {
        RateShare share = new RateShare(80L << 20);

        assertThat(share.transfers(8)).isEqualTo(8);
        assertThat(share.each(8)).isEqualTo(10L << 20);
        assertThat(share.each(0)).isEqualTo(80L << 20);
    }

    /** A destination would refuse less. */
    @Test
    void ofALowRateFewerTransfersHaveTheLeastThatIsAccepted() {
        RateShare share = new RateShare(3 * Bounds.MIN_RATE + 1);

        assertThat(share.transfers(8)).isEqualTo(3);
        assertThat(share.each(3)).isEqualTo(Bounds.MIN_RATE);
        assertThat(share.each(8)).isEqualTo(Bounds.MIN_RATE);
        assertThat(new RateShare(Bounds.MIN_RATE).transfers(8)).isEqualTo(1);
    }
}
