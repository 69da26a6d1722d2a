/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.KeyScan;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Reads the keys of each Index.db as soon as it is fetched, like a transfer, on as many threads. */
final class ArrivingKeys {
    private final ExecutorService threads =
            Executors.newFixedThreadPool(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), task -> {
                Thread thread = new Thread(task, "keys");
                thread.setDaemon(true);
                return thread;
            });
    private final Queue<CompletableFuture<KeyScan>> scans = new ConcurrentLinkedQueue<>();

    void arrived(Path file) {
        if (file.toString().endsWith("-Index.db")) {
            scans.add(CompletableFuture.supplyAsync(() -> scan(file), threads));
        }
    }

    /** Waits for the last key. */
    void await() {
        for (CompletableFuture<KeyScan> scan = scans.poll(); scan != null; scan = scans.poll()) {
            if (scan.join().foreign().count() > 0) {
                throw new IllegalStateException("a foreign key: " + scan.join());
            }
        }
    }

    private static KeyScan scan(Path file) {
        try {
            return KeyScan.of(file, TokenRanges.fullRing(), TokenRanges.fullRing());
        } catch (SstableException e) {
            throw new CompletionException(e);
        }
    }
}
