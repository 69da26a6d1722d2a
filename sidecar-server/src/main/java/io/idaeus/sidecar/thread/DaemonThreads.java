/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes threads that have a name in thread dumps, and do not keep the process from ending. */
public final class DaemonThreads {
    private DaemonThreads() {}

    /** All have this name: for a pool of one thread, or one whose threads need not be told apart. */
    public static ThreadFactory named(String name) {
        return task -> made(name, task);
    }

    /** {@code name-1}, {@code name-2} and so on. */
    public static ThreadFactory numbered(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> made(name + "-" + count.incrementAndGet(), task);
    }

    /** For a task that may hang where no interrupt reaches it, so that no pool has to wait for its end. */
    public static Thread start(String name, Runnable task) {
        Thread thread = made(name, task);
        thread.start();
        return thread;
    }

    private static Thread made(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
