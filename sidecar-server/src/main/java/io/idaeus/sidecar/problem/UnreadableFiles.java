/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import io.idaeus.api.ProblemType;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

/** Creates FILES_UNREADABLE problems: files of Cassandra that the sidecar cannot read. */
public final class UnreadableFiles {
    private UnreadableFiles() {}

    /** @param what completes "Cannot read …" */
    public static ProblemException problem(Object what, IOException cause) {
        String file = cause instanceof AccessDeniedException denied && denied.getFile() != null
                ? denied.getFile()
                : what.toString();
        return new ProblemException(
                ProblemType.FILES_UNREADABLE,
                cause instanceof AccessDeniedException
                        ? "Cannot read " + file + ": this sidecar's user, " + System.getProperty("user.name")
                                + ", may not. Run the sidecar as Cassandra's user."
                        : "Cannot read " + what + ": " + reason(cause)
                                + ". Check the disk, and that the sidecar runs beside Cassandra and as its user.",
                cause);
    }

    // Where the reason is not said, the name of the class says it.
    private static String reason(IOException cause) {
        return cause instanceof FileSystemException known && known.getReason() != null
                ? String.valueOf(known.getMessage())
                : cause.toString();
    }
}
