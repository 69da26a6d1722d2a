/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.fetch.connection.PeerPath;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.ThrottleChain;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SourceConnectionsTest {
    private static final long MB = 1_000_000;

    private final Throttle throttle = new Throttle(Throttle.UNLIMITED, System::nanoTime, (nanos, task) -> {});
    private final ConnectionPermits permits = new ConnectionPermits(4, ThrottleChain.of(throttle));
    private long now;
    private long losses;
    private int readings;
    private final SourceConnections connections =
            new SourceConnections("t from here", permits, 8, this::read, () -> now);

    private PeerPath.Reading read() {
        readings++;
        return new PeerPath.Reading(Duration.ofMillis(80), losses);
    }

    @Test
    void thePermitsFollowTheSearch() {
        run(30, 5 * MB);

        assertThat(connections.number()).isEqualTo(8);
        assertThat(permits.limit()).isEqualTo(8);
    }

    @Test
    void thePathIsReadOnceASecond() {
        for (int i = 0; i < 50; i++) {
            now += 100_000_000;
            connections.update(false);
        }

        assertThat(readings).isEqualTo(5);
    }

    @Test
    void aFixedNumberStays() {
        SourceConnections fixed = SourceConnections.fixed(permits);

        fixed.update(false);

        assertThat(fixed.number()).isEqualTo(4);
        assertThat(fixed.refused()).isFalse();
    }

    @Test
    void nothingIsTriedUnderARateLimitThatMayBind() {
        throttle.limit(39 * MB);
        run(60, 5 * MB);
        assertThat(connections.number()).isEqualTo(4);

        throttle.limit(200 * MB);
        run(60, 5 * MB);
        assertThat(connections.number()).isEqualTo(8);
    }

    @Test
    void nothingIsTriedWhileTheSourceFails() {
        for (int i = 0; i < 60; i++) {
            second(5 * MB, true);
        }

        assertThat(connections.number()).isEqualTo(4);
    }

    @Test
    void nothingIsTriedShortlyBeforeTheEnd() {
        connections.expect(9 * 20 * MB);
        for (int i = 0; i < 60; i++) {
            second(5 * MB, false);
        }

        assertThat(connections.number()).isEqualTo(4);
    }

    @Test
    void failuresOfExtraConnectionsAreForgivenAndEndTheSearch() {
        while (connections.number() == 4) {
            run(1, 5 * MB);
        }

        for (int i = 0; i < 8; i++) {
            assertThat(connections.refused()).isTrue();
        }
        assertThat(connections.refused()).isFalse();
        run(60, 5 * MB);
        assertThat(connections.number()).isEqualTo(4);
    }

    @Test
    void whatFailsLongAfterARefusalIsNotForgiven() {
        while (connections.number() == 4) {
            run(1, 5 * MB);
        }

        assertThat(connections.refused()).isTrue();
        run(10, 5 * MB);
        assertThat(connections.refused()).isTrue();
        run(1, 5 * MB);
        assertThat(connections.refused()).isFalse();
    }

    @Test
    void otherFailuresAreNot() {
        assertThat(connections.refused()).isFalse();
    }

    private void run(int seconds, long each) {
        for (int i = 0; i < seconds; i++) {
            connections.expect(1000 * MB);
            second(each, false);
        }
    }

    private void second(long each, boolean failing) {
        now += 1_000_000_000;
        losses++;
        connections.received(each * connections.number());
        connections.update(failing);
    }
}
