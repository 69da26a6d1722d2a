/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The cleanup of one table at a time, which takes hours: whoever asks is told after a while that it goes on, and asks again.
 * Thread-safe.
 */
final class Cleanups implements AutoCloseable {
    private record Running(String plan, TableRef table, Future<?> work) {
        private boolean is(String otherPlan, TableRef otherTable) {
            return plan.equals(otherPlan) && table.equals(otherTable);
        }
    }

    private final Duration patience;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(DaemonThreads.named("cleanup"));
    private @Nullable Running running;

    /** @param patience after which whoever asks is told that it goes on */
    Cleanups(Duration patience) {
        this.patience = patience;
    }

    /**
     * Begins the work for a table unless it runs already. Returns whether it has ended.
     *
     * @throws ProblemException that the work has ended with; ILLEGAL_STATE while another table is cleaned up
     */
    synchronized boolean hasEnded(String plan, TableRef table, Runnable work) {
        Running now = running;
        if (now != null && !now.is(plan, table)) {
            if (!now.work().isDone()) {
                throw new ProblemException(
                        ProblemType.ILLEGAL_STATE,
                        "plan " + now.plan() + " has Cassandra clean up "
                                + now.table().keyspace() + "."
                                + now.table().table()
                                + " still; try again when it has ended, or end it by nodetool stop"
                                + " CLEANUP");
            }
            now = null;
        }
        if (now == null) {
            now = new Running(plan, table, thread.submit(work));
            running = now;
        }
        try {
            now.work().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            running = null;
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            running = null;
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("the cleanup of " + table + " failed", e.getCause());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
