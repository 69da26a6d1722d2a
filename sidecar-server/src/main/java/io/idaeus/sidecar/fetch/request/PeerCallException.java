/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The message names the peer and the component. */
public final class PeerCallException extends Exception {
    private static final long serialVersionUID = 1L;

    private final CallFailure reason;
    private final @Nullable Duration retryAfter;

    public PeerCallException(CallFailure reason, String message, @Nullable Throwable cause) {
        this(reason, message, null, cause);
    }

    public PeerCallException(
            CallFailure reason, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    public CallFailure reason() {
        return reason;
    }

    /** Null where the peer sent none. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
