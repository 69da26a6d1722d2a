/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

/** The header by which a receiver with a rate limit of its own announces how fast it reads. */
public final class MinRate {
    /** On a request: the bytes per second at which its sender reads the response, at least. */
    public static final String HEADER = "Idaeus-Min-Rate";

    private MinRate() {}
}
