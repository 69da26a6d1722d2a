/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.wire.DiskThreads;
import io.idaeus.sidecar.wire.Transport;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pulls components from peers' data planes. It owns its event loops, which receive, check and write, and a few disk
 * threads, which read part files again, force and rename; {@link #close} gives everything back.
 */
public final class FileFetcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileFetcher.class);
    private static final int PATIENCE_SECONDS = 5;

    private final FetchContext means;
    private final EventLoopGroup loops;
    private final ExecutorService disk;
    private final PeerConnectionPools pools;
    private final PieceSinks sinks;
    private final Bundles bundles = new Bundles();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Map<Fetching<?>, CompletableFuture<Boolean>> running = new ConcurrentHashMap<>();

    public FileFetcher(FetchSettings settings, FetchMetrics meters) {
        Transport transport = Transport.available();
        this.loops = transport.eventLoops(settings.eventLoops(), "data-fetch");
        this.disk = Executors.newFixedThreadPool(settings.diskThreads(), new DiskThreads("data-disk"));
        this.pools = new PeerConnectionPools(settings, meters, transport, loops);
        this.sinks = new PieceSinks(settings, meters);
        this.means = new FetchContext(
                settings.pieces(),
                pools,
                loops::next,
                new ConnectionPermits(settings.maxConnections()),
                disk,
                sinks,
                bundles,
                meters);
    }

    /**
     * Pulls one file: goes on where an earlier fetch ended, checks length and CRC32, forces it to disk, renames it. A file
     * above {@link PieceSettings#pieceBytes} comes as pieces over as many connections as the request has lanes; any other
     * over one. Of two fetches for one destination at a time the second fails as IN_USE.
     *
     * @return completes with a result, or by {@link CompletableFuture#cancel}, which stops the fetch promptly and leaves
     *     the part file; exceptionally only for a defect
     */
    public CompletableFuture<FetchResult> fetch(FetchRequest request) {
        return run(ended -> request.size() > means.settings().pieceBytes()
                ? new PiecedFetch(request, means, ended)
                : new Fetch(request, means, ended));
    }

    /**
     * Pulls many small files of one snapshot by one request, for peers with the capability {@code bundles}: as
     * {@link #fetch} does, but all of them are forced to disk before the first is renamed. No other fetch may have one of
     * their destinations. A file that does not come whole leaves no part file. Progress is told of each file as it is there.
     *
     * @param entries 1 to {@link Bundles#MAX_FILES} for one peer, snapshot and lanes, each of at most
     *     {@link Bundles#MAX_FILE_BYTES}, together at most {@link Bundles#MAX_BYTES}
     * @return completes with what became of each, or by {@link CompletableFuture#cancel}, which stops it promptly;
     *     exceptionally only for a defect
     */
    public CompletableFuture<BundleResult> fetchTogether(List<BundleEntry> entries) {
        return run(ended -> new BundleFetch(List.copyOf(entries), means, ended));
    }

    private <R> CompletableFuture<R> run(Function<Runnable, Fetching<R>> make) {
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        Fetching<R> fetch = make.apply(() -> over.complete(true));
        running.put(fetch, over);
        CompletableFuture<Boolean> unused = over.whenComplete((done, failure) -> running.remove(fetch));
        CompletableFuture<R> future = fetch.start();
        if (closed.get()) {
            fetch.cancel();
        }
        return future;
    }

    /** The event loops that receive, for whoever measures how late they are; they end with this. */
    public EventExecutorGroup loops() {
        return loops;
    }

    /** Cancels what is in flight and closes every connection. A fetch that is started later is cancelled at once. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        running.keySet().forEach(fetch -> fetch.cancel());
        awaitEnds();
        pools.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        sinks.close();
        bundles.close();
        disk.shutdown();
        try {
            disk.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Pairs of buffers for direct writes that nobody has. */
    int freeBuffers() {
        return sinks.freeBuffers();
    }

    /** Whether no bundle is under way. */
    boolean freeBundles() {
        return bundles.isIdle();
    }

    /** Files are closed on threads that are to be shut down. */
    private void awaitEnds() {
        CompletableFuture<?>[] ends = running.values().toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("{} fetches did not end within {} s", running.size(), PATIENCE_SECONDS, e);
        }
    }
}
