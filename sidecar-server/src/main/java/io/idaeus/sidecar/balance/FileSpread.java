/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

/** How a table's bytes lie in files. */
public enum FileSpread {
    /** A file holds few ranges: what moves grows with the ranges (LCS, UCS). */
    FEW_RANGES,
    /** Files span most ranges: one range costs as much as all of them (STCS, TWCS). */
    WHOLE_NODE
}
