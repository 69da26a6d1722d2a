/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

/** State of a plan. */
public enum PlanState {
    /** Nothing moves; somebody must approve it. */
    DRAFT,
    RUNNING,
    /** An operator paused it. */
    PAUSED,
    CANCELLING,
    COMPLETED,
    FAILED,
    CANCELLED,
    /** Another sidecar has adopted it. */
    SUPERSEDED;

    /** Whether this sidecar has nothing more to do for the plan. */
    public boolean isFinal() {
        return this == COMPLETED || this == FAILED || this == CANCELLED || this == SUPERSEDED;
    }
}
