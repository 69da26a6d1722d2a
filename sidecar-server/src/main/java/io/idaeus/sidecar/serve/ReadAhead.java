/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.PageCache;
import io.idaeus.sidecar.wire.DiskThreads;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that read from the disk what event loops are about to send, so that no event loop waits for a disk, and that let
 * go of it afterwards. What is in memory already costs a question every few MiB.
 */
final class ReadAhead implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadAhead.class);
    private static final int THREADS = 8;

    /** Less is read sooner than it is handed over. */
    private static final long SMALLEST = 1L << 20;

    private final PageCache cache;
    private final ColdPageTracker stretches = new ColdPageTracker();
    private final boolean sparesCache;
    private final ServeMetrics meters;
    private final EventExecutorGroup threads =
            new DefaultEventExecutorGroup(THREADS, new DiskThreads("data-read-ahead"));
    private final Set<SourcePages> open = ConcurrentHashMap.newKeySet();

    private ReadAhead(PageCache cache, boolean sparesCache, ServeMetrics meters) {
        this.cache = cache;
        this.sparesCache = sparesCache;
        this.meters = meters;
    }

    /** Null where it is switched off, or the page cache cannot be asked. */
    static @Nullable ReadAhead of(PageCacheUse use, ServeMetrics meters) {
        PageCache cache = use.readsAhead() ? PageCache.ofSystem() : null;
        return cache == null ? null : new ReadAhead(cache, use.spares(), meters);
    }

    /**
     * The pages of a response that begins; null where it is too short.
     *
     * @param resume told on the loop when a slice that had to wait may go
     */
    @Nullable
    SourcePages pages(OpenFile file, long first, long end, EventExecutor loop, Runnable resume) {
        if (end - first < SMALLEST) {
            return null;
        }
        try {
            CachedFile cached = cache.open(file.path());
            SourcePages pages = new SourcePages(this, file, cached, first, end, loop, resume);
            open.add(pages);
            return pages;
        } catch (IOException e) {
            LOG.debug("{}: is not read ahead", file.path(), e);
            return null;
        }
    }

    /**
     * The files of a response that holds many; null where the largest of them is in memory: then the others are, or are soon
     * read.
     *
     * @param resume told on the loop when a file that had to wait may go
     */
    @Nullable
    BundlePages pages(List<BundlePart> parts, EventExecutor loop, Runnable resume) {
        BundlePart largest = Collections.max(parts, Comparator.comparingLong(BundlePart::length));
        return isInMemory(largest) ? null : new BundlePages(this, parts, loop, resume);
    }

    private boolean isInMemory(BundlePart part) {
        if (part.length() == 0) {
            return true;
        }
        try (CachedFile cached = open(part.file().path())) {
            return cached.absent(part.first(), part.file().size()).isEmpty();
        } catch (IOException e) {
            LOG.debug("{}: is not read ahead", part.file().path(), e);
            return true;
        }
    }

    CachedFile open(Path file) throws IOException {
        return cache.open(file);
    }

    /** A thread for the tasks of one response: they run one after the other. */
    EventExecutor thread() {
        return threads.next();
    }

    ColdPageTracker stretches() {
        return stretches;
    }

    boolean sparesCache() {
        return sparesCache;
    }

    ServeMetrics meters() {
        return meters;
    }

    void closed(SourcePages pages) {
        open.remove(pages);
    }

    @Override
    public void close() {
        open.forEach(SourcePages::closeNow);
        threads.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
