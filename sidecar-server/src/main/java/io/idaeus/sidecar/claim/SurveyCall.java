/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The call that takes a node into write survey. It lasts for as long as Cassandra streams what was not declared, so it goes
 * on while nobody waits for it. A call in write survey would end it: so none is made beside another, nor after one whose
 * end nobody has heard of. Thread-safe.
 */
final class SurveyCall {
    private final Duration patience;
    private @Nullable CompletableFuture<Void> last;

    /** @param patience with a call; where all was declared, one takes about a second */
    SurveyCall(Duration patience) {
        this.patience = patience;
    }

    /** Whether a call runs, or has ended and nobody has heard of it. */
    synchronized boolean isOpen() {
        return last != null;
    }

    /**
     * Makes the call, and waits a while for its end. Where one is open, waits for that one, and makes none.
     *
     * @throws ProblemException as the call
     */
    void enter(Runnable call) {
        CompletableFuture<Void> open = open(call);
        try {
            open.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            close(open);
        } catch (TimeoutException e) {
            // A caller that asks again waits again.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            close(open);
            throw e.getCause() instanceof ProblemException problem
                    ? problem
                    : new ProblemException(
                            ProblemType.CASSANDRA_REFUSED, "the node did not enter write survey: " + e.getCause(), e);
        }
    }

    private synchronized void close(CompletableFuture<Void> ended) {
        if (ended == last) {
            last = null;
        }
    }

    private synchronized CompletableFuture<Void> open(Runnable call) {
        CompletableFuture<Void> open = last;
        if (open == null) {
            open = new CompletableFuture<>();
            last = open;
            begin(call, open);
        }
        return open;
    }

    private static void begin(Runnable call, CompletableFuture<Void> ends) {
        DaemonThreads.start("enter-survey", () -> {
            try {
                call.run();
                ends.complete(null);
            } catch (RuntimeException | Error e) {
                ends.completeExceptionally(e);
            }
        });
    }
}
