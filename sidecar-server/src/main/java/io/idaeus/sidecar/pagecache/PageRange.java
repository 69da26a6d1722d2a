/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.pagecache;

import org.jspecify.annotations.Nullable;

/**
 * Whole pages, as byte offsets.
 *
 * @param end exclusive
 */
public record PageRange(long first, long end) {
    public long length() {
        return end - first;
    }

    /** Null where empty. Both are page boundaries. */
    public @Nullable PageRange between(long from, long to) {
        long start = Math.max(first, from);
        long stop = Math.min(end, to);
        return start < stop ? new PageRange(start, stop) : null;
    }
}
