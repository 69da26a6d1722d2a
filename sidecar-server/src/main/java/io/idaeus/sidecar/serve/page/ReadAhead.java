/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.PageCache;
import io.idaeus.sidecar.pagecache.PageRange;
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
 * Reads cold files before event loops send them, and drops their pages afterwards. One per server; owns its threads.
 */
public final class ReadAhead implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadAhead.class);
    private static final int THREADS = 8;

    // An event loop reads a smaller range sooner than it hands it over.
    private static final long MIN_RANGE_BYTES = 1L << 20;

    private final PageCache cache;
    private final ColdPageTracker tracker = new ColdPageTracker();
    private final boolean dropsAfterwards;
    private final PageMetrics metrics;
    private final EventExecutorGroup threads =
            new DefaultEventExecutorGroup(THREADS, new DiskThreads("data-read-ahead"));
    private final Set<FilePages> open = ConcurrentHashMap.newKeySet();

    private ReadAhead(PageCache cache, boolean dropsAfterwards, PageMetrics metrics) {
        this.cache = cache;
        this.dropsAfterwards = dropsAfterwards;
        this.metrics = metrics;
    }

    /** Null where read-ahead is off, or the page cache cannot be queried. */
    public static @Nullable ReadAhead of(PageCacheUse use, PageMetrics metrics) {
        PageCache cache = use.readAhead() ? PageCache.ofSystem() : null;
        return cache == null ? null : new ReadAhead(cache, use.dropAfterwards(), metrics);
    }

    /**
     * Reads ahead, unless the range is short.
     *
     * @param resume called on the loop when awaited bytes are in memory
     */
    public BodyPages pages(SentRange range, EventExecutor loop, Runnable resume) {
        if (range.end() - range.first() < MIN_RANGE_BYTES) {
            return BodyPages.NONE;
        }
        try {
            FilePages pages = new FilePages(this, cache.open(range.path()), range, loop, resume);
            open.add(pages);
            return pages;
        } catch (IOException e) {
            LOG.debug("{}: not read ahead", range.path(), e);
            return BodyPages.NONE;
        }
    }

    /** Reads a bundle ahead, unless it is in memory. */
    public BodyPages pages(List<? extends SentFile> files, EventExecutor loop, Runnable resume) {
        // Where the largest file is in memory, the others are too, or are read soon.
        SentFile largest = Collections.max(files, Comparator.comparingLong(SentFile::bodyBytes));
        if (isInMemory(largest)) {
            return BodyPages.NONE;
        }
        BundlePages pages = new BundlePages(this, files, loop, resume);
        pages.start();
        return pages;
    }

    /** For a thread that reads a whole file, in order, itself. */
    public ScannedPages scanned(Path file, long size) {
        return new ScannedPages(this, file, size);
    }

    private boolean isInMemory(SentFile file) {
        if (file.first() == file.end()) {
            return true;
        }
        try (CachedFile cached = open(file.path())) {
            return cached.absent(file.first(), file.end()).isEmpty();
        } catch (IOException e) {
            LOG.debug("{}: not read ahead", file.path(), e);
            return true;
        }
    }

    CachedFile open(Path file) throws IOException {
        return cache.open(file);
    }

    void drop(CachedFile cached, PageRange pages) {
        cached.drop(pages);
        metrics.dropped(pages.length());
    }

    // Runs the tasks of one body in order.
    EventExecutor thread() {
        return threads.next();
    }

    ColdPageTracker tracker() {
        return tracker;
    }

    boolean dropsAfterwards() {
        return dropsAfterwards;
    }

    PageMetrics metrics() {
        return metrics;
    }

    void closed(FilePages pages) {
        open.remove(pages);
    }

    @Override
    public void close() {
        open.forEach(FilePages::closeNow);
        threads.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
