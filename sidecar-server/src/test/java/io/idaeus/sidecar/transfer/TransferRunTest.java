/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferEvent;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferState;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferRunTest {
    private static final TransferRequest REQUEST = new TransferRequest(
            List.of(new SourceRef("http://127.0.0.1:1", null, null)),
            List.of(new TableRef("shop", "users")),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);

    @TempDir
    Path directory;

    private final SettableClock clock = new SettableClock();
    private TransferJournal journal;
    private TransferRun run;

    @BeforeEach
    void accept() {
        journal = TransferJournal.open(directory);
        run = new TransferRun(journal, TransferRecord.accepted("t1", "key", "digest", REQUEST, clock.instant()), clock);
    }

    @Test
    void aChangeIsOnDiskBeforeItIsVisible() {
        run.enter(TransferState.PLANNING);

        assertThat(journal.all()).singleElement().isEqualTo(run.record());
        assertThat(run.state()).isEqualTo(TransferState.PLANNING);
    }

    @Test
    void theTimeOfAPhaseIsAddedUp() {
        clock.advance(Duration.ofSeconds(1));
        run.enter(TransferState.PLANNING);
        clock.advance(Duration.ofSeconds(2));
        run.enter(TransferState.QUEUED);
        clock.advance(Duration.ofSeconds(4));
        run.enter(TransferState.PLANNING);

        assertThat(run.view().phases())
                .containsExactlyInAnyOrder(
                        new Transfer.PhaseTime(TransferState.QUEUED, 5.0),
                        new Transfer.PhaseTime(TransferState.PLANNING, 2.0));
    }

    @Test
    void aCancelIsOnDiskAndInterruptsTheWorker() {
        run.cancel();
        run.cancel();

        assertThat(journal.all().iterator().next().cancelRequested()).isTrue();
        assertThat(run.state()).isEqualTo(TransferState.CANCELLING);
        assertThatThrownBy(run::checkInterrupted)
                .isInstanceOfSatisfying(InterruptedTransfer.class, e -> assertThat(e.resumable())
                        .isFalse());
    }

    @Test
    void aCancelSurvivesARestart() {
        run.cancel();
        TransferRun again = new TransferRun(journal, journal.all().iterator().next(), clock);

        assertThatThrownBy(again::checkInterrupted).isInstanceOf(InterruptedTransfer.class);
    }

    @Test
    void anEndedTransferIsNotCancelled() {
        run.enter(TransferState.COMPLETED);
        run.cancel();

        assertThat(run.state()).isEqualTo(TransferState.COMPLETED);
    }

    @Test
    void aStopLeavesTheRecordForTheNextStart() {
        run.enter(TransferState.PULLING);
        run.stop();

        assertThatThrownBy(() -> run.pause(Duration.ofHours(1)))
                .isInstanceOfSatisfying(InterruptedTransfer.class, e -> assertThat(e.resumable())
                        .isTrue());
        assertThat(run.state()).isEqualTo(TransferState.PULLING);
    }

    @Test
    void aWatcherHearsTheStateAtOnceAndEveryChangeUntilItLeaves() throws Exception {
        List<TransferState> heard = new ArrayList<>();
        AutoCloseable watch = run.watch((TransferEvent event) -> heard.add(event.state()));
        run.enter(TransferState.PLANNING);
        watch.close();
        run.enter(TransferState.PULLING);

        assertThat(heard).containsExactly(TransferState.QUEUED, TransferState.PLANNING);
        assertThat(run.isWatched()).isFalse();
    }

    private static final class SettableClock extends Clock {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void advance(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
