/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The next turn of work that is too long for one turn of its event loop. Not by {@code execute}: Netty 4.2 goes on with
 * what is executed, work that executes itself again among it, for 64 tasks before it looks at the clock, and for up to a
 * second ({@code SingleThreadEventExecutor.runAllTasks}). What is scheduled is fetched once a turn, so that sockets and
 * timers have theirs in between. Lives on the event loop.
 */
final class NextTurn {
    private static final Logger LOG = LoggerFactory.getLogger(NextTurn.class);

    private final EventExecutor loop;
    private final Runnable work;
    private boolean due;

    NextTurn(EventExecutor loop, Runnable work) {
        this.loop = loop;
        this.work = work;
    }

    /** Whether there will be one, so that the work needs nobody else to go on. */
    boolean isDue() {
        return due;
    }

    /** Sees to one. When the event loop ends first it comes at once, so that the work finds its channel closed. */
    void ask() {
        if (due) {
            return;
        }
        due = true;
        loop.schedule(this::take, 0, TimeUnit.NANOSECONDS).addListener(over -> {
            if (over.isCancelled()) {
                take();
            } else if (!over.isSuccess()) {
                LOG.error("work on an event loop failed", over.cause());
            }
        });
    }

    private void take() {
        due = false;
        work.run();
    }
}
