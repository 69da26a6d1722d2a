/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/** Why a limit is what it is. */
public enum LimitState {
    /** There is none. */
    UNLIMITED,
    /** It was set. */
    FIXED,
    /** Adaptive: Cassandra is well, and the limit is the ceiling. */
    AT_CEILING,
    /** Adaptive: Cassandra is in trouble, and the limit halves with each look, down to the floor. */
    BACKING_OFF,
    /** Adaptive: Cassandra is well again, and the limit grows with each look. */
    RECOVERING,
    /** Adaptive: Cassandra could not be asked, and the limit is the floor. */
    UNKNOWN
}
