/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchResult.AlreadyThere;
import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Fetched;
import io.idaeus.sidecar.fetch.FetchResult.Mismatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One fetch: open the part file (disk thread), receive (event loop), seal (disk thread). Each step hands over to the next,
 * so the part file has one owner at a time, and the step that ends the fetch closes it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // every failure ends in the fetch's own future
final class Fetch implements Fetching<FetchResult> {
    private static final Logger LOG = LoggerFactory.getLogger(Fetch.class);

    private final FetchRequest request;
    private final FetchContext means;
    private final Executor disk;
    private final FetchMetrics meters;
    private final Runnable ended;
    private final CompletableFuture<FetchResult> future = new CompletableFuture<>();
    private volatile @Nullable PeerCall reception;

    /** @param ended runs once, when it has a result or is cancelled */
    Fetch(FetchRequest request, FetchContext means, Runnable ended) {
        this.request = request;
        this.means = means;
        this.disk = means.disk();
        this.meters = means.meters(request);
        this.ended = ended;
    }

    @Override
    public CompletableFuture<FetchResult> start() {
        future.whenComplete((result, failure) -> {
            PeerCall running = reception;
            if (future.isCancelled() && running != null) {
                running.cancel();
            }
            ended.run();
        });
        try {
            disk.execute(this::prepare);
        } catch (RejectedExecutionException closed) {
            future.cancel(true);
        }
        return future;
    }

    @Override
    public void cancel() {
        future.cancel(true);
    }

    private void prepare() {
        if (future.isDone()) {
            return;
        }
        try {
            if (Files.isRegularFile(request.destination(), LinkOption.NOFOLLOW_LINKS)
                    && Files.size(request.destination()) == request.size()) {
                future.complete(new AlreadyThere(request.size()));
                return;
            }
            PartFile part = PartFile.open(request, meters, means.written(), future::isDone);
            if (future.isDone()) {
                close(part);
            } else if (part.isComplete()) {
                seal(part);
            } else {
                means.takeLane(request, () -> receive(part));
            }
        } catch (FetchException e) {
            fail(e);
        } catch (IOException e) {
            fail(FetchException.local(request.part(), e));
        } catch (RuntimeException e) {
            future.completeExceptionally(e);
        }
    }

    private void receive(PartFile part) {
        PeerCall running = new PeerCall(
                request, new PeerRangeRequest(request, part), means.pools(), meters, new PeerCall.Outcome() {
                    @Override
                    public void received() {
                        means.giveLaneBack(request);
                        disk.execute(() -> seal(part));
                    }

                    @Override
                    public void failed(FetchException failure) {
                        means.giveLaneBack(request);
                        close(part);
                        fail(failure);
                    }
                });
        reception = running;
        if (future.isDone()) {
            running.cancel();
        }
        running.start();
    }

    private void seal(PartFile part) {
        try {
            if (future.isDone()) {
                part.close();
            } else {
                future.complete(judge(part));
            }
        } catch (IOException e) {
            fail(FetchException.local(request.part(), e));
        } catch (RuntimeException e) {
            future.completeExceptionally(e);
        }
    }

    /** Closes it: who is told a result may do with the file, and with its file system, what he likes. */
    private FetchResult judge(PartFile part) throws IOException {
        try (part) {
            Crc32 found = part.crc32();
            if (found.equals(request.crc32())) {
                part.seal();
                meters.fetched(part.resumed());
                LOG.debug("{}: fetched, {} bytes", request.component(), request.size());
                return new Fetched(request.size(), part.resumed());
            }
            part.delete();
            meters.mismatched();
            LOG.warn("{}: CRC32 {} (expected: {}), discarded", ResponseHead.describe(request), found, request.crc32());
            return new Mismatch(found, request.crc32(), part.resumed(), FetchResult.Fault.UNKNOWN);
        }
    }

    private void fail(FetchException failure) {
        if (future.isDone()) {
            return;
        }
        meters.failed(failure.reason());
        LOG.debug("{}: {}", failure.reason(), failure.getMessage(), failure);
        future.complete(new Failed(
                failure.reason(), String.valueOf(failure.getMessage()), failure.retryAfter(), failure.getCause()));
    }

    private void close(PartFile part) {
        try {
            part.close();
        } catch (IOException e) {
            LOG.warn("{}: closing it failed", request.part(), e);
        }
    }
}
