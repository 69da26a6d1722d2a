/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compression;

import org.jspecify.annotations.Nullable;

/** The message says what was found, and what was expected. */
public final class MalformedFrameException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedFrameException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
