/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.connection.PeerCallException;
import io.idaeus.sidecar.fetch.file.DiskSpace;
import io.idaeus.sidecar.fetch.file.PartInUseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life cycle of a fetch: {@link #prepare} on a disk thread, then the steps of the subclass, each of which hands over to
 * the next, then one end. The end releases what the job holds, publishes the result, and reports that the job is over.
 *
 * <p>Whatever a step throws reaches {@link #failed}, so no Throwable leaves the future incomplete. Cancelling the future
 * calls {@link #interrupt}; the job then ends at its next step.
 */
@SuppressWarnings("FutureReturnValueIgnored") // every failure ends in the job's own future
abstract class FetchJob<R> {
    private static final Logger LOG = LoggerFactory.getLogger(FetchJob.class);

    private final FetchContext context;
    private final FetchRequest request;
    private final Runnable whenOver;
    private final CompletableFuture<R> future = new CompletableFuture<>();
    private final AtomicBoolean over = new AtomicBoolean();

    /**
     * @param request the one request, or the first of several
     * @param whenOver runs once, after the result is published and nothing is open any more
     */
    FetchJob(FetchContext context, FetchRequest request, Runnable whenOver) {
        this.context = context;
        this.request = request;
        this.whenOver = whenOver;
    }

    /** The first step, on a disk thread. */
    abstract void prepare() throws IOException;

    /** The future was cancelled: ends calls that are in flight. Any thread. */
    abstract void interrupt();

    /** A step failed or was rejected. Any thread. */
    abstract void failed(Throwable failure);

    /** Closes and gives back what the job holds. Runs once, at the end. */
    abstract void release() throws IOException;

    final CompletableFuture<R> start() {
        future.whenComplete((result, failure) -> {
            if (future.isCancelled()) {
                interrupt();
            }
        });
        run(context.disk(), this::prepare);
        return future;
    }

    final void cancel() {
        future.cancel(true);
    }

    final boolean isDone() {
        return future.isDone();
    }

    final FetchContext context() {
        return context;
    }

    final FetchRequest request() {
        return request;
    }

    final FetchMetrics metrics() {
        return context.metrics(request);
    }

    /** Runs a step on an executor. An executor that rejects it belongs to a closed fetcher: the job is cancelled. */
    final void run(Executor executor, Step step) {
        try {
            executor.execute(() -> run(step));
        } catch (RejectedExecutionException closed) {
            cancel();
            failed(closed);
        }
    }

    final void run(Step step) {
        try {
            step.run();
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    final void end(R result) {
        finish(() -> future.complete(result));
    }

    final void endCancelled() {
        finish(this::cancel);
    }

    final void endBroken(Throwable defect) {
        finish(() -> {
            if (future.completeExceptionally(defect)) {
                LOG.error("{}: the fetch ended because of a defect", request.component(), defect);
            }
        });
    }

    private void finish(Runnable publish) {
        if (over.getAndSet(true)) {
            return;
        }
        try {
            release();
        } catch (IOException | RuntimeException | Error e) {
            LOG.warn("{}: cannot close it", request.part(), e);
        } finally {
            try {
                publish.run();
            } finally {
                whenOver.run();
            }
        }
    }

    /** Counts and describes a failure; null where it is a defect. */
    final @Nullable Failed describe(Throwable failure) {
        Failed failed = describe(request.part(), failure);
        if (failed != null) {
            metrics().failed(failed.reason());
            LOG.debug("{}: {}, {}", request.component(), failed.reason(), failed.message(), failure);
        }
        return failed;
    }

    private static @Nullable Failed describe(Path part, Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof PeerCallException peer) {
            return new Failed(Reason.of(peer.reason()), message, peer.retryAfter(), peer.getCause());
        }
        if (failure instanceof PartInUseException) {
            return new Failed(Reason.IN_USE, message, null, failure.getCause());
        }
        if (failure instanceof IOException local) {
            return DiskSpace.isExhausted(part, local)
                    ? new Failed(
                            Reason.DISK_FULL,
                            part + ": its file system is full; free space, then fetch again",
                            null,
                            local)
                    : new Failed(Reason.LOCAL_IO, part + ": " + local, null, local);
        }
        return null;
    }

    /** Whether the destination exists with the expected size. An earlier fetch proved it before renaming it. */
    static boolean isFetched(FetchRequest request) throws IOException {
        return Files.isRegularFile(request.destination(), LinkOption.NOFOLLOW_LINKS)
                && Files.size(request.destination()) == request.size();
    }

    interface Step {
        void run() throws Exception;
    }
}
