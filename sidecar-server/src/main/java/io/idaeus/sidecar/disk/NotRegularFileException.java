/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.disk;

import java.io.IOException;

/** A link, a directory, a pipe, a socket or a device. */
public final class NotRegularFileException extends IOException {
    private static final long serialVersionUID = 1L;

    public NotRegularFileException() {
        super("it is not a regular file");
    }
}
