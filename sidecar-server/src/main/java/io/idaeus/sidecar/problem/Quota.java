/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import io.idaeus.api.ProblemType;
import java.time.Duration;
import java.util.Locale;

/** The resources that are bounded, so that no caller takes what others need. */
public enum Quota {
    REQUESTS,
    LONG_CALLS,
    EVENT_STREAMS,
    LEASES,
    MANIFESTS,
    TRANSFERS,
    COMPARISONS;

    /** For metrics, for instance {@code long_calls}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @param retryAfter when room is to be expected */
    public ProblemException exceeded(Duration retryAfter, String message) {
        ProblemType type = this == REQUESTS ? ProblemType.TOO_MANY_REQUESTS : ProblemType.QUOTA_EXCEEDED;
        return new ProblemException(type, message, null, this, retryAfter);
    }
}
