/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.rows;

/** Consistency level of reads. */
public enum RowLevel {
    ONE,
    LOCAL_ONE,
    TWO,
    THREE,
    QUORUM,
    LOCAL_QUORUM,
    EACH_QUORUM,
    ALL
}
