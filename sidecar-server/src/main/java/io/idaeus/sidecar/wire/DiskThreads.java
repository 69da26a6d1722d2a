/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ThreadFactory;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Platform;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes daemon threads that read and write files while event loops have connections to serve, and that the kernel lets run
 * after those: on Linux with a nice value above theirs. Whole MiB are copied in one system call, which nothing interrupts
 * where the kernel does not preempt itself, so that a few such threads keep an event loop from its core for tens of
 * milliseconds. Elsewhere they are threads like others.
 */
public final class DiskThreads implements ThreadFactory {
    private static final Logger LOG = LoggerFactory.getLogger(DiskThreads.class);
    private static final int PRIO_PROCESS = 0;
    private static final int THIS_THREAD = 0;

    /** A tenth of the weight of other threads. */
    private static final int NICE = 10;

    private static final @Nullable C SYSTEM = find();

    private final ThreadFactory threads;

    /** @param name of the threads, to which a pool and a number are added */
    public DiskThreads(String name) {
        this.threads = new DefaultThreadFactory(name, true);
    }

    /** What is used of the C library. Public, because a class is made of it in another package. */
    public interface C {
        int setpriority(int which, int who, int nice);
    }

    @Override
    public Thread newThread(Runnable work) {
        return threads.newThread(() -> {
            if (SYSTEM != null && SYSTEM.setpriority(PRIO_PROCESS, THIS_THREAD, NICE) != 0) {
                LOG.debug("{} keeps its priority", Thread.currentThread().getName());
            }
            work.run();
        });
    }

    private static @Nullable C find() {
        if (Platform.getNativePlatform().getOS() != Platform.OS.LINUX) {
            return null;
        }
        try {
            return LibraryLoader.create(C.class).failImmediately().load("c");
        } catch (LinkageError | RuntimeException e) {
            LOG.info("the C library cannot be called: threads that wait for disks keep their priority", e);
            return null;
        }
    }
}
