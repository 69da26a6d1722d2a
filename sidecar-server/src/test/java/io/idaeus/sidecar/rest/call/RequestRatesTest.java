/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestRatesTest {
    private static final int RATE = 5;
    private static final int BURST = 50;

    private long nanos = Long.MAX_VALUE - 7;
    private final RequestRates rates = new RequestRates(RATE, () -> nanos);

    private int accepted(String caller, int tries) {
        int accepted = 0;
        for (int i = 0; i < tries; i++) {
            try {
                rates.take(caller);
                accepted++;
            } catch (ProblemException e) {
                assertThat(e.type()).isEqualTo(ProblemType.TOO_MANY_REQUESTS);
            }
        }
        return accepted;
    }

    @Test
    void aBurstIsTakenThenTheRate() {
        assertThat(accepted("a", 1000)).isEqualTo(BURST);
        nanos += Duration.ofSeconds(2).toNanos();
        assertThat(accepted("a", 1000)).isEqualTo(2 * RATE);
        nanos += Duration.ofDays(1).toNanos();
        assertThat(accepted("a", 1000)).isEqualTo(BURST);
    }

    @Test
    void callersDoNotTakeFromEachOther() {
        assertThat(accepted("a", 1000)).isEqualTo(BURST);
        assertThat(accepted("b", 10)).isEqualTo(10);
    }

    @Test
    void itSaysWhenToRepeatTheRequest() {
        accepted("a", BURST);

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> rates.take("a"))
                .withMessageContainingAll("a sends more than 5 requests a second", "quotas.requestRate")
                .satisfies(e -> {
                    assertThat(e.retryAfter()).isBetween(Duration.ofMillis(1), Duration.ofMillis(200));
                    nanos += e.retryAfter().toNanos();
                    assertThatCode(() -> rates.take("a")).doesNotThrowAnyException();
                });
    }

    @Test
    void whatCallersItRemembersIsBounded() {
        for (int i = 0; i < 100_000; i++) {
            rates.take("caller-" + i);
        }
        assertThat(rates.remembered()).isEqualTo(10_000);
    }

    @Test
    void zeroIsNoBound() {
        RequestRates none = new RequestRates(0, () -> nanos);
        for (int i = 0; i < 10_000; i++) {
            none.take("a");
        }
    }
}
