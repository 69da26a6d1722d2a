/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.util.concurrent.CompletableFuture;

/** Pulls components from peers' data planes. */
public final class FileFetcher implements AutoCloseable {

    public FileFetcher(FetchSettings settings, FetchMeters meters) {}

    /**
     * Pulls one file: resumes from its part file, checks length and CRC32, forces it to disk, renames it. One fetch
     * occupies one connection at a time, so a transfer that wants four connections keeps four fetches in flight. Never
     * two fetches for one destination at a time.
     *
     * @return completes with a result, never exceptionally but by {@link CompletableFuture#cancel}, which stops the
     *     fetch promptly and leaves the part file
     */
    public CompletableFuture<FetchResult> fetch(FetchRequest request) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException(request.toString()));
    }

    /** Cancels what is in flight and closes every connection. */
    @Override
    public void close() {}
}
