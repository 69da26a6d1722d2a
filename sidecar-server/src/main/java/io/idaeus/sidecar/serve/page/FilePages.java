/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.PageRange;
import io.idaeus.sidecar.serve.page.ColdPageTracker.Window;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks a range's pages up ahead of the sender, reads cold ones, drops them behind it. Lives on the channel's event
 * loop; tasks run on one thread of {@link ReadAhead}.
 */
final class FilePages implements BodyPages {
    private static final Logger LOG = LoggerFactory.getLogger(FilePages.class);
    private static final int CHUNK_BYTES = 4 * 1024 * 1024;

    // The kernel drops no page that a socket still holds. So each page is dropped twice: first when the peer has
    // probably
    // received it, and again, with its window, when it certainly has, even where a peer on this host reads late.
    private static final int PROBABLY_RECEIVED_BYTES = 4 * 1024 * 1024;
    private static final int CERTAINLY_RECEIVED_BYTES = 64 * 1024 * 1024;
    private static final int PROBABLY_RECEIVED_MILLIS = 100;
    private static final int CERTAINLY_RECEIVED_MILLIS = 1000;

    private final ReadAhead shared;
    private final Path path;
    private final CachedFile cached;
    private final long size;
    private final long first;
    private final long end;
    private final EventExecutor loop;
    private final EventExecutor thread;
    private final Runnable resume;
    private final Deque<Chunk> ahead = new ArrayDeque<>();
    private final Deque<PageRange> behind = new ArrayDeque<>();
    private final Deque<Window> windows = new ArrayDeque<>();

    // Offsets in the file: up to where pages are looked up, and are in memory.
    private long lookedUp;
    private long ready;

    private long nextWindow;
    private boolean waiting;

    // Used by the other thread alone.
    private boolean closed;

    FilePages(ReadAhead shared, CachedFile cached, SentRange range, EventExecutor loop, Runnable resume) {
        this.shared = shared;
        this.path = range.path();
        this.cached = cached;
        this.size = range.size();
        this.first = range.first();
        this.end = range.end();
        this.lookedUp = cached.pageOf(first);
        this.nextWindow = first / ColdPageTracker.WINDOW_BYTES;
        this.ready = first;
        this.loop = loop;
        this.thread = shared.thread();
        this.resume = resume;
    }

    @Override
    public boolean permits(long bodyEnd) {
        long to = first + bodyEnd;
        while (lookedUp < Math.min(end, to + CHUNK_BYTES)) {
            lookUpChunk();
        }
        waiting = ready < to;
        return !waiting;
    }

    @Override
    public void flushed(long bodyEnd) {
        long to = first + bodyEnd;
        while (!behind.isEmpty() && behind.element().end() <= to - PROBABLY_RECEIVED_BYTES) {
            PageRange sent = behind.remove();
            execute(() -> drop(sent));
        }
        while (!windows.isEmpty() && windows.element().end() <= to - CERTAINLY_RECEIVED_BYTES) {
            Window sent = windows.remove();
            execute(() -> release(sent));
        }
    }

    @Override
    public void end() {
        List<PageRange> lastPages = List.copyOf(behind);
        List<Window> lastWindows = List.copyOf(windows);
        behind.clear();
        windows.clear();
        boolean nothingToDrop = !shared.dropsAfterwards()
                || lastWindows.stream().allMatch(window -> window.absent().isEmpty());
        Runnable release = () -> {
            lastWindows.forEach(this::release);
            close();
        };
        if (nothingToDrop) {
            execute(release);
        } else {
            schedule(PROBABLY_RECEIVED_MILLIS, () -> lastPages.forEach(this::drop));
            schedule(CERTAINLY_RECEIVED_MILLIS, release);
        }
    }

    /** At shutdown: drops nothing more. */
    void closeNow() {
        execute(this::close);
    }

    private void lookUpChunk() {
        // Chunks are aligned to the file, so that no page belongs to two.
        long to = Math.min(end, (lookedUp / CHUNK_BYTES + 1) * CHUNK_BYTES);
        // One window further: the kernel reads on beyond the chunk.
        while (nextWindow * ColdPageTracker.WINDOW_BYTES < Math.min(size, to + ColdPageTracker.WINDOW_BYTES)) {
            windows.add(shared.tracker().hold(path, nextWindow, cached, size));
            nextWindow++;
        }
        List<PageRange> absent = new ArrayList<>(1);
        windows.forEach(window -> absent.addAll(window.absent(lookedUp, to)));
        lookedUp = to;
        Chunk chunk = new Chunk(to, absent);
        ahead.add(chunk);
        if (absent.isEmpty()) {
            arrived(chunk);
        } else {
            if (shared.dropsAfterwards()) {
                behind.addAll(absent);
            }
            execute(() -> read(chunk));
        }
    }

    private void arrived(Chunk chunk) {
        chunk.arrived = true;
        while (!ahead.isEmpty() && ahead.element().arrived) {
            ready = ahead.remove().end;
        }
        if (waiting) {
            waiting = false;
            resume.run();
        }
    }

    // On the other thread, as all methods below.
    private void read(Chunk chunk) {
        try {
            if (!closed) {
                for (PageRange pages : chunk.absent) {
                    shared.metrics().readAhead(cached.read(pages));
                }
            }
        } catch (IOException | RuntimeException e) {
            // The event loop meets the same error when it sends the file, and reports it.
            LOG.debug("{}: read-ahead failed", path, e);
        }
        loop.execute(() -> arrived(chunk));
    }

    private void drop(PageRange pages) {
        if (!closed) {
            // Counted when its window is released.
            cached.drop(pages);
        }
    }

    private void release(Window window) {
        boolean drops = !closed && shared.dropsAfterwards();
        shared.tracker().release(window, () -> {
            if (drops) {
                window.absent().forEach(pages -> shared.drop(cached, pages));
            }
        });
    }

    private void close() {
        if (!closed) {
            closed = true;
            cached.close();
            shared.closed(this);
        }
    }

    private void schedule(int millis, Runnable task) {
        try {
            var unused = thread.schedule(task, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException shutDown) {
            LOG.debug("{}: cold pages stay in the page cache: the server is closed", path);
        }
    }

    private void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException shutDown) {
            LOG.debug("{}: not read ahead: the server is closed", path);
        }
    }

    private static final class Chunk {
        private final long end;
        private final List<PageRange> absent;
        private boolean arrived;

        Chunk(long end, List<PageRange> absent) {
            this.end = end;
            this.absent = absent;
        }
    }
}
