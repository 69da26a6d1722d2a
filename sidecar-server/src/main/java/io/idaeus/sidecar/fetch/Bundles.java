/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.file.Forcing;
import io.idaeus.sidecar.fetch.file.KernelVersion;
import io.idaeus.sidecar.fetch.file.NativeFiles;
import io.idaeus.sidecar.fetch.file.SmallFiles;
import io.idaeus.sidecar.wire.DiskThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The limits of a bundle, and how its files become durable. */
public final class Bundles implements AutoCloseable {
    /** Larger components are fetched alone. */
    public static final long MAX_FILE_BYTES = 1L << 20;

    public static final int MAX_FILES = 256;

    public static final long MAX_BYTES = 16L << 20;

    private static final int SEALING_THREADS = 4;
    private static final int CLOSE_TIMEOUT_SECONDS = 5;

    private final @Nullable NativeFiles files = NativeFiles.find();
    private final ExecutorService sealing = Executors.newFixedThreadPool(SEALING_THREADS, new DiskThreads("data-seal"));

    /** Null where the system lacks the calls. */
    @Nullable
    NativeFiles files() {
        return files;
    }

    Unforced unforced(boolean evicts, LongConsumer forcedNanos) {
        Forcing forcing = files == null ? Forcing.NONE : new SmallFiles(files, KernelVersion.ofSystem(), evicts);
        return new Unforced(forcing, sealing, System::nanoTime, forcedNanos);
    }

    @Override
    public void close() {
        sealing.shutdown();
        try {
            sealing.awaitTermination(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
