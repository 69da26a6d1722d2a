/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import io.idaeus.api.comparison.DifferingRow;
import io.idaeus.sidecar.ring.TokenRange;

/** Receives the results of a comparison. */
public interface ComparisonListener {
    /** More rows were compared: this many of each side. */
    void compared(long here, long there);

    void differs(DifferingRow row);

    /** The rows of a range could not be read on one of the sides. */
    void notComparable(TokenRange range, String reason);
}
