/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimeLimitTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final AtomicBoolean unwanted = new AtomicBoolean();
    private final TimeLimit time = TimeLimit.of("the draft", Duration.ofSeconds(100), unwanted::get, nanos::get);

    private static AbstractThrowableAssert<?, ?> assertOver(ThrowingCallable call) {
        return assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.type())
                .isEqualTo(ProblemType.TIME_LIMIT));
    }

    @Test
    void theErrorSaysHowLongItTookAndWhereItWas() {
        time.at("the first");
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(99));
        time.at("the second");
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));

        assertOver(time::check)
                .hasMessage("the draft took longer than 100 s; last step: the second. Retry when that is less busy");
    }

    @Test
    void whatNobodyWaitsForIsGivenUp() {
        time.at("the first");
        unwanted.set(true);

        assertOver(() -> time.at("the second")).hasMessageContaining("last step: the second");
    }

    @Test
    void itWaitsForOtherThreadsNoLonger() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        CompletableFuture<Void> over = CompletableFuture.runAsync(
                () -> nanos.addAndGet(TimeUnit.SECONDS.toNanos(101)),
                CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));

        assertOver(() -> time.await(never, () -> "waiting for a, b"))
                .hasMessageContaining("last step: waiting for a, b");
        over.join();
    }

    @Test
    void itEndsTheWaitWhereTheCallerGoes() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        CompletableFuture<Void> gone = CompletableFuture.runAsync(
                () -> unwanted.set(true), CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));

        assertOver(() -> time.await(never, () -> "waiting for a"))
                .hasMessageContaining("the caller closed the connection");
        gone.join();
    }

    @Test
    void whatOtherThreadsEndInTimeIsNoError() {
        assertThatCode(() -> time.await(CompletableFuture.completedFuture(null), () -> "waiting"))
                .doesNotThrowAnyException();
        CompletableFuture<Void> failed = CompletableFuture.failedFuture(new IllegalArgumentException("odd"));
        assertThatThrownBy(() -> time.await(failed, () -> "waiting for a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("waiting for a")
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }
}
