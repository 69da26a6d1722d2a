/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.description;

import io.idaeus.api.sstable.ComponentInfo;
import io.idaeus.api.sstable.Overlap;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.SstableEntry;
import io.idaeus.sidecar.sstable.SstableMetadata;
import io.idaeus.sidecar.sstable.UnreadableSstable;
import io.idaeus.sidecar.sstable.file.ChunkCompression;
import io.idaeus.sidecar.sstable.file.UnreadableReason;
import io.idaeus.sidecar.sstable.name.Component;
import io.idaeus.sidecar.sstable.statistics.HeaderSection;
import io.idaeus.sidecar.sstable.statistics.Statistics;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** SSTables in the API's types. */
public final class SstableViews {
    private SstableViews() {}

    /** An unreadable SSTable has only its problem. */
    public static SstableInfo info(SstableEntry entry, TokenRanges ranges) {
        if (entry instanceof ReadableSstable readable) {
            SstableMetadata metadata = readable.metadata();
            return info(entry, overlap(readable, ranges), metadata.profile().share(ranges), statistics(metadata), null);
        }
        return info(entry, null, null, null, ((UnreadableSstable) entry).problem());
    }

    public static Overlap overlap(ReadableSstable sstable, TokenRanges ranges) {
        return Overlap.valueOf(ranges.overlap(sstable.metadata().bounds()).name());
    }

    private static SstableInfo info(
            SstableEntry entry,
            @Nullable Overlap overlap,
            @Nullable Double share,
            @Nullable SstableStatistics statistics,
            @Nullable UnreadableReason problem) {
        return new SstableInfo(
                entry.descriptor().toString(),
                entry.descriptor().version().letters(),
                entry.descriptor().format().toString(),
                entry.directory().toString(),
                entry.size(),
                entry.components().stream().map(SstableViews::component).toList(),
                overlap,
                share,
                statistics,
                problem == null
                        ? null
                        : new io.idaeus.api.sstable.SstableProblem(
                                problem.code().name(), problem.message()));
    }

    private static ComponentInfo component(Component component) {
        return new ComponentInfo(component.name(), component.size());
    }

    private static SstableStatistics statistics(SstableMetadata metadata) {
        Statistics statistics = metadata.statistics();
        return new SstableStatistics(
                String.valueOf(metadata.bounds().first()),
                String.valueOf(metadata.bounds().last()),
                metadata.firstKey().hex(),
                metadata.lastKey().hex(),
                statistics.estimatedPartitions(),
                statistics.level(),
                statistics.repairedAt() == 0 ? null : Instant.ofEpochMilli(statistics.repairedAt()),
                text(statistics.pendingRepair()),
                statistics.isTransient(),
                String.valueOf(statistics.minTimestamp()),
                String.valueOf(statistics.maxTimestamp()),
                statistics.partitioner(),
                compressor(metadata.compression()),
                text(statistics.originatingHostId()),
                statistics.hasLegacyCounterShards(),
                header(metadata.header()));
    }

    private static @Nullable String text(@Nullable UUID id) {
        return id == null ? null : Objects.toString(id);
    }

    private static @Nullable String compressor(@Nullable ChunkCompression compression) {
        return compression == null
                ? null
                : compression.compressor().substring(compression.compressor().lastIndexOf('.') + 1);
    }

    private static io.idaeus.api.sstable.SerializationHeader header(HeaderSection header) {
        return new io.idaeus.api.sstable.SerializationHeader(
                header.partitionKeyType(),
                header.clusteringTypes(),
                columns(header.staticColumns()),
                columns(header.regularColumns()));
    }

    private static Map<String, String> columns(List<HeaderSection.Column> columns) {
        Map<String, String> types = new LinkedHashMap<>();
        columns.forEach(column -> types.put(column.name(), column.type()));
        return Collections.unmodifiableMap(types);
    }
}
