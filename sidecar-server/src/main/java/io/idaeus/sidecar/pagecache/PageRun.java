/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.pagecache;

import org.jspecify.annotations.Nullable;

/**
 * Bytes of a file from the start of one page to the end of another.
 *
 * @param first inclusive
 * @param end exclusive
 */
public record PageRun(long first, long end) {
    public long length() {
        return end - first;
    }

    /** What lies between two offsets of it, which are ends of pages; null where nothing does. */
    public @Nullable PageRun between(long from, long to) {
        long start = Math.max(first, from);
        long stop = Math.min(end, to);
        return start < stop ? new PageRun(start, stop) : null;
    }
}
