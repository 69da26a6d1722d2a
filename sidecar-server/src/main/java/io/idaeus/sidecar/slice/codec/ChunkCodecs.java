/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.codec;

import io.idaeus.sidecar.slice.ChunkCodec;
import io.idaeus.sidecar.slice.NotSliceableException;
import io.idaeus.sidecar.sstable.file.ChunkCompression;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The compressors of Cassandra 4.0 to 6.0, with their options. */
public final class ChunkCodecs {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkCodecs.class);
    private static final String PACKAGE = "org.apache.cassandra.io.compress.";
    private static final int ZSTD_LEVEL = 3;
    private static final int LZ4_HIGH_LEVEL = 9;

    // The lowest level of every version of zstd since 1.3.4. The library is not asked: it may not be there.
    private static final int ZSTD_LEAST = -(1 << 17);
    private static final int ZSTD_MOST = 22;

    private static final Map<String, Function<Map<String, String>, ChunkCodec>> KNOWN = Map.of(
            "LZ4Compressor", ChunkCodecs::lz4,
            "ZstdCompressor", ChunkCodecs::zstd,
            "SnappyCompressor", options -> new SnappyCodec(),
            "DeflateCompressor", options -> new DeflateCodec(),
            "NoopCompressor", options -> new NoopCodec());

    private ChunkCodecs() {}

    /**
     * Loads no native library: the codec does, when it is used.
     *
     * @throws NotSliceableException for a compressor that this sidecar does not know, and for options that it does not
     *     understand
     */
    public static ChunkCodec of(ChunkCompression compression) throws NotSliceableException {
        try {
            Function<Map<String, String>, ChunkCodec> known = KNOWN.get(name(compression));
            if (known != null) {
                return known.apply(compression.options());
            }
        } catch (IllegalArgumentException e) {
            LOG.debug("{}", compression, e);
        }
        throw new NotSliceableException("CompressionInfo.db: compressor " + compression.compressor()
                + " with the options " + compression.options()
                + " (expected: one of Cassandra's own, with options that this sidecar knows)");
    }

    /**
     * One that can be used.
     *
     * @throws NotSliceableException also where its native library cannot be loaded
     */
    public static ChunkCodec loaded(ChunkCompression compression) throws NotSliceableException {
        ChunkCodec codec = of(compression);
        String missing = missing().get(name(compression));
        if (missing != null) {
            throw new NotSliceableException(missing);
        }
        return codec;
    }

    /** Why compressors cannot run here, by their simple class names. Loads native libraries. */
    public static Map<String, String> missing() {
        return NativeLibraries.missing();
    }

    private static String name(ChunkCompression compression) {
        String name = compression.compressor();
        return name.startsWith(PACKAGE) ? name.substring(PACKAGE.length()) : name;
    }

    private static ChunkCodec lz4(Map<String, String> options) {
        return switch (options.getOrDefault("lz4_compressor_type", "fast")) {
            case "fast" -> Lz4Codec.fast();
            case "high" -> Lz4Codec.high(level(options.get("lz4_high_compressor_level"), LZ4_HIGH_LEVEL));
            default -> throw new IllegalArgumentException();
        };
    }

    private static ChunkCodec zstd(Map<String, String> options) {
        int level = level(options.get("compression_level"), ZSTD_LEVEL);
        if (level < ZSTD_LEAST || level > ZSTD_MOST) {
            throw new IllegalArgumentException();
        }
        return new ZstdCodec(level);
    }

    private static int level(@Nullable String given, int usual) {
        return given == null ? usual : Integer.parseInt(given);
    }
}
