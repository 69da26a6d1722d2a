/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compression;

import com.github.luben.zstd.util.Native;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether zstd's native library can be loaded. It is unpacked in {@code java.io.tmpdir}. */
public final class ZstdLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(ZstdLibrary.class);
    private static final boolean AVAILABLE = load();

    private ZstdLibrary() {}

    /** Loads it at the first call; logs once where that fails. */
    public static boolean isAvailable() {
        return AVAILABLE;
    }

    private static boolean load() {
        try {
            Native.load();
            return Native.isLoaded();
        } catch (LinkageError | RuntimeException e) {
            LOG.warn(
                    "zstd is not available, transfers are not compressed: its native library cannot be loaded from {}"
                            + " (java.io.tmpdir, which must allow execution): {}",
                    System.getProperty("java.io.tmpdir"),
                    e.toString());
            return false;
        }
    }
}
