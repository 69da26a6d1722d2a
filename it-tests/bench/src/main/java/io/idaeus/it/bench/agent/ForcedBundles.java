/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import io.idaeus.sidecar.fetch.BundleEntry;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.Unforced;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes what bundles bring durable while others arrive, as a pull does. Thread-safe. */
final class ForcedBundles implements AutoCloseable {
    private final Unforced unforced;
    private boolean last;
    private FetchResult.@Nullable Failed failure;

    ForcedBundles(Unforced unforced) {
        this.unforced = unforced;
    }

    synchronized void expect(Path directory) throws IOException {
        unforced.expect(directory);
    }

    synchronized void awaitRoom() throws InterruptedException {
        while (unforced.isFull()) {
            wait();
        }
    }

    synchronized void received(List<BundleEntry> bundle) {
        for (BundleEntry entry : bundle) {
            FetchRequest request = entry.request();
            unforced.add(request.destination(), request.size());
        }
        force();
    }

    synchronized void awaitAll() throws IOException, InterruptedException {
        last = true;
        force();
        while (!unforced.isEmpty()) {
            wait();
        }
        if (failure != null) {
            throw new IOException(failure.message());
        }
    }

    private void force() {
        boolean unused = unforced.forceIfDue(last, this::ended);
    }

    private synchronized void ended(FetchResult.@Nullable Failed failed) {
        unforced.ended();
        if (failed != null) {
            failure = failed;
        }
        force();
        notifyAll();
    }

    @Override
    public synchronized void close() {
        unforced.close();
    }
}
