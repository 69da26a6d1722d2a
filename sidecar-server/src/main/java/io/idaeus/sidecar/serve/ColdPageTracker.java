/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.PageRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stretches of files that are being sent, and which of their pages were not in memory before: looked at once, by whoever
 * holds a stretch first, and remembered for as long as anyone holds it. For the kernel reads further than it is asked to,
 * and whoever looked at those pages later would take them for somebody else's. Thread-safe.
 */
final class ColdPageTracker {
    /** More than the kernel reads at a time. */
    static final int BYTES = 32 * 1024 * 1024;

    private final Map<Key, Stretch> held = new ConcurrentHashMap<>();

    /** Holds a stretch of a file; {@link #release} it. */
    Stretch hold(Path file, long index, CachedFile cached, long size) {
        return Objects.requireNonNull(held.compute(new Key(file, index), (key, there) -> {
            Stretch stretch = there == null ? look(key, cached, size) : there;
            stretch.holders++;
            return stretch;
        }));
    }

    /**
     * Gives a stretch back.
     *
     * @param last run where nobody else holds it, before anybody can again: what it was is forgotten then
     */
    void release(Stretch stretch, Runnable last) {
        held.computeIfPresent(stretch.key, (key, there) -> {
            there.holders--;
            if (there.holders > 0) {
                return there;
            }
            last.run();
            return null;
        });
    }

    private static Stretch look(Key key, CachedFile cached, long size) {
        long first = key.index * BYTES;
        return new Stretch(key, cached.absent(first, Math.min(size, first + BYTES)));
    }

    private record Key(Path file, long index) {}

    static final class Stretch {
        private final Key key;
        private final List<PageRun> absent;

        /** Touched only while the map computes its key. */
        private int holders;

        private Stretch(Key key, List<PageRun> absent) {
            this.key = key;
            this.absent = absent;
        }

        long end() {
            return (key.index + 1) * BYTES;
        }

        /** The pages that were not in memory, in order. */
        List<PageRun> absent() {
            return absent;
        }

        /** Those of them that lie between two offsets, which are ends of pages. */
        List<PageRun> absent(long from, long to) {
            return absent.stream()
                    .map(run -> run.between(from, to))
                    .filter(Objects::nonNull)
                    .toList();
        }
    }
}
