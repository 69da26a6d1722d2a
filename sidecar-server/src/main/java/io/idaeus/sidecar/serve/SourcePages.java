/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.PageRun;
import io.idaeus.sidecar.serve.ColdPageTracker.Stretch;
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
 * The pages of one response: looked at a chunk ahead, read by another thread where they are not in memory, and let go of
 * behind the reader where they were not before. Lives on the channel's event loop; its tasks run one after the other on a
 * thread of {@link ReadAhead}, the last of them closes it.
 */
final class SourcePages {
    private static final Logger LOG = LoggerFactory.getLogger(SourcePages.class);
    private static final int CHUNK = 4 * 1024 * 1024;

    /** What a socket may still hold: such pages would not go. */
    private static final int UNDER_WAY = 4 * 1024 * 1024;

    /** More than is under way, also where a receiver on this host has not read it yet. */
    private static final int WELL_PAST = 64 * 1024 * 1024;

    /** When the receiver probably has the last of it, and when it certainly has. */
    private static final int SOON_MILLIS = 100;

    private static final int LINGER_MILLIS = 1000;

    private final ReadAhead shared;
    private final Path file;
    private final CachedFile cached;
    private final long size;
    private final long end;
    private final EventExecutor loop;
    private final EventExecutor thread;
    private final Runnable resume;
    private final Deque<Chunk> ahead = new ArrayDeque<>();
    private final Deque<PageRun> behind = new ArrayDeque<>();
    private final Deque<Stretch> held = new ArrayDeque<>();
    private long looked;
    private long nextStretch;
    private long ready;
    private boolean waiting;
    private boolean closed;

    SourcePages(
            ReadAhead shared,
            OpenFile file,
            CachedFile cached,
            long first,
            long end,
            EventExecutor loop,
            Runnable resume) {
        this.shared = shared;
        this.file = file.path();
        this.cached = cached;
        this.size = file.size();
        this.looked = cached.pageOf(first);
        this.nextStretch = first / ColdPageTracker.BYTES;
        this.ready = first;
        this.end = end;
        this.loop = loop;
        this.thread = shared.thread();
        this.resume = resume;
    }

    /** Whether the bytes up to there are in memory. Where not they are being read, and {@code resume} is told. */
    boolean permits(long to) {
        while (looked < Math.min(end, to + CHUNK)) {
            look();
        }
        waiting = ready < to;
        return !waiting;
    }

    /**
     * All bytes up to there have left the process. Their pages are let go of soon, as far as nobody needs them any more, and
     * once more when that is certain.
     */
    void flushed(long to) {
        while (!behind.isEmpty() && behind.element().end() <= to - UNDER_WAY) {
            PageRun sent = behind.remove();
            run(() -> drop(sent));
        }
        while (!held.isEmpty() && held.element().end() <= to - WELL_PAST) {
            Stretch past = held.remove();
            run(() -> release(past));
        }
    }

    /** Nothing more is sent. */
    void end() {
        List<PageRun> last = List.copyOf(behind);
        List<Stretch> rest = List.copyOf(held);
        behind.clear();
        held.clear();
        boolean nothingToDrop = !shared.sparesCache()
                || rest.stream().allMatch(stretch -> stretch.absent().isEmpty());
        Runnable release = () -> {
            rest.forEach(this::release);
            close();
        };
        if (nothingToDrop) {
            run(release);
        } else {
            in(SOON_MILLIS, () -> last.forEach(this::drop));
            in(LINGER_MILLIS, release);
        }
    }

    /** At shutdown. */
    void closeNow() {
        run(this::close);
    }

    private void look() {
        // Whole chunks of the file, so that no page belongs to two.
        long to = Math.min(end, (looked / CHUNK + 1) * CHUNK);
        // One further, as the kernel will read.
        while (nextStretch * ColdPageTracker.BYTES < Math.min(size, to + ColdPageTracker.BYTES)) {
            held.add(shared.stretches().hold(file, nextStretch, cached, size));
            nextStretch++;
        }
        List<PageRun> absent = new ArrayList<>(1);
        held.forEach(stretch -> absent.addAll(stretch.absent(looked, to)));
        looked = to;
        Chunk chunk = new Chunk(to, absent);
        ahead.add(chunk);
        if (absent.isEmpty()) {
            arrived(chunk);
        } else {
            if (shared.sparesCache()) {
                behind.addAll(absent);
            }
            run(() -> read(chunk));
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

    /** On the other thread, as all below. */
    private void read(Chunk chunk) {
        try {
            if (!closed) {
                for (PageRun run : chunk.absent) {
                    shared.meters().readAhead(cached.read(run));
                }
            }
        } catch (IOException | RuntimeException e) {
            // Whoever sends them meets it again, and says so.
            LOG.debug("{}: reading ahead failed", file, e);
        }
        loop.execute(() -> arrived(chunk));
    }

    private void drop(PageRun run) {
        if (!closed) {
            cached.drop(run);
        }
    }

    private void release(Stretch stretch) {
        boolean drops = !closed && shared.sparesCache();
        shared.stretches().release(stretch, () -> {
            if (drops) {
                stretch.absent().forEach(run -> {
                    cached.drop(run);
                    shared.meters().droppedPages(run.length());
                });
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

    private void in(int millis, Runnable task) {
        try {
            var unused = thread.schedule(task, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException shutDown) {
            LOG.debug("{}: its pages stay, the server is closed", file);
        }
    }

    private void run(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException shutDown) {
            LOG.debug("{}: the server is closed", file);
        }
    }

    private static final class Chunk {
        private final long end;
        private final List<PageRun> absent;
        private boolean arrived;

        Chunk(long end, List<PageRun> absent) {
            this.end = end;
            this.absent = absent;
        }
    }
}
