/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.sidecar.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SharedConnectionTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    /** Each attempt to open takes the next from here, and blocks until it is completed. */
    private final LinkedBlockingQueue<CompletableFuture<String>> opens = new LinkedBlockingQueue<>();

    private final List<String> closed = new CopyOnWriteArrayList<>();
    private final LinkedBlockingQueue<String> closings = new LinkedBlockingQueue<>();
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong attempts = new AtomicLong();
    private final Semaphore taken = new Semaphore(0);
    private final SharedConnection<String> connection = new SharedConnection<>(
            "test",
            () -> {
                attempts.incrementAndGet();
                try {
                    CompletableFuture<String> open = opens.take();
                    taken.release();
                    return open.get();
                } catch (ExecutionException e) {
                    throw new IOException("refused", e);
                }
            },
            it -> {
                closed.add(it);
                closings.add(it);
            },
            nanos::get);

    @AfterEach
    void close() {
        connection.close();
    }

    @Test
    void allCallersShareOneAttempt() throws Exception {
        List<CompletableFuture<String>> callers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            callers.add(CompletableFuture.supplyAsync(this::get));
        }
        opens.add(CompletableFuture.completedFuture("a"));

        for (CompletableFuture<String> caller : callers) {
            assertThat(caller.get()).isEqualTo("a");
        }
        assertThat(get()).isEqualTo("a");
        assertThat(attempts).hasValue(1);
    }

    @Test
    void aCallerWaitsNoLongerThanItsOwnDeadline() {
        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> connection.get(Deadline.in(Duration.ofMillis(20))));
        opens.add(CompletableFuture.completedFuture("late but welcome"));
        assertThat(get()).isEqualTo("late but welcome");
        assertThat(attempts).hasValue(1);
    }

    @Test
    void aFailureIsToldAgainUntilThePauseIsOver() {
        opens.add(CompletableFuture.failedFuture(new IOException("down")));
        opens.add(CompletableFuture.completedFuture("up"));

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> connection.get(Deadline.in(LONG)))
                .withRootCauseInstanceOf(IOException.class);
        assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> connection.get(Deadline.in(LONG)));
        assertThat(attempts).hasValue(1);

        nanos.addAndGet(SharedConnection.PAUSE.toNanos());
        assertThat(get()).isEqualTo("up");
    }

    @Test
    void aDroppedConnectionIsClosedAndReplaced() throws Exception {
        opens.add(CompletableFuture.completedFuture("a"));
        opens.add(CompletableFuture.completedFuture("b"));
        String first = get();

        connection.drop(first);
        connection.drop(first);

        assertThat(get()).isEqualTo("b");
        connection.drop(first);
        assertThat(get()).isEqualTo("b");
        assertThat(closings.poll(60, TimeUnit.SECONDS)).isEqualTo("a");
        assertThat(closed).containsExactly("a");
    }

    @Test
    void anAttemptThatHangsIsOvertakenAndClosedWhenItComesLate() throws Exception {
        CompletableFuture<String> hanging = new CompletableFuture<>();
        opens.add(hanging);
        timesOut();
        taken.acquire();

        nanos.addAndGet(SharedConnection.PATIENCE.toNanos());
        opens.add(CompletableFuture.completedFuture("quick"));
        assertThat(get()).isEqualTo("quick");

        hanging.complete("late");
        assertThat(closings.poll(60, TimeUnit.SECONDS)).isEqualTo("late");
        assertThat(get()).isEqualTo("quick");
    }

    @Test
    void noMoreThanAFewAttemptsHang() {
        for (int i = 0; i < 3 * SharedConnection.MAX_HANGING; i++) {
            timesOut();
            nanos.addAndGet(SharedConnection.PATIENCE.toNanos());
        }
        assertThat(attempts.get()).isLessThanOrEqualTo(SharedConnection.MAX_HANGING);
        for (int i = 0; i <= SharedConnection.MAX_HANGING; i++) {
            opens.add(CompletableFuture.completedFuture("back"));
        }
        assertThat(get()).isEqualTo("back");
    }

    @Test
    void nothingOpensOnceItIsClosed() throws Exception {
        CompletableFuture<String> hanging = new CompletableFuture<>();
        opens.add(hanging);
        timesOut();
        taken.acquire();
        connection.close();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> connection.get(Deadline.in(LONG)))
                .withMessageContaining("shutting down");
        hanging.complete("late");
        assertThat(closings.poll(60, TimeUnit.SECONDS)).isEqualTo("late");
    }

    @Test
    void aConnectionThatDoesNotCloseHoldsUpNothing() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        AtomicBoolean closedAtLast = new AtomicBoolean();
        SharedConnection<String> frozen = new SharedConnection<>("frozen", () -> "a", it -> {
            try {
                closedAtLast.set(answer.await(60, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            assertThat(frozen.get(Deadline.in(LONG))).isEqualTo("a");
            frozen.close();
            assertThat(closedAtLast).isFalse();
        } finally {
            answer.countDown();
        }
        Await.until("it closes behind", closedAtLast::get);
    }

    private void timesOut() {
        assertThatExceptionOfType(TimeoutException.class)
                .isThrownBy(() -> connection.get(Deadline.in(Duration.ofMillis(10))));
    }

    private String get() {
        try {
            return connection.get(Deadline.in(LONG));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void itIsOpenedBeforeSomebodyAsks() throws Exception {
        opens.add(CompletableFuture.completedFuture("a"));

        connection.open();

        assertThat(taken.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
        assertThat(get()).isEqualTo("a");
        assertThat(attempts).hasValue(1);
    }
}
