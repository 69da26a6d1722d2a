/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.compression.CodecThreads;
import io.idaeus.sidecar.compression.Decompressor;
import io.idaeus.sidecar.fetch.connection.PeerConnectionPools;
import io.idaeus.sidecar.fetch.file.PieceSinks;
import io.idaeus.sidecar.metrics.DurationHistogram;
import io.idaeus.sidecar.wire.DiskThreads;
import io.idaeus.sidecar.wire.Transport;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches components from peers' data planes, on event loops and disk threads of its own. Thread-safe. */
public final class FileFetcher implements Fetcher, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileFetcher.class);
    private static final int CLOSE_TIMEOUT_SECONDS = 5;

    private final FetchContext context;
    private final int maxConnectionsPerPeer;
    private final EventLoopGroup loops;
    private final ExecutorService disk;
    private final PeerConnectionPools pools;
    private final PieceSinks sinks;
    private final Bundles bundles = new Bundles();
    private final @Nullable CodecThreads<Decompressor> decompressors = CodecThreads.decompressing();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final DurationHistogram durations =
            new DurationHistogram("idaeus.fetch.duration", "Fetches of a file or a bundle, failed ones included");
    private final Map<FetchJob<?>, CompletableFuture<Boolean>> running = new ConcurrentHashMap<>();

    public FileFetcher(FetchSettings settings, FetchMetrics metrics) {
        Transport transport = Transport.available();
        this.maxConnectionsPerPeer = settings.maxConnectionsPerPeer();
        this.loops = transport.eventLoops(settings.eventLoops(), "data-fetch");
        this.disk = Executors.newFixedThreadPool(settings.diskThreads(), new DiskThreads("data-disk"));
        this.pools = new PeerConnectionPools(settings.connections(), metrics::of, transport, loops);
        this.sinks = new PieceSinks(settings.pieces(), settings.eventLoops());
        this.context = FetchContextBuilder.builder()
                .settings(settings.pieces())
                .pools(pools)
                .loops(loops::next)
                .permits(new ConnectionPermits(settings.maxConnections()))
                .disk(disk)
                .sinks(sinks)
                .bundles(bundles)
                .decompressors(decompressors)
                .metrics(metrics)
                .build();
    }

    @Override
    public Fetching<FetchResult> fetch(FetchRequest request) {
        return run(over -> request.bytes() > context.settings().pieceBytes()
                ? new PiecedFetch(request, context, over)
                : new FileFetch(request, context, over));
    }

    @Override
    public Fetching<BundleResult> fetchTogether(List<BundleEntry> entries) {
        return run(over -> new BundleFetch(List.copyOf(entries), context, over));
    }

    @Override
    public SourceConnections adapt(String name, InetSocketAddress peer, ConnectionPermits permits) {
        return new SourceConnections(
                name + " from " + peer.getHostString(),
                permits,
                maxConnectionsPerPeer,
                pools.path(peer)::read,
                System::nanoTime);
    }

    /** For what {@link #fetchTogether} brings. */
    public Unforced unforced() {
        return bundles.unforced(sinks.evictor().isEnabled(), context.metrics()::forced);
    }

    private <R> Fetching<R> run(Function<Runnable, FetchJob<R>> make) {
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        FetchJob<R> job = make.apply(() -> over.complete(true));
        running.put(job, over);
        long began = System.nanoTime();
        CompletableFuture<Boolean> unused = over.whenComplete((done, failure) -> {
            running.remove(job);
            durations.record(Duration.ofNanos(System.nanoTime() - began));
        });
        Fetching<R> future = job.start();
        if (closed.get()) {
            job.cancel();
        }
        return future;
    }

    public DurationHistogram durations() {
        return durations;
    }

    /** For measuring their delay. */
    public EventExecutorGroup loops() {
        return loops;
    }

    /** Cancels running and later fetches. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        running.keySet().forEach(FetchJob::cancel);
        awaitEnds();
        pools.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        sinks.close();
        bundles.close();
        if (decompressors != null) {
            decompressors.close();
        }
        disk.shutdown();
        try {
            disk.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int freeBuffers() {
        return sinks.freeBuffers();
    }

    // Fetches close their files on threads that are about to be shut down.
    private void awaitEnds() {
        CompletableFuture<?>[] ends = running.values().toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn(
                    "{} cancelled fetches did not end within {} s; closing anyway",
                    running.size(),
                    CLOSE_TIMEOUT_SECONDS,
                    e);
        }
    }
}
