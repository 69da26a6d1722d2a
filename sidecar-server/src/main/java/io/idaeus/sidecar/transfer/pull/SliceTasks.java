/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.sidecar.slice.SliceException;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tasks that one pull runs on {@link SliceThreads}. Results are handed to the worker's thread. */
final class SliceTasks {
    /** Cuts with the threads that are there for it. */
    interface Cutting<R> {
        R with(SliceThreads threads) throws IOException, SliceException, SstableException, InterruptedException;
    }

    private final SliceThreads threads;
    private final Consumer<Runnable> worker;
    private final Set<Task> running = ConcurrentHashMap.newKeySet();

    /** @param worker runs steps on the worker's thread */
    SliceTasks(SliceThreads threads, Consumer<Runnable> worker) {
        this.threads = threads;
        this.worker = worker;
    }

    /** For what waits for a source, or for small files. */
    <R> void describe(Callable<R> task, Consumer<R> ended, Consumer<Throwable> failed) {
        run(threads.descriptions(), task, ended, failed);
    }

    <R> void cut(Cutting<R> task, Consumer<R> ended, Consumer<Throwable> failed) {
        run(threads.cuts(), () -> task.with(threads), ended, failed);
    }

    private <R> void run(ExecutorService executor, Callable<R> task, Consumer<R> ended, Consumer<Throwable> failed) {
        Task next = new Task(() -> {
            try {
                R result = task.call();
                worker.accept(() -> ended.accept(result));
            } catch (UncheckedIOException e) {
                worker.accept(() -> failed.accept(e.getCause()));
            } catch (Throwable e) {
                worker.accept(() -> failed.accept(e));
            }
        });
        running.add(next);
        CompletableFuture<Boolean> unused = next.over.whenComplete((done, failure) -> running.remove(next));
        executor.execute(next);
    }

    /** Interrupts what runs, and waits until it has ended. What has not begun does not begin. */
    void stop(Duration timeout) throws InterruptedException, TimeoutException {
        running.forEach(Task::stop);
        try {
            CompletableFuture.allOf(running.stream().map(task -> task.over).toArray(CompletableFuture<?>[]::new))
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a task's end is never a failure", e);
        }
    }

    private static final class Task implements Runnable {
        private final Runnable work;
        private final CompletableFuture<Boolean> over = new CompletableFuture<>();
        private boolean stopped;
        private @Nullable Thread thread;

        Task(Runnable work) {
            this.work = work;
        }

        @Override
        public void run() {
            if (begins()) {
                try {
                    work.run();
                } finally {
                    end();
                }
            }
        }

        private synchronized boolean begins() {
            thread = stopped ? null : Thread.currentThread();
            return !stopped;
        }

        private void end() {
            synchronized (this) {
                thread = null;
            }
            // The next task on this thread is not the one that was to stop.
            boolean unused = Thread.interrupted();
            over.complete(true);
        }

        private synchronized void stop() {
            stopped = true;
            if (thread == null) {
                over.complete(true);
            } else {
                thread.interrupt();
            }
        }
    }
}
