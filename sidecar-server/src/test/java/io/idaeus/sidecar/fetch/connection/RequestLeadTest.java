/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestLeadTest {
    private static final int MIB = 1 << 20;

    private final RequestLead lead = new RequestLead();

    @Test
    void theNextRequestLeavesTwoRoundTripsBeforeTheEnd() {
        lead.roundTrip(millis(80));
        lead.begun(0);

        // 16 MiB in a second: 160 ms are 2.56 MiB.
        lead.received(16 * MIB);

        assertThat(lead.isReached(3 * MIB, millis(1000))).isFalse();
        assertThat(lead.isReached(2 * MIB, millis(1000))).isTrue();
        assertThat(lead.isReached(MIB, millis(1000))).as("once for each body").isFalse();
    }

    @Test
    void eachBodyHasItsOwnRate() {
        lead.roundTrip(millis(80));
        lead.begun(0);
        lead.received(16 * MIB);
        lead.begun(millis(1000));

        lead.received(MIB);

        assertThat(lead.isReached(MIB, millis(2000))).isFalse();
        assertThat(lead.isReached(MIB / 8, millis(2000))).isTrue();
    }

    @Test
    void theShortestRoundTripCounts() {
        lead.roundTrip(millis(1080));
        lead.requested(0);
        lead.begun(millis(80));

        lead.received(16 * MIB);

        assertThat(lead.isReached(3 * MIB, millis(1080))).isFalse();
        assertThat(lead.isReached(2 * MIB, millis(1080))).isTrue();
    }

    @Test
    void nothingIsAnnouncedBeforeARoundTripIsKnown() {
        lead.begun(0);
        lead.received(MIB);

        assertThat(lead.isReached(1, millis(1))).isFalse();
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
