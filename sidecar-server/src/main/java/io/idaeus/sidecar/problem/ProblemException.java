/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import io.idaeus.api.ProblemType;
import org.jspecify.annotations.Nullable;

/** A failure with a stable type. Its message becomes {@code detail}: no secrets. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ProblemType type;

    public ProblemException(ProblemType type, String message) {
        this(type, message, null);
    }

    public ProblemException(ProblemType type, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.type = type;
    }

    public ProblemType type() {
        return type;
    }
}
