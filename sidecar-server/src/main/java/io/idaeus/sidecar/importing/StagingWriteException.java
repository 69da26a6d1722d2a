/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A staged directory cannot be written. */
public final class StagingWriteException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    private final transient Path directory;

    StagingWriteException(Path directory, IOException cause) {
        super("the staged directory " + directory + " cannot be written: " + cause.getMessage(), cause);
        this.directory = directory;
    }

    public Path directory() {
        return directory;
    }
}
