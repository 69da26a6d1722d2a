/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.limits;

/** State of a rate limit. */
public enum LimitState {
    /** No limit. */
    UNLIMITED,
    /** A fixed limit. */
    FIXED,
    /** Adaptive, at the ceiling: Cassandra is not under load. */
    AT_CEILING,
    /** Adaptive, under load: each load sample halves the limit, down to the floor. */
    BACKING_OFF,
    /** Adaptive, after load: each load sample raises the limit, up to the ceiling. */
    RECOVERING,
    /** Adaptive, at the floor: Cassandra does not answer. */
    UNKNOWN
}
