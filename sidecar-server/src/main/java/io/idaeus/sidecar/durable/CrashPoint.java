/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.durable;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a test ends the process, as SIGKILL would: {@code -Didaeus.crashPoint=transfers.renamed}. {@code
 * -Didaeus.traceCrashPoints=true} logs each point.
 */
public enum CrashPoint {
    // The bytes are durable, but not under their final name.
    FORCED,

    // They have their final name, but the directory is not forced yet.
    RENAMED,

    // The directory is forced: the name is durable too.
    NAMED,

    // A record was appended to a journal and forced.
    RECORDED,

    // The operation is about to start.
    BEGINS,

    // The operation is done, but nothing on disk says so yet.
    DONE;

    private static final Logger LOG = LoggerFactory.getLogger(CrashPoint.class);

    // The exit code of a process that SIGKILL ended: 128 + 9.
    private static final int SIGKILLED = 137;

    private static final @Nullable String ENABLED = System.getProperty("idaeus.crashPoint");
    private static final boolean TRACED = Boolean.getBoolean("idaeus.traceCrashPoints");

    // The things that become durable, in the plural.
    public void of(String things) {
        if (ENABLED != null || TRACED) {
            reached(things + '.' + name().toLowerCase(java.util.Locale.ROOT));
        }
    }

    private static void reached(String point) {
        if (TRACED) {
            LOG.info("crash point {}", point);
        }
        if (point.equals(ENABLED)) {
            // No shutdown hook, no flush: what is only in memory is lost.
            Runtime.getRuntime().halt(SIGKILLED);
        }
    }
}
