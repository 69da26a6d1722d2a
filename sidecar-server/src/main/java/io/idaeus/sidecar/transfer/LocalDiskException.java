/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TransferWait;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A file system of this node has failed a transfer: it is full, or cannot be written or read. The transfer is as it was, in
 * memory and on disk, and what failed can be tried again.
 */
final class LocalDiskException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final long NO_ROOM = 64 * 1024;

    private final boolean full;

    LocalDiskException(String message, boolean full, @Nullable Throwable cause) {
        super(message, cause);
        this.full = full;
    }

    /** @param place an existing directory on the file system */
    static LocalDiskException at(Path place, String what, IOException cause) {
        boolean full = isFull(place, cause);
        return new LocalDiskException(what + ": " + (full ? "its file system is full" : cause), full, cause);
    }

    /** @param failure of a write below the place, which it names */
    static LocalDiskException at(Path place, UncheckedIOException failure) {
        IOException cause = failure.getCause();
        return at(place, String.valueOf(failure.getMessage()), cause == null ? new IOException(failure) : cause);
    }

    /** The JDK has no type for ENOSPC and EDQUOT, and its message can be in the language of the system. */
    private static boolean isFull(Path place, IOException cause) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (message.contains("no space left") || message.contains("quota exceeded")) {
            return true;
        }
        try {
            FileStore store = Files.getFileStore(place);
            return !store.isReadOnly() && store.getUsableSpace() < NO_ROOM;
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Space comes back without anybody asking: a compaction ends, a snapshot goes. */
    boolean full() {
        return full;
    }

    Obstacle obstacle() {
        String detail = String.valueOf(getMessage());
        return full
                ? new Obstacle(TransferWait.Cause.DISK_SPACE, detail, "free space there; it goes on by itself")
                : new Obstacle(
                        TransferWait.Cause.DISK_ERROR,
                        detail,
                        "make the file system writable for the sidecar's user; it goes on by itself");
    }

    /** For a caller of the API. */
    ProblemException problem() {
        return new ProblemException(
                full ? ProblemType.INSUFFICIENT_STORAGE : ProblemType.INTERNAL, String.valueOf(getMessage()), this);
    }
}
