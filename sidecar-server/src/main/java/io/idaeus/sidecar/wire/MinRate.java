/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

/** Announces how fast a receiver reads at least, in bytes per second. */
public final class MinRate {
    public static final String HEADER = "Idaeus-Min-Rate";

    private MinRate() {}
}
