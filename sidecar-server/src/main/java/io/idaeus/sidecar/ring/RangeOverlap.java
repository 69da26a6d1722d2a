/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.ring;

/** How the token bounds of an SSTable lie in a set of ranges. */
public enum RangeOverlap {
    /** One uninterrupted stretch of the ranges holds both ends and all between. */
    CONTAINED,
    /** The bounds meet the ranges and reach outside of them. Whether a key lies inside is not known. */
    PARTIAL,
    /** No token in common. */
    NONE
}
