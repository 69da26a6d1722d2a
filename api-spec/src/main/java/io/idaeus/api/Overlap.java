/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/** How the closed token interval of an SSTable lies to the ranges asked for. */
public enum Overlap {
    /** Every token lies within the ranges. */
    CONTAINED,
    /** Some tokens may lie outside. */
    PARTIAL,
    /** No token lies within. */
    NONE
}
