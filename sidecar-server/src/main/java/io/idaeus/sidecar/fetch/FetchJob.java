/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.file.DiskSpace;
import io.idaeus.sidecar.fetch.file.PartInUseException;
import io.idaeus.sidecar.fetch.file.SmallFiles;
import io.idaeus.sidecar.fetch.request.PeerCallException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One fetch: {@link #prepare}, the steps of the subclass, then one end, which releases what the job holds and publishes the
 * result.
 *
 * <p>Whatever a step throws reaches {@link #failed}. Cancelling the future calls {@link #interrupt}; the job ends at its
 * next step.
 */
@SuppressWarnings("FutureReturnValueIgnored") // every failure ends in the job's own future
abstract class FetchJob<R> {
    private static final Logger LOG = LoggerFactory.getLogger(FetchJob.class);

    private final FetchContext context;
    private final FetchRequest request;
    private final Runnable whenOver;
    private final Fetching<R> future = new Fetching<>();
    private final AtomicBoolean over = new AtomicBoolean();

    /** @param whenOver runs once, after the result is published and nothing is open */
    FetchJob(FetchContext context, FetchRequest request, Runnable whenOver) {
        this.context = context;
        this.request = request;
        this.whenOver = whenOver;
    }

    /** On a disk thread. */
    abstract void prepare() throws IOException;

    /** Ends calls in flight. Any thread. */
    abstract void interrupt();

    /** A step failed or was rejected. Any thread. */
    abstract void failed(Throwable failure);

    /** Gives back what the job holds. Called once, at the end. */
    abstract void release() throws IOException;

    final Fetching<R> start() {
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

    /** Cancels the job if the executor rejects the step. */
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
                future.end();
                whenOver.run();
            }
        }
    }

    /** Null for a defect. */
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

    // A file above the size of bundles has its name only once it is proven and durable. One that a bundle brought is
    // proven again, and made durable.
    static boolean isFetched(FetchRequest request) throws IOException {
        Path file = request.destination();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) != request.bytes()) {
            return false;
        }
        return request.bytes() > Bundles.MAX_FILE_BYTES
                || SmallFiles.proveAndForce(file, request.bytes(), request.expected());
    }

    interface Step {
        void run() throws Exception;
    }
}
