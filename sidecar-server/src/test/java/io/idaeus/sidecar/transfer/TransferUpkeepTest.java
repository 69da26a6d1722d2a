/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.ThroughputSamples;
import io.idaeus.sidecar.transfer.job.TransferJournal;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.job.TransferRegistry;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.landing.Staging;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferUpkeepTest {
    private static final Duration WEEK = Duration.ofDays(7);

    @TempDir
    Path directory;

    private final Clock clock = new TestClock();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long nanos = Long.MAX_VALUE - 5;
    private Path staged;
    private TransferRegistry transfers = new TransferRegistry();
    private TransferUpkeep upkeep;
    private TransferRun run;

    @BeforeEach
    void begin() throws Exception {
        run = new TransferRun(
                new StoredTransfer(
                        TransferJournal.open(directory.resolve("state")),
                        TransferRecord.accepted(
                                "t1", null, "digest", ServiceWithoutCassandra.request("users"), null, now),
                        clock),
                clock);
        staged = Files.createDirectories(directory.resolve("staging/t1/0-host"));
        upkeep = upkeep();
        transfers.add(run);
    }

    @Test
    void stagingOfAFailedTransferIsKeptForItsRetention() {
        fail();

        pass(WEEK.minusSeconds(1));
        upkeep.sweep();
        assertThat(staged).exists();
        pass(Duration.ofSeconds(1));
        upkeep.sweep();
        assertThat(staged).doesNotExist();
    }

    @Test
    void itsRetentionDoesNotFollowTheTimeOfDay() {
        now = now.minus(Duration.ofDays(3650));
        fail();
        now = now.plus(Duration.ofDays(3650));
        upkeep.sweep();
        assertThat(staged).exists();

        now = now.minus(Duration.ofDays(400));
        nanos += WEEK.toNanos();
        upkeep.sweep();
        assertThat(staged).doesNotExist();
    }

    @Test
    void itGoesOnAfterARestartAndIsNotLongerWhereTheTimeOfDayWasSetBack() {
        fail();
        pass(WEEK.minusDays(1));
        restart();
        pass(Duration.ofDays(1));
        upkeep.sweep();
        assertThat(staged).doesNotExist();

        staged.toFile().mkdirs();
        now = now.minus(Duration.ofDays(400));
        restart();
        upkeep.sweep();
        assertThat(staged.getParent()).exists();
        pass(WEEK);
        upkeep.sweep();
        assertThat(staged.getParent()).doesNotExist();
    }

    @Test
    void stagingOfATransferThatRunsStays() {
        pass(WEEK.multipliedBy(2));
        upkeep.sweep();

        assertThat(staged).exists();
    }

    private void fail() {
        run.stored().change(edit -> edit.state(TransferState.FAILED, "lost", now));
        upkeep.noteEnds();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        now = now.plus(time);
    }

    private void restart() {
        TransferJournal journal = TransferJournal.open(directory.resolve("state"));
        assertThat(journal.load(id -> {})).isEmpty();
        transfers = new TransferRegistry();
        transfers.load(journal, record -> new TransferRun(new StoredTransfer(journal, record, clock), clock));
        upkeep = upkeep();
    }

    private TransferUpkeep upkeep() {
        Path root = directory.resolve("staging");
        TransferSettings settings = new TransferSettings(
                1, WEEK, WEEK, WEEK, List.of(root), 0.1, WEEK, 100, new TransferQuotas(10, 10, WEEK));
        return new TransferUpkeep(
                transfers,
                null,
                new Staging(List.of(root)),
                settings,
                new ThroughputSamples(Throttle.unlimited(), clock),
                clock,
                () -> nanos);
    }

    private final class TestClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
