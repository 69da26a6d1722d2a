/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CleanupsTest {
    private static final TableRef CARTS = new TableRef("shop", "carts");
    private static final TableRef USERS = new TableRef("shop", "users");

    private final Cleanups cleanups = new Cleanups(Duration.ofSeconds(1));
    private final AtomicInteger begun = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        cleanups.close();
    }

    private void takesLong() {
        begun.incrementAndGet();
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aTableThatTakesLongIsBegunOnceHoweverOftenItIsAskedFor() {
        assertThat(cleanups.hasEnded("p1", CARTS, this::takesLong)).isFalse();
        assertThat(cleanups.hasEnded("p1", CARTS, this::takesLong)).isFalse();
        end.countDown();
        assertThat(cleanups.hasEnded("p1", CARTS, this::takesLong)).isTrue();
        assertThat(begun).hasValue(1);
    }

    @Test
    void anotherTableWaitsUntilItHasEnded() {
        cleanups.hasEnded("p1", CARTS, this::takesLong);

        assertThatThrownBy(() -> cleanups.hasEnded("p2", USERS, () -> {}))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.ILLEGAL_STATE))
                .hasMessageContaining("plan p1 has Cassandra clean up shop.carts still");

        end.countDown();
        assertThat(cleanups.hasEnded("p1", CARTS, this::takesLong)).isTrue();
        assertThat(cleanups.hasEnded("p2", USERS, () -> {})).isTrue();
    }

    /** Rows may have come since: what an earlier plan did says nothing. */
    @Test
    void anotherPlanCleansTheSameTableUpAnew() {
        cleanups.hasEnded("p1", CARTS, this::takesLong);
        end.countDown();
        assertThat(cleanups.hasEnded("p1", CARTS, this::takesLong)).isTrue();

        assertThat(cleanups.hasEnded("p2", CARTS, this::takesLong)).isTrue();
        assertThat(begun).hasValue(2);
    }

    @Test
    void aFailureIsToldAndTheTableBegunAnew() {
        assertThatThrownBy(() -> cleanups.hasEnded("p1", CARTS, () -> {
                    throw new ProblemException(ProblemType.CASSANDRA_REFUSED, "no space");
                }))
                .hasMessageContaining("no space");
        assertThat(cleanups.hasEnded("p1", CARTS, begun::incrementAndGet)).isTrue();
        assertThat(begun).hasValue(1);
    }
}
