/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import org.jspecify.annotations.Nullable;

/** The sidecar cannot start. The message is one line for the operator: the cause, and what to do. */
final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean configuration;

    /** @param configuration whether a change of the configuration is the only way to mend it */
    StartException(String message, boolean configuration, @Nullable Throwable cause) {
        super(message, cause);
        this.configuration = configuration;
    }

    boolean isConfiguration() {
        return configuration;
    }
}
