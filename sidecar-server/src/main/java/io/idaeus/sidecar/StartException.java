/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import org.jspecify.annotations.Nullable;

/** The sidecar cannot start; the message says in one line why, and what to do. */
final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    StartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
