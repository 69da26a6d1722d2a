/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Continues work in a later turn of its event loop, after other sockets and timers. Lives on the event loop. */
final class NextTurn {
    private static final Logger LOG = LoggerFactory.getLogger(NextTurn.class);

    private final EventExecutor loop;
    private final Runnable work;
    private boolean scheduled;

    NextTurn(EventExecutor loop, Runnable work) {
        this.loop = loop;
        this.work = work;
    }

    boolean isScheduled() {
        return scheduled;
    }

    /** Runs the work once; at once where the event loop shuts down. */
    void schedule() {
        if (scheduled) {
            return;
        }
        scheduled = true;
        // Not execute: Netty 4.2 runs executed tasks, and those that they execute, in batches of 64 between looks
        // at the clock, for up to a second (SingleThreadEventExecutor.runAllTasks). Scheduled tasks are fetched
        // once per turn.
        loop.schedule(this::run, 0, TimeUnit.NANOSECONDS).addListener(ended -> {
            if (ended.isCancelled()) {
                run();
            } else if (!ended.isSuccess()) {
                LOG.error("a task on an event loop failed", ended.cause());
            }
        });
    }

    private void run() {
        scheduled = false;
        work.run();
    }
}
