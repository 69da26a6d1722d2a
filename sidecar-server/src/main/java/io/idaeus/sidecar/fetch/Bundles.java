/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import com.sun.management.UnixOperatingSystemMXBean;
import io.idaeus.sidecar.wire.DiskThreads;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What fetches of many components at once work with, and how much one of them may hold. */
public final class Bundles implements AutoCloseable {
    /** What is larger is fetched alone. */
    public static final long MAX_FILE_BYTES = 1L << 20;

    /** Files in one, each of which is open until it is forced. */
    public static final int MAX_FILES = 256;

    /** Bytes in one: it ends soon enough to be forced while the next one comes. */
    public static final long MAX_BYTES = 16L << 20;

    private static final int MOST_AT_A_TIME = 12;
    private static final int SHARE_OF_DESCRIPTORS = 4;
    private static final int PATIENCE_SECONDS = 5;

    private final @Nullable NativeFiles files = NativeFiles.find();
    private final int atATime = atATime();
    private final ConnectionPermits open = new ConnectionPermits(atATime);
    private final ExecutorService sealing = Executors.newFixedThreadPool(MOST_AT_A_TIME, new DiskThreads("data-seal"));

    /** Null where the system has no such calls: then nothing is fetched in bundles. */
    @Nullable
    NativeFiles files() {
        return files;
    }

    /** How many bundles have files open at a time. */
    ConnectionPermits open() {
        return open;
    }

    /** Whether none is under way. */
    boolean isIdle() {
        return open.free() == atATime;
    }

    /** Threads that wait for the disk. */
    ExecutorService sealing() {
        return sealing;
    }

    @Override
    public void close() {
        sealing.shutdown();
        try {
            sealing.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int atATime() {
        long descriptors = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : 0;
        return (int) Math.max(1, Math.min(MOST_AT_A_TIME, descriptors / SHARE_OF_DESCRIPTORS / MAX_FILES));
    }
}
