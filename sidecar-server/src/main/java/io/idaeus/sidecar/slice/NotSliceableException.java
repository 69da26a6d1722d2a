/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

/** The SSTable may be sound, but this sidecar cannot cut it. */
public final class NotSliceableException extends SliceException {
    private static final long serialVersionUID = 1L;

    /** @param message completes "it cannot be cut: " */
    public NotSliceableException(String message) {
        super(message);
    }
}
