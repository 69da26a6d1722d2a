/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.serve.page.ColdPageTracker.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pages of a file that one thread reads from its first byte to its last: those that were cold are dropped from the
 * page cache afterwards. Not thread-safe.
 */
public final class ScannedPages implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ScannedPages.class);

    private final ReadAhead shared;
    private final Path path;
    private final long size;

    // Null where no page is dropped.
    private final @Nullable CachedFile cached;

    private final Deque<Window> windows = new ArrayDeque<>();
    private long nextWindow;

    ScannedPages(ReadAhead shared, Path path, long size) {
        this.shared = shared;
        this.path = path;
        this.size = size;
        this.cached = shared.dropsAfterwards() ? open(shared, path) : null;
    }

    private static @Nullable CachedFile open(ReadAhead shared, Path path) {
        try {
            return shared.open(path);
        } catch (IOException e) {
            LOG.debug("{}: cold pages stay in the page cache", path, e);
            return null;
        }
    }

    /** The bytes before {@code end} are about to be read. */
    public void beforeReading(long end) {
        if (cached == null) {
            return;
        }
        // One window further: the kernel reads on beyond what it is asked for.
        while (nextWindow * ColdPageTracker.WINDOW_BYTES < Math.min(size, end + ColdPageTracker.WINDOW_BYTES)) {
            windows.add(shared.tracker().hold(path, nextWindow, cached, size));
            nextWindow++;
        }
    }

    /** The bytes before {@code end} were read. */
    public void afterReading(long end) {
        while (cached != null && !windows.isEmpty() && windows.element().end() <= end) {
            release(cached, windows.remove());
        }
    }

    @Override
    public void close() {
        if (cached != null) {
            windows.forEach(window -> release(cached, window));
            windows.clear();
            cached.close();
        }
    }

    private void release(CachedFile file, Window window) {
        shared.tracker().release(window, () -> window.absent().forEach(pages -> shared.drop(file, pages)));
    }
}
