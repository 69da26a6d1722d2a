/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The call that takes a node into write survey. It lasts for as long as Cassandra streams what was not declared, so it goes
 * on while nobody waits for it, and is not made twice at a time. Thread-safe.
 */
final class SurveyCall {
    private final Duration patience;
    private @Nullable CompletableFuture<Void> last;

    /** @param patience with a call; where all was declared, one takes about a second */
    SurveyCall(Duration patience) {
        this.patience = patience;
    }

    synchronized boolean isRunning() {
        return last != null && !last.isDone();
    }

    /**
     * Makes the call unless it runs, and waits a while for its end. Tells of a call that failed since, and makes none
     * then.
     *
     * @throws ProblemException as the call
     */
    void enter(Runnable call) {
        CompletableFuture<Void> running = running(call);
        try {
            running.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            forget(running);
        } catch (TimeoutException e) {
            // Whoever asks again waits again.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            forget(running);
            throw e.getCause() instanceof ProblemException problem
                    ? problem
                    : new ProblemException(
                            ProblemType.CASSANDRA_REFUSED, "the node did not enter write survey: " + e.getCause(), e);
        }
    }

    private synchronized void forget(CompletableFuture<Void> ended) {
        if (ended == last) {
            last = null;
        }
    }

    private synchronized CompletableFuture<Void> running(Runnable call) {
        CompletableFuture<Void> running = last;
        if (running != null && running.isDone() && !running.isCompletedExceptionally()) {
            running = null;
        }
        if (running == null) {
            running = new CompletableFuture<>();
            last = running;
            begin(call, running);
        }
        return running;
    }

    private static void begin(Runnable call, CompletableFuture<Void> ends) {
        Thread thread = new Thread(
                () -> {
                    try {
                        call.run();
                        ends.complete(null);
                    } catch (RuntimeException | Error e) {
                        ends.completeExceptionally(e);
                    }
                },
                "enter-survey");
        thread.setDaemon(true);
        thread.start();
    }
}
