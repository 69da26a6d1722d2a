/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The schema versions of live nodes, in bounded time. Cassandra asks each node, and waits ten seconds for one that has just
 * died and that it takes for alive: exactly when an operator, or a plan, looks at the cluster. So an answer that takes long
 * is not waited for where there is a recent one. Asks once at a time. Thread-safe.
 */
final class KnownSchemaVersions {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration RECENT = Duration.ofMinutes(1);

    private final Supplier<Map<String, List<String>>> asked;
    private final Executor threads;
    private final LongSupplier nanos;
    private @Nullable CompletableFuture<Map<String, List<String>>> asking;
    private @Nullable Map<String, List<String>> last;
    private long lastAt;

    /**
     * @param asked addresses by version; blocks
     * @param nanos a clock that does not jump
     */
    KnownSchemaVersions(Supplier<Map<String, List<String>>> asked, Executor threads, LongSupplier nanos) {
        this.asked = asked;
        this.threads = threads;
        this.nanos = nanos;
    }

    /**
     * The versions of now; where Cassandra takes long, those of at most a minute ago.
     *
     * @throws ProblemException as the node's answer
     */
    Map<String, List<String>> read() {
        CompletableFuture<Map<String, List<String>>> answer = ask();
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return recent().orElseGet(() -> joined(answer));
        } catch (ExecutionException e) {
            return joined(answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return recent().orElseGet(Map::of);
        }
    }

    private synchronized CompletableFuture<Map<String, List<String>>> ask() {
        CompletableFuture<Map<String, List<String>>> running = asking;
        if (running == null || running.isDone()) {
            running = CompletableFuture.supplyAsync(asked, threads).thenApply(this::remembered);
            asking = running;
        }
        return running;
    }

    private synchronized Map<String, List<String>> remembered(Map<String, List<String>> versions) {
        last = versions;
        lastAt = nanos.getAsLong();
        return versions;
    }

    private synchronized Optional<Map<String, List<String>>> recent() {
        return last == null || nanos.getAsLong() - lastAt > RECENT.toNanos() ? Optional.empty() : Optional.of(last);
    }

    private static <T> T joined(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ProblemException problem) {
                throw problem;
            }
            throw e;
        }
    }
}
