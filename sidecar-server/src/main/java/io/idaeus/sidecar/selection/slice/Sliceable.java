/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.slice;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.value.Bounds;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which SSTables can be cut. */
public final class Sliceable {
    // slice.codec has them.
    private static final Set<String> COMPRESSORS =
            Set.of("LZ4Compressor", "SnappyCompressor", "DeflateCompressor", "ZstdCompressor", "NoopCompressor");

    private Sliceable() {}

    /**
     * Why it cannot be cut; empty where it can.
     *
     * @param missing why this sidecar cannot run compressors, by their simple class names
     */
    public static Optional<String> obstacle(
            ManifestSstable candidate, @Nullable String compressor, SlicedTable cut, Map<String, String> missing) {
        // Sources take no more.
        if (cut.ranges().size() > Bounds.MAX_RANGES) {
            return Optional.of("it would be cut to " + cut.ranges().size() + " ranges (expected: at most "
                    + Bounds.MAX_RANGES + "); request fewer at a time");
        }
        if (compressor != null && missing.containsKey(compressor)) {
            return Optional.ofNullable(missing.get(compressor));
        }
        return obstacle(
                candidate.sstable().format(),
                compressor,
                candidate.components().stream().map(ManifestComponent::name).collect(Collectors.toSet()));
    }

    /** The same, to however many ranges, by a sidecar that can run each compressor. */
    public static Optional<String> obstacle(String format, @Nullable String compressor, Set<String> components) {
        if (compressor != null && !COMPRESSORS.contains(compressor)) {
            return Optional.of("this sidecar does not know " + compressor + ", its compressor");
        }
        return needed(format, compressor).stream()
                .filter(component -> !components.contains(component))
                .sorted()
                .findFirst()
                .map(component -> "it has no " + component);
    }

    private static Set<String> needed(String format, @Nullable String compressor) {
        String chunks = compressor == null ? "CRC.db" : "CompressionInfo.db";
        return format.equals("bti")
                ? Set.of("Partitions.db", "Rows.db", "Statistics.db", chunks)
                : Set.of("Index.db", "Statistics.db", chunks);
    }
}
