/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class KnownSchemaVersionsTest {
    private static final Map<String, List<String>> OLD = Map.of("old", List.of("10.0.0.1", "10.0.0.2"));
    private static final Map<String, List<String>> NEW = Map.of("new", List.of("10.0.0.1"));

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile Supplier<Map<String, List<String>>> cassandra = () -> OLD;
    private final KnownSchemaVersions versions = new KnownSchemaVersions(
            () -> {
                asked.incrementAndGet();
                return cassandra.get();
            },
            task -> new Thread(task).start(),
            nanos::get);

    @Test
    void eachReadAsksAnew() {
        assertThat(versions.read()).isEqualTo(OLD);
        cassandra = () -> NEW;
        assertThat(versions.read()).isEqualTo(NEW);
        assertThat(asked).hasValue(2);
    }

    @Test
    void whileCassandraWaitsForANodeARecentAnswerHoldsAndNobodyAsksTwice() {
        versions.read();
        CompletableFuture<Map<String, List<String>>> slow = new CompletableFuture<>();
        cassandra = slow::join;

        assertThat(versions.read()).isEqualTo(OLD);
        assertThat(versions.read()).isEqualTo(OLD);
        assertThat(asked).hasValue(2);

        slow.complete(NEW);
        cassandra = () -> NEW;
        assertThat(versions.read()).isEqualTo(NEW);
    }

    @Test
    void anAnswerOfMoreThanAMinuteAgoDoesNotHold() {
        versions.read();
        nanos.set(Duration.ofMinutes(1).toNanos() + 1);
        CompletableFuture<Map<String, List<String>>> slow = new CompletableFuture<>();
        cassandra = slow::join;
        slow.completeOnTimeout(NEW, 1_500, TimeUnit.MILLISECONDS);

        assertThat(versions.read()).isEqualTo(NEW);
    }

    @Test
    void aRefusalIsPassedOnAndTheNextReadAsksAgain() {
        versions.read();
        cassandra = () -> {
            throw new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "connection refused");
        };
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(versions::read)
                .satisfies(e -> assertThat(e.type()).isEqualTo(ProblemType.CASSANDRA_UNAVAILABLE));
        cassandra = () -> NEW;
        assertThat(versions.read()).isEqualTo(NEW);
    }
}
