/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Keeps what it is asked to execute until the test runs it. */
public final class ManualScheduler extends ScheduledThreadPoolExecutor {
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    public ManualScheduler() {
        super(0);
    }

    @Override
    public void execute(Runnable command) {
        waiting.add(command);
    }

    public void runAll() {
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
            next.run();
        }
    }
}
