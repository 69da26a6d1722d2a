/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.PageCache;
import io.idaeus.sidecar.pagecache.PageRange;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drops received files from the page cache. Thread-safe. */
public final class WrittenPageEvictor {
    // Nothing reads a large file soon, and it would displace pages of Cassandra.

    private static final Logger LOG = LoggerFactory.getLogger(WrittenPageEvictor.class);

    private final @Nullable PageCache cache;

    private WrittenPageEvictor(@Nullable PageCache cache) {
        this.cache = cache;
    }

    static WrittenPageEvictor of(boolean enabled) {
        return new WrittenPageEvictor(enabled ? PageCache.ofSystem() : null);
    }

    public boolean isEnabled() {
        return cache != null;
    }

    // Best effort.
    void evict(Path file, long size) {
        if (cache == null || size == 0) {
            return;
        }
        try (CachedFile cached = cache.open(file)) {
            cached.drop(new PageRange(0, size));
        } catch (IOException e) {
            LOG.debug("{}: stays in the page cache", file, e);
        }
    }
}
