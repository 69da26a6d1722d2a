/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A failure on its way to becoming a {@link FetchResult.Failed}. */
final class FetchException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Below this many usable bytes a write that failed is taken to have failed for want of room. */
    private static final long NO_ROOM = 64 * 1024;

    private final Reason reason;
    private final @Nullable Duration retryAfter;

    FetchException(Reason reason, String message, @Nullable Throwable cause) {
        this(reason, message, null, cause);
    }

    FetchException(Reason reason, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    Reason reason() {
        return reason;
    }

    /** How long the peer asked to be left alone; null where it did not say. */
    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }

    /** What a failed read or write of the destination's file system means. */
    static FetchException local(Path file, IOException cause) {
        return isFull(file, cause)
                ? new FetchException(
                        Reason.DISK_FULL, file + ": its file system is full; free space, then fetch again", cause)
                : new FetchException(Reason.LOCAL_IO, file + ": " + cause, cause);
    }

    /** The JDK has no type for ENOSPC and EDQUOT, and its message can be in the language of the system. */
    private static boolean isFull(Path file, IOException cause) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (message.contains("no space left") || message.contains("quota exceeded")) {
            return true;
        }
        try {
            Path directory = file.toAbsolutePath().getParent();
            return directory != null && Files.getFileStore(directory).getUsableSpace() < NO_ROOM;
        } catch (IOException unknown) {
            return false;
        }
    }
}
