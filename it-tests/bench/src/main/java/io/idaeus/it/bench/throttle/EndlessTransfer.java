/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.throttle;

import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.wire.ComponentPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * A transfer that fetches a few files over and over onto the pages of the last copy, because new pages can cost more
 * than everything else. A proven file becomes the part file of the next fetch; the fetcher overwrites a part file of
 * full size without a journal.
 */
final class EndlessTransfer implements AutoCloseable {
    // As in the product: the next file begins while the last pieces of one arrive.
    private static final int FILES = 2;

    private final FileFetcher fetcher;
    private final List<FetchRequest> requests = new ArrayList<>();
    private final List<CompletableFuture<Void>> running = new ArrayList<>();
    private final LongAdder received = new LongAdder();
    private volatile boolean closed;

    /**
     * Allocates its part files.
     *
     * @param tag the snapshot that the source believes it serves
     */
    EndlessTransfer(
            FileFetcher fetcher,
            InetSocketAddress source,
            ServedFile file,
            String tag,
            Path directory,
            ConnectionPermits permits)
            throws IOException {
        this.fetcher = fetcher;
        for (int i = 0; i < FILES; i++) {
            FetchRequest request = new FetchRequest(
                    source,
                    new ComponentPath(tag, "bench", "bench", "nb-" + i + "-big", "Data.db"),
                    file.size(),
                    file.crc32(),
                    directory.resolve(tag + "-" + i),
                    received::add,
                    permits);
            Files.copy(file.path(), request.part());
            requests.add(request);
        }
    }

    void start() {
        requests.forEach(request -> running.add(again(request)));
    }

    /**
     * Bytes so far.
     *
     * @throws IllegalStateException if a fetch failed
     */
    long received() {
        for (CompletableFuture<Void> each : running) {
            if (each.isDone()) {
                each.join();
                throw new IllegalStateException("a transfer ended early");
            }
        }
        return received.sum();
    }

    private CompletableFuture<Void> again(FetchRequest request) {
        return fetcher.fetch(request).thenCompose(result -> {
            if (!(result instanceof FetchResult.Fetched)) {
                throw new IllegalStateException(request.component() + ": " + result);
            }
            try {
                Files.move(request.destination(), request.part(), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return closed ? CompletableFuture.completedFuture(null) : again(request);
        });
    }

    /** Starts no more fetches. Closing the fetcher ends those in flight. */
    @Override
    public void close() {
        closed = true;
    }
}
