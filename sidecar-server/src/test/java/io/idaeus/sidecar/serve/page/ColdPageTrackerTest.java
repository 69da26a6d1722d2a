/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.pagecache.CachedFile;
import io.idaeus.sidecar.pagecache.Pages;
import io.idaeus.sidecar.serve.page.ColdPageTracker.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColdPageTrackerTest {
    private static final int SIZE = 100_000;
    private static final int ROUNDS = 2000;

    @TempDir
    Path directory;

    private final ColdPageTracker tracker = new ColdPageTracker();
    private final AtomicInteger released = new AtomicInteger();
    private Path path;
    private CachedFile cached;

    @BeforeEach
    void open() throws Exception {
        path = Files.write(directory.resolve("Data.db"), new byte[SIZE]);
        cached = Pages.open(path);
    }

    @AfterEach
    void close() {
        cached.close();
    }

    @Test
    void theLastHolderForgetsTheWindow() {
        Window first = hold();
        Window second = hold();

        tracker.release(first, released::incrementAndGet);
        assertThat(released).hasValue(0);

        tracker.release(second, released::incrementAndGet);
        assertThat(released).hasValue(1);
    }

    @Test
    void ofTwoConcurrentReleasesExactlyOneIsTheLast() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 1; round <= ROUNDS; round++) {
                Future<?> one = threads.submit(releasing(hold(), together));
                Future<?> other = threads.submit(releasing(hold(), together));
                one.get();
                other.get();
                assertThat(released).hasValue(round);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private Window hold() {
        return tracker.hold(path, 0, cached, SIZE);
    }

    private Runnable releasing(Window window, CyclicBarrier together) {
        return () -> {
            try {
                together.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            tracker.release(window, released::incrementAndGet);
        };
    }
}
