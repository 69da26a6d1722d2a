/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

/** How the token bounds of an SSTable overlap the requested ranges. */
public enum Overlap {
    /** All tokens are within the ranges. */
    CONTAINED,
    /** Some tokens may be outside the ranges. */
    PARTIAL,
    /** No token is within the ranges. */
    NONE
}
