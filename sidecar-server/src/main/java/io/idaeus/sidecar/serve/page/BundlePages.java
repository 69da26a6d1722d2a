/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.PageRange;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a bundle's files in order, and drops cold pages at the end. Lives on the channel's event loop; tasks run on one
 * thread of {@link ReadAhead}.
 */
final class BundlePages implements BodyPages {
    private static final Logger LOG = LoggerFactory.getLogger(BundlePages.class);

    // The event loop is told after each batch: so many files, or fewer where they are large.
    private static final int BATCH_FILES = 16;
    private static final long BATCH_BYTES = 1 << 20;

    // After this time the peer has received the last bytes: the kernel drops no page that a socket still holds.
    private static final int LINGER_SECONDS = 1;

    private record ColdFile(SentFile file, List<PageRange> pages) {}

    private final ReadAhead shared;
    private final List<? extends SentFile> files;
    private final EventExecutor loop;
    private final EventExecutor thread;
    private final Runnable resume;

    // The pages that end() drops. Used by the other thread alone.
    private final List<ColdFile> cold = new ArrayList<>();

    private long ready;
    private boolean waiting;
    private volatile boolean ended;

    BundlePages(ReadAhead shared, List<? extends SentFile> files, EventExecutor loop, Runnable resume) {
        this.shared = shared;
        this.files = files;
        this.loop = loop;
        this.thread = shared.thread();
        this.resume = resume;
    }

    void start() {
        execute(() -> readFrom(0, 0));
    }

    @Override
    public boolean permits(long end) {
        waiting = ready < end;
        return !waiting;
    }

    @Override
    public void flushed(long end) {}

    @Override
    public void end() {
        ended = true;
        try {
            var unused = thread.schedule(this::drop, LINGER_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException shutDown) {
            LOG.debug("cold pages of {} files stay in the page cache: the server is closed", files.size());
        }
    }

    // On the other thread, as are the methods it calls. One batch a task, so that other bodies have their turn.
    private void readFrom(int first, long bodyStart) {
        int next = first;
        long bytes = 0;
        long bodyEnd = bodyStart;
        while (!ended && next < files.size() && next - first < BATCH_FILES && bytes < BATCH_BYTES) {
            SentFile file = files.get(next);
            bytes += read(file);
            bodyEnd += file.bodyBytes();
            next++;
        }
        int nextBatch = next;
        long nextStart = bodyEnd;
        loop.execute(() -> arrived(nextStart));
        if (!ended && nextBatch < files.size()) {
            execute(() -> readFrom(nextBatch, nextStart));
        }
    }

    private long read(SentFile file) {
        long length = file.end() - file.first();
        if (length == 0) {
            return 0;
        }
        try (CachedFile cached = shared.open(file.path())) {
            List<PageRange> absent = cached.absent(file.first(), file.end());
            for (PageRange pages : absent) {
                shared.metrics().readAhead(cached.read(pages));
            }
            if (!absent.isEmpty() && shared.dropsAfterwards()) {
                cold.add(new ColdFile(file, absent));
            }
        } catch (IOException | RuntimeException e) {
            // The event loop meets the same error when it sends the file, and reports it.
            LOG.debug("{}: read-ahead failed", file.path(), e);
        }
        return length;
    }

    private void arrived(long bodyEnd) {
        ready = bodyEnd;
        if (waiting) {
            waiting = false;
            resume.run();
        }
    }

    private void drop() {
        for (ColdFile each : cold) {
            try (CachedFile cached = shared.open(each.file().path())) {
                each.pages().forEach(pages -> shared.drop(cached, pages));
            } catch (IOException e) {
                LOG.debug("{}: cold pages stay in the page cache", each.file().path(), e);
            }
        }
        cold.clear();
    }

    private void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException shutDown) {
            LOG.debug("a bundle is not read ahead: the server is closed");
        }
    }
}
