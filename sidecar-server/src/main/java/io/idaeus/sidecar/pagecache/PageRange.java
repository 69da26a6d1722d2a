/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.pagecache;

import org.jspecify.annotations.Nullable;

/**
 * Whole pages of a file, as byte offsets.
 *
 * @param first inclusive
 * @param end exclusive
 */
public record PageRange(long first, long end) {
    public long length() {
        return end - first;
    }

    /** The part between two page boundaries; null where it is empty. */
    public @Nullable PageRange between(long from, long to) {
        long start = Math.max(first, from);
        long stop = Math.min(end, to);
        return start < stop ? new PageRange(start, stop) : null;
    }
}
