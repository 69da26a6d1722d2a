/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.limits.AdaptiveSettings;
import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.limits.LimitState;
import io.idaeus.api.limits.Limits;
import io.idaeus.api.limits.RateRange;
import io.idaeus.sidecar.cassandra.node.NodeLoad;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.throttle.Throttle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitsServiceTest {
    private static final long MIB = 1 << 20;
    private static final LimitSettings CONFIGURED = new LimitSettings(5 * MIB, null, null);
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path directory;

    private final Throttle sending = new Throttle(0, System::nanoTime, (nanos, task) -> {});
    private final Throttle receiving = sending.sibling(0);
    private Supplier<NodeLoad> cassandra = () -> new NodeLoad(0, 0, 0);
    private LimitsService limits;

    @BeforeEach
    void open() {
        limits = LimitsService.open(
                directory, CONFIGURED, sending, receiving, () -> cassandra.get(), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @AfterEach
    void close() {
        limits.close();
    }

    @Test
    void theConfigurationAppliesUntilALimitIsSet() {
        assertThat(sending.limit()).isEqualTo(5 * MIB);
        assertThat(receiving.limit()).isZero();
        assertThat(limits.view().origin()).isEqualTo(Limits.Origin.CONFIGURATION);
        assertThat(limits.view().setAt()).isNull();
        assertThat(limits.view().send().state()).isEqualTo(LimitState.FIXED);
        assertThat(limits.view().receive().state()).isEqualTo(LimitState.UNLIMITED);
        assertThat(limits.view().receive().bytesPerSecond()).isNull();
    }

    @Test
    void aLimitAppliesAtOnceAndSurvivesARestart() {
        LimitSettings asked = new LimitSettings(null, 7 * MIB, null);
        Limits answer = limits.set(asked, now -> {});

        assertThat(sending.limit()).isZero();
        assertThat(receiving.limit()).isEqualTo(7 * MIB);
        assertThat(answer.settings()).isEqualTo(asked);
        assertThat(answer.origin()).isEqualTo(Limits.Origin.API);
        assertThat(answer.setAt()).isEqualTo(NOW);

        limits.close();
        receiving.limit(0);
        open();

        assertThat(receiving.limit()).isEqualTo(7 * MIB);
        assertThat(limits.view()).isEqualTo(answer);
    }

    @Test
    void aResetReturnsToTheConfigurationAndSurvivesARestart() {
        limits.set(new LimitSettings(null, 7 * MIB, null), now -> {});

        assertThat(limits.reset(now -> {}).origin()).isEqualTo(Limits.Origin.CONFIGURATION);
        assertThat(limits.reset(now -> {}).settings()).isEqualTo(CONFIGURED);
        assertThat(sending.limit()).isEqualTo(5 * MIB);
        assertThat(receiving.limit()).isZero();

        limits.close();
        open();
        assertThat(limits.view().settings()).isEqualTo(CONFIGURED);
    }

    @Test
    void anInvalidLimitChangesNothing() {
        assertThatThrownBy(() -> limits.set(new LimitSettings(0L, null, null), now -> {}))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.INVALID_REQUEST))
                .hasMessageContaining("sendRate: 0");
        assertThat(limits.view().settings()).isEqualTo(CONFIGURED);
        assertThat(sending.limit()).isEqualTo(5 * MIB);
    }

    @Test
    void anInvalidStoredLimitIsIgnored() throws Exception {
        limits.close();
        Files.writeString(
                directory.resolve("limits/node.json"),
                "{\"settings\":{\"sendRate\":-1},\"setAt\":\"2026-01-01T00:00:00Z\"}");
        open();

        assertThat(limits.view().settings()).isEqualTo(CONFIGURED);
    }

    @Test
    void anAdaptiveLimitBacksOffAndRecovers() {
        limits.set(adaptive(), now -> {});
        assertThat(receiving.limit()).isEqualTo(MIB);
        samples(30);
        assertThat(receiving.limit()).isEqualTo(21 * MIB);
        assertThat(limits.view().receive().state()).isEqualTo(LimitState.AT_CEILING);

        cassandra = () -> new NodeLoad(99, 0, 0);
        samples(1);
        assertThat(receiving.limit()).isEqualTo(21 * MIB / 2);
        assertThat(limits.receiveState()).isEqualTo(LimitState.BACKING_OFF);
        assertThat(limits.view().receive().reason()).contains("99 compactions");
        assertThat(limits.sendState()).isEqualTo(LimitState.FIXED);

        cassandra = () -> new NodeLoad(0, 0, 0);
        samples(1);
        assertThat(receiving.limit()).isEqualTo(21 * MIB / 2 + MIB);
        assertThat(limits.receiveState()).isEqualTo(LimitState.RECOVERING);
    }

    @Test
    void droppedMessagesCountFromSampleToSample() {
        limits.set(adaptive(), now -> {});
        cassandra = () -> new NodeLoad(0, 1000, 0);
        samples(1);
        assertThat(limits.receiveState()).isEqualTo(LimitState.RECOVERING);

        cassandra = () -> new NodeLoad(0, 1001, 0);
        samples(1);
        assertThat(limits.view().receive().reason()).startsWith("1 messages were dropped");

        // The node was restarted and counts from zero.
        cassandra = () -> new NodeLoad(0, 5, 0);
        samples(1);
        assertThat(limits.receiveState()).isEqualTo(LimitState.RECOVERING);
    }

    @Test
    void withoutAnAnswerFromCassandraTheFloorApplies() {
        limits.set(adaptive(), now -> {});
        samples(30);
        cassandra = () -> {
            throw new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "it is away");
        };
        samples(1);

        assertThat(receiving.limit()).isEqualTo(MIB);
        assertThat(limits.view().receive().state()).isEqualTo(LimitState.UNKNOWN);
        assertThat(limits.view().receive().reason()).contains("it is away");
    }

    @Test
    void withoutAnAdaptiveLimitNoSampleIsTaken() {
        cassandra = () -> {
            throw new AssertionError("asked");
        };
        samples(1);
        assertThat(limits.view().settings()).isEqualTo(CONFIGURED);
    }

    private static LimitSettings adaptive() {
        return new LimitSettings(
                5 * MIB, null, new AdaptiveSettings(null, new RateRange(MIB, 21 * MIB), 10L, null, 0L));
    }

    private void samples(int count) {
        for (int i = 0; i < count; i++) {
            limits.sample();
        }
    }
}
