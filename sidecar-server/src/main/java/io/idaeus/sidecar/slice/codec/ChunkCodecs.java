/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.codec;

import com.github.luben.zstd.Zstd;
import io.idaeus.sidecar.slice.ChunkCodec;
import io.idaeus.sidecar.slice.SliceException;
import io.idaeus.sidecar.sstable.Compression;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The compressors of Cassandra 4.0 to 6.0, with their options. */
public final class ChunkCodecs {
    private static final String PACKAGE = "org.apache.cassandra.io.compress.";
    private static final int ZSTD_LEVEL = 3;
    private static final int LZ4_HIGH_LEVEL = 9;

    private static final Map<String, Function<Map<String, String>, ChunkCodec>> KNOWN = Map.of(
            "LZ4Compressor", ChunkCodecs::lz4,
            "ZstdCompressor", ChunkCodecs::zstd,
            "SnappyCompressor", options -> new SnappyCodec(),
            "DeflateCompressor", options -> new DeflateCodec(),
            "NoopCompressor", options -> new NoopCodec());

    private ChunkCodecs() {}

    /**
     * Empty for a compressor that this sidecar does not know, and for options that it does not understand.
     *
     * @param compressor as CompressionInfo.db names it
     */
    public static Optional<ChunkCodec> of(String compressor, Map<String, String> options) {
        String name = compressor.startsWith(PACKAGE) ? compressor.substring(PACKAGE.length()) : compressor;
        try {
            return Optional.ofNullable(KNOWN.get(name)).map(codec -> codec.apply(options));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** @throws SliceException for a compressor that this sidecar does not know, and for options that it does not understand */
    public static ChunkCodec of(Compression compression) throws SliceException {
        return of(compression.compressor(), compression.options())
                .orElseThrow(() -> new SliceException("CompressionInfo.db: compressor " + compression.compressor()
                        + " with the options " + compression.options()
                        + " (expected: one of Cassandra's own, with options that this sidecar knows)"));
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
        if (level < Zstd.minCompressionLevel() || level > Zstd.maxCompressionLevel()) {
            throw new IllegalArgumentException();
        }
        return new ZstdCodec(level);
    }

    private static int level(@Nullable String given, int usual) {
        return given == null ? usual : Integer.parseInt(given);
    }
}
