/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.PageRange;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers which pages were cold, in windows of {@value #WINDOW_BYTES} bytes. The first holder looks them up, the last
 * one forgets them. Thread-safe.
 */
// The kernel reads on beyond what it is asked for. A later look would take those pages for hot ones of somebody else.
final class ColdPageTracker {
    // Twice the largest read_ahead_kb that we expect (8 MiB): the kernel reads that far ahead. Larger windows cost more
    // mincore, because a response looks up one window more than it sends.
    static final int WINDOW_BYTES = 16 * 1024 * 1024;

    private final Map<Key, Window> held = new ConcurrentHashMap<>();

    /** {@link #release} must follow. */
    Window hold(Path file, long index, CachedFile cached, long size) {
        return Objects.requireNonNull(held.compute(new Key(file, index), (key, existing) -> {
            Window window = existing == null ? lookUp(key, cached, size) : existing;
            window.holders++;
            return window;
        }));
    }

    /** @param last run for the last holder, before anybody can hold the window again */
    void release(Window window, Runnable last) {
        held.computeIfPresent(window.key, (key, existing) -> {
            existing.holders--;
            if (existing.holders > 0) {
                return existing;
            }
            last.run();
            return null;
        });
    }

    private static Window lookUp(Key key, CachedFile cached, long size) {
        long first = key.index * WINDOW_BYTES;
        return new Window(key, cached.absent(first, Math.min(size, first + WINDOW_BYTES)));
    }

    private record Key(Path file, long index) {}

    static final class Window {
        private final Key key;
        private final List<PageRange> absent;

        // Accessed only while the map computes its key.
        private int holders;

        private Window(Key key, List<PageRange> absent) {
            this.key = key;
            this.absent = absent;
        }

        long end() {
            return (key.index + 1) * WINDOW_BYTES;
        }

        List<PageRange> absent() {
            return absent;
        }

        /** Between two page boundaries. */
        List<PageRange> absent(long from, long to) {
            return absent.stream()
                    .map(pages -> pages.between(from, to))
                    .filter(Objects::nonNull)
                    .toList();
        }
    }
}
