/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.wire.Transport;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Pulls components from peers' data planes. It owns its event loops, which receive, check and write, and a few disk
 * threads, which read part files again, force and rename; {@link #close} gives everything back.
 */
public final class FileFetcher implements AutoCloseable {
    private final FetchMeters meters;
    private final EventLoopGroup loops;
    private final ExecutorService disk;
    private final PeerPools pools;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Set<Fetch> running = ConcurrentHashMap.newKeySet();

    public FileFetcher(FetchSettings settings, FetchMeters meters) {
        Transport transport = Transport.available();
        this.meters = meters;
        this.loops = transport.eventLoops(settings.eventLoops(), "data-fetch");
        this.disk = Executors.newFixedThreadPool(settings.diskThreads(), new DefaultThreadFactory("data-disk", true));
        this.pools = new PeerPools(settings, meters, transport, loops);
    }

    /**
     * Pulls one file: resumes from its part file, checks length and CRC32, forces it to disk, renames it. One fetch
     * occupies one connection at a time, so a transfer that wants four connections keeps four fetches in flight. Of two
     * fetches for one destination at a time the second fails as IN_USE.
     *
     * @return completes with a result, or by {@link CompletableFuture#cancel}, which stops the fetch promptly and leaves
     *     the part file; exceptionally only for a defect
     */
    public CompletableFuture<FetchResult> fetch(FetchRequest request) {
        Fetch fetch = new Fetch(request, pools, disk, meters);
        running.add(fetch);
        CompletableFuture<FetchResult> future = fetch.start(() -> running.remove(fetch));
        if (closed.get()) {
            fetch.cancel();
        }
        return future;
    }

    /** Cancels what is in flight and closes every connection. A fetch that is started later is cancelled at once. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        running.forEach(Fetch::cancel);
        pools.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        disk.shutdown();
        try {
            disk.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
