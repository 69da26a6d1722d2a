/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.durable;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A step that was done on the way of something to the disk. In production it costs the look at a constant. Tests start the
 * sidecar with {@code -Didaeus.endAt=<thing>.<step>}, for instance {@code transfers.renamed}, and the process ends at that
 * step as by SIGKILL, the first time it is reached; {@code -Didaeus.traceSteps=true} logs each step.
 */
public enum CrashPoint {
    /** The bytes are on the disk, under another name or none that counts. */
    FORCED,
    /** They have their name, and a crash of the host may still take it back. */
    RENAMED,
    /** A crash of the host leaves them under their name. */
    NAMED,
    /** A line was added to a journal. */
    RECORDED,
    /** It is about to be done. */
    BEGINS,
    /** It was done, and nothing says so yet. */
    DONE;

    private static final Logger LOG = LoggerFactory.getLogger(CrashPoint.class);

    /** What a shell says of a process that SIGKILL ended. */
    private static final int KILLED = 137;

    private static final @Nullable String END_AT = System.getProperty("idaeus.endAt");
    private static final boolean TRACES = Boolean.getBoolean("idaeus.traceSteps");

    /** @param thing what went to the disk, in the plural */
    public void of(String thing) {
        if (END_AT != null || TRACES) {
            reached(thing + '.' + name().toLowerCase(java.util.Locale.ROOT));
        }
    }

    private static void reached(String point) {
        if (TRACES) {
            LOG.info("step {}", point);
        }
        if (point.equals(END_AT)) {
            // No handler, no flush: what is in memory is gone.
            Runtime.getRuntime().halt(KILLED);
        }
    }
}
