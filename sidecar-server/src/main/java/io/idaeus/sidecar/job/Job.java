/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job in this process. One worker at a time drives it, as long as it {@linkplain #wantsWorker wants one}. Commands are on
 * disk when they return. Thread-safe.
 */
public interface Job {
    String id();

    boolean hasEnded();

    /** Null before its end, and where an earlier version did not note it. */
    @Nullable
    Instant finishedAt();

    /** Whether there is something to do: it has begun, has not ended, is not paused, and was not told to stop. */
    boolean wantsWorker();

    /** Its coordination with the worker. */
    Steering steering();

    /** Idempotent, also after the end. A worker carries it out. */
    void cancel();

    /** Idempotent. @throws io.idaeus.sidecar.problem.ProblemException ILLEGAL_STATE where nothing is left to pause */
    void pause();

    /** Idempotent. @throws io.idaeus.sidecar.problem.ProblemException ILLEGAL_STATE where nothing is left to resume */
    void resume();

    /** MDC fields of the worker's log lines. */
    Map<String, String> logFields();
}
