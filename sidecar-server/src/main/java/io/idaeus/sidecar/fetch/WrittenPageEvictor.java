/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.PageCache;
import io.idaeus.sidecar.pagecache.PageRange;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the page cache holds of files that were received: nobody reads a large one soon, and Cassandra's own pages would go
 * in its place. Thread-safe.
 */
final class WrittenPageEvictor {
    private static final Logger LOG = LoggerFactory.getLogger(WrittenPageEvictor.class);

    private final @Nullable PageCache cache;

    private WrittenPageEvictor(@Nullable PageCache cache) {
        this.cache = cache;
    }

    /** @param spares false for files that stay in memory */
    static WrittenPageEvictor of(boolean spares) {
        return new WrittenPageEvictor(spares ? PageCache.ofSystem() : null);
    }

    /** Whether files shall not stay in memory. */
    boolean spares() {
        return cache != null;
    }

    /** Lets go of all that is on the disk of a file; call it after the file was forced. Failing harms nobody. */
    void letGo(Path file, long size) {
        if (cache == null || size == 0) {
            return;
        }
        try (CachedFile cached = cache.open(file)) {
            cached.drop(new PageRange(0, size));
        } catch (IOException e) {
            LOG.debug("{}: its pages stay in memory", file, e);
        }
    }
}
