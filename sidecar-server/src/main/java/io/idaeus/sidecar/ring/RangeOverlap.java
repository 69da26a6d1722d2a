/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.ring;

/** How an SSTable's token bounds lie in a set of ranges. */
public enum RangeOverlap {
    /** The bounds lie inside one uninterrupted stretch of the ranges. */
    CONTAINED,
    /** The bounds lie partly outside of the ranges. Whether a key lies inside is not known. */
    PARTIAL,
    /** No token in common. */
    NONE
}
