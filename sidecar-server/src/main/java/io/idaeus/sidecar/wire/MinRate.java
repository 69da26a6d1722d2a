/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

/** Announces how fast a receiver reads at least, in bytes per second. */
public final class MinRate {
    public static final String HEADER = "Idaeus-Min-Rate";

    /** A lower rate is not taken at its word: whoever announced it could hold a connection for almost nothing. */
    public static final long LEAST = 1024;

    private MinRate() {}
}
