/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SurveyCallTest {
    private final SurveyCall call = new SurveyCall(Duration.ofMillis(50));
    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void aLongCallGoesOnAndIsNotMadeTwice() {
        CountDownLatch end = new CountDownLatch(1);
        Runnable slow = () -> {
            calls.incrementAndGet();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };

        call.enter(slow);
        call.enter(slow);
        assertThat(call.isOpen()).isTrue();
        assertThat(calls).hasValue(1);

        end.countDown();
        call.enter(slow);
        assertThat(call.isOpen()).isFalse();
        assertThat(calls).hasValue(1);
        call.enter(calls::incrementAndGet);
        assertThat(calls).hasValue(2);
    }

    /** The node may be in survey by then, where another call would end it. */
    @Test
    void aCallWhoseEndNobodyHasHeardOfIsFollowedByNone() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        AtomicReference<Thread> thread = new AtomicReference<>();
        call.enter(() -> {
            thread.set(Thread.currentThread());
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        end.countDown();
        thread.get().join();

        assertThat(call.isOpen()).isTrue();
        call.enter(calls::incrementAndGet);
        assertThat(calls).hasValue(0);
    }

    @Test
    void aFailureIsToldOnceAndTheNextCallIsMade() {
        ProblemException refused = new ProblemException(ProblemType.CASSANDRA_REFUSED, "locked");
        assertThatThrownBy(() -> call.enter(() -> {
                    throw refused;
                }))
                .isSameAs(refused);
        assertThatThrownBy(() -> call.enter(() -> {
                    throw new NoClassDefFoundError("X");
                }))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("NoClassDefFoundError");

        assertThatNoException().isThrownBy(() -> call.enter(calls::incrementAndGet));
        assertThat(calls).hasValue(1);
    }

    /** The next caller gets the failure, as nobody waited for the call's end. */
    @Test
    void aLateFailureIsNotLost() {
        CountDownLatch end = new CountDownLatch(1);
        call.enter(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            throw new ProblemException(ProblemType.CASSANDRA_REFUSED, "locked");
        });
        end.countDown();

        assertThatThrownBy(() -> call.enter(calls::incrementAndGet)).hasMessageContaining("locked");
        call.enter(calls::incrementAndGet);
        assertThat(calls).hasValue(1);
    }
}
