/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Tells whether the disk or the quota is full. */
public final class DiskSpace {
    private static final long MIN_USABLE_BYTES = 64 * 1024;

    private DiskSpace() {}

    public static boolean isExhausted(Path file, IOException failure) {
        // The JDK has no type for ENOSPC and EDQUOT, and its message can be in the language of the system.
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        if (message.contains("no space left") || message.contains("quota exceeded")) {
            return true;
        }
        try {
            Path directory = file.toAbsolutePath().getParent();
            return directory != null && Files.getFileStore(directory).getUsableSpace() < MIN_USABLE_BYTES;
        } catch (IOException unknown) {
            return false;
        }
    }
}
