/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import io.idaeus.sidecar.ring.TokenRange;

/** Hears what a comparison finds. */
public interface Found {
    /** Rows that both clusters were compared by. */
    void compared(long here, long there);

    void row(DifferingRow row);

    /** Nothing is known about the rows of a range. */
    void notComparable(TokenRange range, String why);
}
