/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Another fetch has the part file open. */
public final class PartInUseException extends IOException {
    private static final long serialVersionUID = 1L;

    PartInUseException(Path part, String owner, @Nullable Throwable cause) {
        super(part + " is open in another fetch of " + owner + " (expected: one at a time)", cause);
    }
}
