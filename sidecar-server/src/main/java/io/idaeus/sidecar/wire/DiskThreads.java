/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import io.idaeus.sidecar.linux.CLibrary;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Daemon threads for disk I/O, on Linux at nice 10. */
public final class DiskThreads implements ThreadFactory {
    private static final Logger LOG = LoggerFactory.getLogger(DiskThreads.class);
    private static final int PRIO_PROCESS = 0;
    private static final int THIS_THREAD = 0;

    // A tenth of the weight of other threads. One system call copies whole MiB, and a kernel without preemption does
    // not interrupt it: a few such threads would keep an event loop from its core for tens of milliseconds.
    private static final int NICE = 10;

    private static final @Nullable SetPriority LIBRARY =
            CLibrary.bind(SetPriority.class, "disk threads keep the default priority");

    private final ThreadFactory threads;

    public DiskThreads(String name) {
        this.threads = new DefaultThreadFactory(name, true);
    }

    // Public, because jnr-ffi implements it in another package.
    public interface SetPriority {
        int setpriority(int which, int who, int nice);
    }

    @Override
    public Thread newThread(Runnable work) {
        return threads.newThread(() -> {
            if (LIBRARY != null && LIBRARY.setpriority(PRIO_PROCESS, THIS_THREAD, NICE) != 0) {
                LOG.debug(
                        "{}: setpriority failed, the thread keeps its priority",
                        Thread.currentThread().getName());
            }
            work.run();
        });
    }
}
