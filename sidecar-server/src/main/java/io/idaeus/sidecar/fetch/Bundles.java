/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import com.sun.management.UnixOperatingSystemMXBean;
import io.idaeus.sidecar.fetch.file.NativeFiles;
import io.idaeus.sidecar.wire.DiskThreads;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The limits of a bundle, and what bundle fetches share. */
public final class Bundles implements AutoCloseable {
    /** Larger components are fetched alone. */
    public static final long MAX_FILE_BYTES = 1L << 20;

    // Each file is open until it is forced.
    public static final int MAX_FILES = 256;

    // Small enough to be forced while the next bundle is received.
    public static final long MAX_BYTES = 16L << 20;

    private static final int MAX_CONCURRENT = 12;
    private static final int DESCRIPTOR_SHARE = 4;
    private static final int CLOSE_TIMEOUT_SECONDS = 5;

    private final @Nullable NativeFiles files = NativeFiles.find();
    private final int concurrent = concurrent();
    private final ConnectionPermits slots = new ConnectionPermits(concurrent);
    private final ExecutorService sealing = Executors.newFixedThreadPool(MAX_CONCURRENT, new DiskThreads("data-seal"));

    /** Null where the system lacks the calls. */
    @Nullable
    NativeFiles files() {
        return files;
    }

    // One for each bundle that may have files open.
    ConnectionPermits slots() {
        return slots;
    }

    boolean isIdle() {
        return slots.free() == concurrent;
    }

    ExecutorService sealing() {
        return sealing;
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

    private static int concurrent() {
        long descriptors = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : 0;
        return (int) Math.max(1, Math.min(MAX_CONCURRENT, descriptors / DESCRIPTOR_SHARE / MAX_FILES));
    }
}
