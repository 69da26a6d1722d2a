/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A full or failed file system. What was to be written is as it was before, and can be written again. */
public final class LocalDiskException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final long FULL_BELOW_BYTES = 64 * 1024;

    /** The failure of the file system. */
    public enum Kind {
        FULL,
        FAILED,
        /** It does not answer: a disk or a network mount hangs. */
        STALLED
    }

    private final Kind kind;

    public LocalDiskException(String message, Kind kind, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** @param place existing directory */
    public static LocalDiskException at(Path place, String what, IOException cause) {
        boolean full = isFull(place, cause);
        return new LocalDiskException(
                what + ": " + (full ? "its file system is full" : cause), full ? Kind.FULL : Kind.FAILED, cause);
    }

    public static LocalDiskException at(Path place, UncheckedIOException failure) {
        IOException cause = failure.getCause();
        return at(place, String.valueOf(failure.getMessage()), cause == null ? new IOException(failure) : cause);
    }

    /** Runs what throws {@link UncheckedIOException}. */
    public static void during(Path place, Runnable write) {
        try {
            write.run();
        } catch (UncheckedIOException e) {
            throw at(place, e);
        }
    }

    private static boolean isFull(Path place, IOException cause) {
        // The JDK has no type for ENOSPC and EDQUOT, and the message can be in the language of the system.
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (message.contains("no space left") || message.contains("quota exceeded")) {
            return true;
        }
        try {
            FileStore store = Files.getFileStore(place);
            return !store.isReadOnly() && store.getUsableSpace() < FULL_BELOW_BYTES;
        } catch (IOException unknown) {
            return false;
        }
    }

    public Kind kind() {
        return kind;
    }

    public ProblemException problem() {
        ProblemType type =
                switch (kind) {
                    case FULL -> ProblemType.INSUFFICIENT_STORAGE;
                    case FAILED -> ProblemType.INTERNAL;
                    case STALLED -> ProblemType.FILES_UNREADABLE;
                };
        return new ProblemException(type, String.valueOf(getMessage()), this);
    }
}
