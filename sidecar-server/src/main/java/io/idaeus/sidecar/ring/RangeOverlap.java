/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.ring;

/** How an SSTable's token bounds lie in a set of ranges. */
public enum RangeOverlap {
    /** Inside one uninterrupted stretch of the ranges. */
    CONTAINED,
    /** Partly outside of the ranges. */
    PARTIAL,
    NONE
}
