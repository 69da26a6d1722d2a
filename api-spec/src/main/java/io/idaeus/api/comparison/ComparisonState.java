/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.comparison;

/** State of a comparison. */
public enum ComparisonState {
    /** It waits for its turn. */
    QUEUED,
    RUNNING,
    /** An operator paused it. */
    PAUSED,
    COMPLETED,
    FAILED,
    CANCELLED;

    /** Whether it has ended. */
    public boolean isFinal() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
