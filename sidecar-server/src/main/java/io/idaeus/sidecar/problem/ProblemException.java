/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import io.idaeus.api.ProblemType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A failure with a stable type. Its message becomes {@code detail}: no secrets, and {@link OneLine}. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ProblemType type;
    private final @Nullable Quota quota;
    private final @Nullable Duration retryAfter;

    public ProblemException(ProblemType type, String message) {
        this(type, message, null);
    }

    public ProblemException(ProblemType type, String message, @Nullable Throwable cause) {
        this(type, message, cause, null, null);
    }

    ProblemException(
            ProblemType type,
            String message,
            @Nullable Throwable cause,
            @Nullable Quota quota,
            @Nullable Duration retryAfter) {
        super(OneLine.of(message), cause);
        this.type = type;
        this.quota = quota;
        this.retryAfter = retryAfter;
    }

    /** For a peer that is there, and asks to be asked later. */
    public static ProblemException busyPeer(String message, Duration retryAfter, Throwable cause) {
        return new ProblemException(ProblemType.PEER_UNREACHABLE, message, cause, null, retryAfter);
    }

    public ProblemType type() {
        return type;
    }

    /** Null unless a bound was reached. */
    public @Nullable Quota quota() {
        return quota;
    }

    /** When to try again; null where nobody says. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
