/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.transfer.waiting.Obstacle;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransferRunTest {
    private static final TransferRequest REQUEST = TransferRequest.builder(
                    List.of(SourceRef.at("http://127.0.0.1:1")), List.of(new TableRef("shop", "users")))
            .build();

    @TempDir
    Path directory;

    private final SettableClock clock = new SettableClock();
    private TransferJournal journal;
    private TransferRun run;

    @BeforeEach
    void accept() {
        journal = TransferJournal.open(directory);
        run = new TransferRun(
                new StoredTransfer(
                        journal, TransferRecord.accepted("t1", "key", "digest", REQUEST, null, clock.instant()), clock),
                clock);
    }

    @Test
    void aChangeIsOnDiskBeforeItIsVisible() throws Exception {
        run.enter(TransferState.PLANNING);

        assertThat(all()).singleElement().isEqualTo(run.stored().record());
        assertThat(run.state()).isEqualTo(TransferState.PLANNING);
    }

    @Test
    void theTimeOfAPhaseIsAddedUp() throws Exception {
        clock.advance(Duration.ofSeconds(1));
        run.enter(TransferState.PLANNING);
        clock.advance(Duration.ofSeconds(2));
        run.enter(TransferState.QUEUED);
        clock.advance(Duration.ofSeconds(4));
        run.enter(TransferState.PLANNING);

        assertThat(run.stored().view().phases())
                .containsExactlyInAnyOrder(
                        new Transfer.PhaseTime(TransferState.QUEUED, 5.0),
                        new Transfer.PhaseTime(TransferState.PLANNING, 2.0));
    }

    @Test
    void aCancelIsOnDiskAndInterruptsTheWorker() throws Exception {
        run.cancel();
        run.cancel();

        assertThat(all().iterator().next().cancelRequested()).isTrue();
        assertThat(run.state()).isEqualTo(TransferState.CANCELLING);
        assertThatThrownBy(run::checkInterrupted)
                .isInstanceOfSatisfying(TransferInterruptedException.class, e -> assertThat(e.resumable())
                        .isFalse());
    }

    @Test
    void theFloorIsAQuarterOfTheRateThatATransferBeganWithHoweverOftenItFalls() {
        assertThat(run.fallToFloor()).isFalse();
        assertThat(run.stored().view().maxRate()).isNull();
        TransferRun limited = new TransferRun(
                new StoredTransfer(
                        journal,
                        TransferRecord.accepted(
                                "t2",
                                "key2",
                                "digest",
                                TransferRequest.builder(REQUEST.sources(), REQUEST.tables())
                                        .maxRate(4000L)
                                        .build(),
                                null,
                                clock.instant()),
                        clock),
                clock);

        assertThat(limited.fallToFloor()).isTrue();
        assertThat(limited.stored().view().maxRate()).isEqualTo(1000);
        assertThat(limited.fallToFloor()).isFalse();
        limited.limit(500L);
        assertThat(limited.fallToFloor()).isFalse();
        limited.limit(2000L);
        assertThat(limited.fallToFloor()).isTrue();
        assertThat(limited.stored().view().maxRate()).isEqualTo(1000);
        limited.cancel();
        assertThat(limited.fallToFloor()).isFalse();
    }

    @Test
    void aLimitHoldsAtOnceAndSurvivesARestart() {
        Throttle node = new Throttle(0, System::nanoTime, (nanos, task) -> {});
        ThrottleChain pace = run.throttle(node);
        assertThat(pace.limit()).isZero();

        run.limit(1L << 20);

        assertThat(pace.limit()).isEqualTo(1L << 20);
        assertThat(run.stored().view().maxRate()).isEqualTo(1L << 20);
        TransferRun again =
                new TransferRun(new StoredTransfer(journal, all().iterator().next(), clock), clock);
        assertThat(again.throttle(node).limit()).isEqualTo(1L << 20);

        again.limit(null);

        assertThat(again.throttle(node).limit()).isZero();
        assertThat(again.stored().view().maxRate()).isNull();
    }

    @Test
    void everyConnectionOfATransferCountsInOneLimit() {
        Throttle node = new Throttle(0, System::nanoTime, (nanos, task) -> {});
        run.limit(Throttle.MIN_RATE);
        assertThat(run.throttle(node).ask(1 << 20, () -> {})).isNull();

        assertThat(run.throttle(node).ask(1, () -> {})).isNotNull();
    }

    @Test
    void anEndedTransferHasNoLimitToChange() throws Exception {
        run.enter(TransferState.COMPLETED);

        assertThatThrownBy(() -> run.limit(1L << 20))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.ILLEGAL_STATE))
                .hasMessageContaining("COMPLETED");
    }

    @Test
    void aCancelSurvivesARestart() throws Exception {
        run.cancel();
        TransferRun again =
                new TransferRun(new StoredTransfer(journal, all().iterator().next(), clock), clock);

        assertThatThrownBy(again::checkInterrupted).isInstanceOf(TransferInterruptedException.class);
    }

    @Test
    void anEndedTransferIsNotCancelled() throws Exception {
        run.enter(TransferState.COMPLETED);
        run.cancel();

        assertThat(run.state()).isEqualTo(TransferState.COMPLETED);
    }

    @Test
    void aStopLeavesTheRecordForTheNextStart() throws Exception {
        run.enter(TransferState.PULLING);
        run.steering().stop();

        assertThatThrownBy(() -> run.sleep(Duration.ofHours(1)))
                .isInstanceOfSatisfying(TransferInterruptedException.class, e -> assertThat(e.resumable())
                        .isTrue());
        assertThat(run.state()).isEqualTo(TransferState.PULLING);
    }

    @Test
    void aWatcherHearsTheStateAtOnceAndEveryChangeUntilItLeaves() throws Exception {
        List<TransferState> heard = new ArrayList<>();
        AutoCloseable watch = run.stored().watch((TransferEvent event) -> heard.add(event.state()));
        run.enter(TransferState.PLANNING);
        watch.close();
        run.enter(TransferState.PULLING);

        assertThat(heard).containsExactly(TransferState.QUEUED, TransferState.PLANNING);
        assertThat(run.stored().isWatched()).isFalse();
    }

    @Test
    void everyReaderAfterARestartSeesTheSameOutcomes() throws Exception {
        run.stored().adoptSelection(select(2_000));
        for (int round = 0; round < 10; round++) {
            TransferRun again =
                    new TransferRun(new StoredTransfer(journal, run.stored().record(), clock), clock);
            CyclicBarrier together = new CyclicBarrier(2);
            CompletableFuture<SstableOutcomes> one = CompletableFuture.supplyAsync(() -> outcomesAt(together, again));
            CompletableFuture<SstableOutcomes> other = CompletableFuture.supplyAsync(() -> outcomesAt(together, again));

            assertThat(one.get()).isSameAs(other.get());
        }
    }

    private static SstableOutcomes outcomesAt(CyclicBarrier together, TransferRun run) {
        try {
            together.await(60, TimeUnit.SECONDS);
            return run.stored().outcomes();
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aViewBeforeTheWorkerIsOfTheOutcomesThatTheWorkerChanges() throws Exception {
        run.stored().adoptSelection(select(2));
        TransferRun again =
                new TransferRun(new StoredTransfer(journal, run.stored().record(), clock), clock);

        assertThat(again.stored().sstables()).hasSize(2);
        again.stored().outcomes().became(0, TransferSstable.State.FETCHED, null);

        assertThat(again.stored().sstables().get(0).state()).isEqualTo(TransferSstable.State.FETCHED);
    }

    @Test
    void aViewOfAnEndedTransferKeepsNothingInMemory() throws Exception {
        run.stored().adoptSelection(select(2));
        run.enter(TransferState.COMPLETED);
        run.stored().forgetSelection();

        assertThat(run.stored().sstables()).hasSize(2);
        assertThat(run.stored().outcomesInMemory()).isNull();
    }

    @Test
    void afterACancelNoPhaseBegins() {
        run.cancel();

        assertThatThrownBy(() -> run.enter(TransferState.IMPORTING)).isInstanceOf(TransferInterruptedException.class);
        assertThat(run.state()).isEqualTo(TransferState.CANCELLING);
    }

    @Test
    void oneAtATimeMayWorkOnIt() {
        assertThat(run.steering().claim()).isTrue();
        assertThat(run.steering().claim()).isFalse();
        run.steering().release();
        assertThat(run.steering().claim()).isTrue();
    }

    @Test
    void aPauseIsOnDiskAndInterruptsTheWorkerUntilItIsResumed() throws Exception {
        run.enter(TransferState.PULLING);
        clock.advance(Duration.ofSeconds(3));

        run.pause();
        run.pause();

        assertThat(run.state()).isEqualTo(TransferState.PAUSED);
        assertThat(run.wantsWorker()).isFalse();
        assertThatThrownBy(run::checkInterrupted)
                .isInstanceOfSatisfying(TransferInterruptedException.class, e -> assertThat(e.resumable())
                        .isTrue());
        TransferRun again = restarted();
        assertThat(again.stored().view().waiting())
                .isEqualTo(run.stored().view().waiting())
                .satisfies(wait -> {
                    assertThat(wait.cause()).isEqualTo(TransferWait.Cause.OPERATOR);
                    assertThat(wait.phase()).isEqualTo(TransferState.PULLING);
                    assertThat(wait.since()).isEqualTo(clock.instant());
                    assertThat(wait.remedy()).contains("resume");
                });
        assertThat(again.wantsWorker()).isFalse();

        again.resume();
        again.resume();

        assertThat(again.wantsWorker()).isTrue();
        assertThat(again.state()).isEqualTo(TransferState.QUEUED);
        assertThat(again.stored().view().waiting()).isNull();
        assertThat(restarted().phase()).isEqualTo(TransferState.PULLING);
        again.checkInterrupted();
        again.enter(again.phase());
        assertThat(restarted().state()).isEqualTo(TransferState.PULLING);
    }

    @Test
    void aWorkerStopsAfterAPauseEvenIfAResumeFollowsAtOnce() throws Exception {
        run.enter(TransferState.PULLING);
        assertThat(run.steering().claim()).isTrue();
        run.pause();
        run.resume();

        assertThatThrownBy(run::checkInterrupted).isInstanceOf(TransferInterruptedException.class);
        assertThatThrownBy(() -> run.enter(TransferState.IMPORTING)).isInstanceOf(TransferInterruptedException.class);
        run.clearWait();
        assertThat(run.state()).isEqualTo(TransferState.QUEUED);
        run.steering().release();
        assertThat(run.steering().claim()).isTrue();
        run.checkInterrupted();
    }

    @Test
    void whatTheWorkerFindsMeanwhileDoesNotUndoAPause() throws Exception {
        run.enter(TransferState.PULLING);
        run.pause();

        run.reportWait(Obstacle.peer("away"), 3);
        run.hold(new Obstacle(TransferWait.Cause.DISK_SPACE, "full", "free some"), 3);
        run.clearWait();

        assertThat(run.stored().view().waiting().cause()).isEqualTo(TransferWait.Cause.OPERATOR);
        assertThatThrownBy(() -> run.enter(TransferState.IMPORTING)).isInstanceOf(TransferInterruptedException.class);
    }

    @Test
    void aTransferThatWaitsTellsTheCauseSinceWhenAndHowManyChecks() throws Exception {
        run.enter(TransferState.IMPORTING);
        Instant began = clock.instant();
        run.hold(new Obstacle(TransferWait.Cause.COMPACTIONS, "70 are pending", "wait"), 1);
        clock.advance(Duration.ofSeconds(5));
        run.hold(new Obstacle(TransferWait.Cause.COMPACTIONS, "60 are pending", "wait"), 2);

        TransferWait wait = restarted().stored().view().waiting();
        assertThat(wait)
                .isEqualTo(new TransferWait(
                        TransferWait.Cause.COMPACTIONS, TransferState.IMPORTING, "60 are pending", began, 2, "wait"));
        assertThat(run.stored().view().reason()).isEqualTo("60 are pending");
        assertThat(run.wantsWorker()).as("it looks again by itself").isTrue();

        run.clearWait();

        assertThat(run.state()).isEqualTo(TransferState.IMPORTING);
        assertThat(run.stored().view().waiting()).isNull();
        assertThat(run.stored().view().reason()).isNull();
    }

    @Test
    void aPausedTransferIsCancelled() {
        run.pause();
        run.cancel();

        assertThat(run.wantsWorker()).isTrue();
        assertThatThrownBy(run::checkInterrupted)
                .isInstanceOfSatisfying(TransferInterruptedException.class, e -> assertThat(e.resumable())
                        .isFalse());
    }

    @ParameterizedTest
    @EnumSource(
            value = TransferState.class,
            names = {"COMPLETED", "FAILED", "CANCELLED", "CANCELLING"})
    void whatHasEndedOrIsBeingCancelledIsNeitherPausedNorResumed(TransferState end) throws Exception {
        if (end == TransferState.CANCELLING) {
            run.cancel();
        } else {
            run.enter(end);
        }

        for (ThrowingCallable asked : List.<ThrowingCallable>of(run::pause, run::resume)) {
            assertThatThrownBy(asked)
                    .isInstanceOfSatisfying(
                            ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.ILLEGAL_STATE))
                    .hasMessageContaining(end.name());
        }
        assertThat(run.state()).isEqualTo(end);
    }

    @Test
    void aPauseEndsASleep() throws Exception {
        CompletableFuture<Void> sleep = CompletableFuture.runAsync(() -> {
            try {
                run.sleep(Duration.ofHours(1));
            } catch (TransferInterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        run.pause();

        assertThat(sleep).failsWithin(10, TimeUnit.SECONDS).withThrowableThat().withMessageContaining("paused");
    }

    private TransferRun restarted() {
        return new TransferRun(new StoredTransfer(journal, all().iterator().next(), clock), clock);
    }

    @Test
    void theBytesOfAnEarlierProcessAreNotForgottenInTheImport() throws Exception {
        run.stored().adoptSelection(select(2));
        run.stored().progress().received(150);
        run.stored().progress().found(50);
        run.stored().progress().fileDone();
        run.stored().progress().fileDone();
        run.enter(TransferState.IMPORTING);

        TransferRun again =
                new TransferRun(new StoredTransfer(journal, all().iterator().next(), clock), clock);
        again.stored().outcomes().became(0, TransferSstable.State.IMPORTED, null);
        again.enter(TransferState.COMPLETED);

        assertThat(again.stored().view().progress().bytesFetched()).isEqualTo(200);
        assertThat(again.stored().view().progress().bytesResumed()).isEqualTo(50);
        assertThat(again.stored().view().progress().filesFetched()).isEqualTo(2);
    }

    @Test
    void anEndBeforeAllIsImportedIsPartialWhereSomethingIs() {
        assertThat(run.stored().outcomeSoFar()).isNull();
        run.stored().adoptSelection(select(2));
        assertThat(run.stored().outcomeSoFar()).isNull();
        run.stored().outcomes().became(1, TransferSstable.State.IMPORTED, null);
        assertThat(run.stored().outcomeSoFar()).isEqualTo(Transfer.Outcome.PARTIAL);
        run.stored().checkpoint();
        run.stored().forgetSelection();

        assertThat(run.stored().outcomeSoFar()).isEqualTo(Transfer.Outcome.PARTIAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"id\":\"t2\",\"state\":\"VERIFYING\"}"})
    void aRecordThatIsNotUnderstoodStaysAndIsNamed(String content) throws Exception {
        run.enter(TransferState.PLANNING);
        Path file = Files.writeString(directory.resolve("transfers/t2.json"), content);
        List<String> unreadable = new ArrayList<>();

        assertThat(all(unreadable::add)).extracting(TransferRecord::id).containsExactly("t1");
        assertThat(unreadable).containsExactly("t2");
        assertThat(file).hasContent(content);
    }

    @Test
    void aRecordUnderAnothersNameIsNotTakenForIt() throws Exception {
        run.enter(TransferState.PLANNING);
        Files.copy(directory.resolve("transfers/t1.json"), directory.resolve("transfers/t3.json"));
        List<String> unreadable = new ArrayList<>();

        assertThat(all(unreadable::add)).hasSize(1);
        assertThat(unreadable).containsExactly("t3");
    }

    private Collection<TransferRecord> all() {
        return all(id -> {});
    }

    private Collection<TransferRecord> all(Consumer<String> unreadable) {
        List<TransferRecord> all = new ArrayList<>(journal.load(unreadable));
        journal.unread().forEach(id -> journal.read(id).ifPresentOrElse(all::add, () -> unreadable.accept(id)));
        return all;
    }

    private static Selection select(int sstables) {
        List<SelectedSstable> selected = IntStream.range(0, sstables)
                .mapToObj(i -> new SelectedSstable(
                        0,
                        "host",
                        REQUEST.tables().get(0),
                        "nb-" + i + "-big",
                        0,
                        10,
                        100,
                        List.of(new ManifestComponent("Data.db", 100, "00000000", ChecksumOrigin.CASSANDRA, null)),
                        Path.of("/s", "nb-" + i + "-big")))
                .toList();
        return new Selection(selected, List.of(), List.of(), List.of(), List.of(), List.of(), 0, 0, 0);
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
