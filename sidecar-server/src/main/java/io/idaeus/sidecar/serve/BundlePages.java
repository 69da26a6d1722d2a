/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.PageRun;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one response that holds many: read by another thread in their order, before the event loop opens them, and
 * let go of at its end where they were not in memory before. Lives on the channel's event loop; its tasks run one after the
 * other on a thread of {@link ReadAhead}.
 */
final class BundlePages {
    private static final Logger LOG = LoggerFactory.getLogger(BundlePages.class);

    /** The event loop hears of so many at a time, and of fewer where they are large. */
    private static final int FILES_AT_ONCE = 16;

    private static final long BYTES_AT_ONCE = 1 << 20;
    private static final int LINGER_SECONDS = 1;

    private record Dropped(BundlePart part, List<PageRun> runs) {}

    private final ReadAhead shared;
    private final List<BundlePart> parts;
    private final EventExecutor loop;
    private final EventExecutor thread;
    private final Runnable resume;

    /** Of the other thread. */
    private final List<Dropped> behind = new ArrayList<>();

    private int ready;
    private boolean waiting;
    private volatile boolean ended;

    BundlePages(ReadAhead shared, List<BundlePart> parts, EventExecutor loop, Runnable resume) {
        this.shared = shared;
        this.parts = parts;
        this.loop = loop;
        this.thread = shared.thread();
        this.resume = resume;
    }

    void start() {
        run(() -> readFrom(0));
    }

    /** Whether so many of the files are in memory. Where not they are being read, and {@code resume} is told. */
    boolean permits(int files) {
        waiting = ready < files;
        return !waiting;
    }

    /** Nothing more is sent. */
    void end() {
        ended = true;
        try {
            var unused = thread.schedule(this::drop, LINGER_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException shutDown) {
            LOG.debug("the pages of {} files stay, the server is closed", parts.size());
        }
    }

    /** On the other thread; others have their turn between two of these. */
    private void readFrom(int first) {
        int next = first;
        long bytes = 0;
        while (!ended && next < parts.size() && next - first < FILES_AT_ONCE && bytes < BYTES_AT_ONCE) {
            bytes += read(parts.get(next));
            next++;
        }
        int read = next;
        loop.execute(() -> arrived(read));
        if (!ended && read < parts.size()) {
            run(() -> readFrom(read));
        }
    }

    private long read(BundlePart part) {
        if (part.length() == 0) {
            return 0;
        }
        try (CachedFile cached = shared.open(part.file().path())) {
            List<PageRun> absent = cached.absent(part.first(), part.file().size());
            if (!absent.isEmpty()) {
                for (PageRun run : absent) {
                    shared.meters().readAhead(cached.read(run));
                }
                if (shared.sparesCache()) {
                    behind.add(new Dropped(part, absent));
                }
            }
        } catch (IOException | RuntimeException e) {
            // Whoever sends it meets it again, and says so.
            LOG.debug("{}: reading ahead failed", part.file().path(), e);
        }
        return part.length();
    }

    private void arrived(int files) {
        ready = files;
        if (waiting) {
            waiting = false;
            resume.run();
        }
    }

    private void drop() {
        for (Dropped dropped : behind) {
            try (CachedFile cached = shared.open(dropped.part().file().path())) {
                dropped.runs().forEach(run -> {
                    cached.drop(run);
                    shared.meters().droppedPages(run.length());
                });
            } catch (IOException e) {
                LOG.debug("{}: its pages stay", dropped.part().file().path(), e);
            }
        }
        behind.clear();
    }

    private void run(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException shutDown) {
            LOG.debug("the server is closed");
        }
    }
}
