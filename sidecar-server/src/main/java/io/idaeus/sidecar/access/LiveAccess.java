/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The access list of a file's current contents. A file that cannot be used changes nothing. Thread-safe. */
public final class LiveAccess {
    private static final Logger LOG = LoggerFactory.getLogger(LiveAccess.class);

    // A list of a thousand identities has 100 KiB.
    private static final long LARGEST = 4L << 20;

    private final Path file;
    private volatile AccessList current;
    private String used;
    private @Nullable String refused;

    private LiveAccess(Path file, String text) {
        this.file = file;
        this.used = text;
        this.current = AccessFile.parse(text);
    }

    /** @throws IllegalArgumentException naming the file and every problem */
    public static LiveAccess open(Path file) {
        try {
            LiveAccess access = new LiveAccess(file, read(file));
            LOG.info("access list {}: {} grants", file, access.current.grants().size());
            return access;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    public AccessList current() {
        return current;
    }

    /** Reads the file again. */
    public synchronized void reload() {
        String text = null;
        try {
            text = read(file);
            if (!text.equals(used)) {
                current = AccessFile.parse(text);
                used = text;
                LOG.info(
                        "access list {}: reloaded, {} grants",
                        file,
                        current.grants().size());
            }
            refused = null;
        } catch (IllegalArgumentException e) {
            String found = String.valueOf(text);
            if (!found.equals(refused)) {
                refused = found;
                LOG.warn("access list {}: it cannot be used, and the one before holds: {}", file, e.getMessage());
            }
        }
    }

    private static String read(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw new IllegalArgumentException(
                        Files.size(file) + " bytes (expected: at most " + LARGEST + " bytes)");
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("it cannot be read: " + e, e);
        }
    }
}
