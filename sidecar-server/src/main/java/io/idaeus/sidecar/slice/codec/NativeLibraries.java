/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.codec;

import com.github.luben.zstd.Zstd;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/** The native libraries of compressors. LZ4 does without where its library cannot be loaded. */
final class NativeLibraries {
    private static final Logger LOG = LoggerFactory.getLogger(NativeLibraries.class);
    private static final Map<String, String> MISSING = load();

    private NativeLibraries() {}

    /** Why compressors cannot run here, by their simple class names. Loads the libraries at the first call. */
    static Map<String, String> missing() {
        return MISSING;
    }

    private static Map<String, String> load() {
        Map<String, String> missing = new HashMap<>();
        load("ZstdCompressor", Zstd::maxCompressionLevel, missing);
        load("SnappyCompressor", () -> Snappy.maxCompressedLength(1), missing);
        return Map.copyOf(missing);
    }

    private static void load(String compressor, Runnable use, Map<String, String> missing) {
        try {
            use.run();
        } catch (LinkageError | SnappyError | RuntimeException e) {
            String why = compressor + " needs a native library, which cannot be loaded from "
                    + System.getProperty("java.io.tmpdir") + " (java.io.tmpdir, which must allow execution): " + e;
            LOG.warn("SSTables of some compressors cannot be cut: {}", why);
            missing.put(compressor, why);
        }
    }
}
