/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

/**
 * How the page cache is used for what is sent.
 *
 * @param readsAhead whether cold pages are read by threads of their own, in place of the event loops
 * @param spares whether pages that were not in memory before are let go of afterwards; only what is read ahead can be
 */
public record PageCacheUse(boolean readsAhead, boolean spares) {
    public static PageCacheUse defaults() {
        return new PageCacheUse(true, true);
    }
}
