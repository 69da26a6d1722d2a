/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.PageRun;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
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

    /** What may still be on its way out of this host: such pages would not go. */
    private static final int UNDER_WAY = 4 * 1024 * 1024;

    private static final int LINGER_SECONDS = 1;

    private final ReadAhead shared;
    private final OpenFile file;
    private final CachedFile cached;
    private final long end;
    private final EventExecutor loop;
    private final EventExecutor thread;
    private final Runnable resume;
    private final Deque<Chunk> ahead = new ArrayDeque<>();
    private final Deque<PageRun> behind = new ArrayDeque<>();
    private long looked;
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
        this.file = file;
        this.cached = cached;
        this.looked = first;
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

    /** All bytes up to there have left the process. */
    void flushed(long to) {
        List<PageRun> due = new ArrayList<>(1);
        while (!behind.isEmpty() && behind.element().end() <= to - UNDER_WAY) {
            due.add(behind.remove());
        }
        if (!due.isEmpty()) {
            run(() -> drop(due));
        }
    }

    /** Nothing more is sent. */
    void end() {
        List<PageRun> rest = new ArrayList<>(behind);
        behind.clear();
        try {
            if (rest.isEmpty()) {
                thread.execute(this::close);
            } else {
                var unused = thread.schedule(
                        () -> {
                            drop(rest);
                            close();
                        },
                        LINGER_SECONDS,
                        TimeUnit.SECONDS);
            }
        } catch (RejectedExecutionException shutDown) {
            LOG.debug("{}: its pages stay, the server is closed", file.path());
        }
    }

    /** At shutdown. */
    void closeNow() {
        run(this::close);
    }

    private void look() {
        // Whole chunks of the file, so that no page belongs to two.
        long to = Math.min(end, (looked / CHUNK + 1) * CHUNK);
        List<PageRun> absent = cached.absent(looked, to);
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

    /** On the other thread. */
    private void read(Chunk chunk) {
        try {
            if (!closed) {
                chunk.absent.forEach(cached::willNeed);
                for (PageRun run : chunk.absent) {
                    shared.meters().readAhead(file.channel().transferTo(run.first(), run.length(), shared.nowhere()));
                }
            }
        } catch (IOException | RuntimeException e) {
            // Whoever sends them meets it again, and says so.
            LOG.debug("{}: reading ahead failed", file.path(), e);
        }
        loop.execute(() -> arrived(chunk));
    }

    private void drop(List<PageRun> runs) {
        if (!closed) {
            runs.forEach(run -> {
                cached.drop(run);
                shared.meters().droppedPages(run.length());
            });
        }
    }

    private void close() {
        if (!closed) {
            closed = true;
            cached.close();
            file.release();
            shared.closed(this);
        }
    }

    private void run(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException shutDown) {
            LOG.debug("{}: the server is closed", file.path());
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
