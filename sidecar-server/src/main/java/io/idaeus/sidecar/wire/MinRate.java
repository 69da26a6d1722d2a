/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

/** What a reader that keeps to a limit of its own tells of itself. */
public final class MinRate {
    /** Of a request: the bytes a second that its sender will read at least of the response. */
    public static final String HEADER = "Idaeus-Min-Rate";

    private MinRate() {}
}
