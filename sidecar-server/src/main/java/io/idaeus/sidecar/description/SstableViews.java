/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.description;

import io.idaeus.api.sstable.ComponentInfo;
import io.idaeus.api.sstable.Overlap;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableInfoBuilder;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.api.sstable.SstableStatisticsBuilder;
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
        return SstableInfoBuilder.builder()
                .name(entry.descriptor().toString())
                .version(entry.descriptor().version().letters())
                .format(entry.descriptor().format().toString())
                .directory(entry.directory().toString())
                .bytes(entry.size())
                .components(
                        entry.components().stream().map(SstableViews::component).toList())
                .overlap(overlap)
                .estimatedShare(share)
                .statistics(statistics)
                .problem(
                        problem == null
                                ? null
                                : new io.idaeus.api.sstable.SstableProblem(
                                        problem.code().name(), problem.message()))
                .build();
    }

    private static ComponentInfo component(Component component) {
        return new ComponentInfo(component.name(), component.size());
    }

    private static SstableStatistics statistics(SstableMetadata metadata) {
        Statistics statistics = metadata.statistics();
        return SstableStatisticsBuilder.builder()
                .firstToken(String.valueOf(metadata.bounds().first()))
                .lastToken(String.valueOf(metadata.bounds().last()))
                .firstKey(metadata.firstKey().hex())
                .lastKey(metadata.lastKey().hex())
                .partitions(statistics.estimatedPartitions())
                .level(statistics.level())
                .repairedAt(statistics.repairedAt() == 0 ? null : Instant.ofEpochMilli(statistics.repairedAt()))
                .pendingRepair(text(statistics.pendingRepair()))
                .transientReplica(statistics.isTransient())
                .minTimestamp(String.valueOf(statistics.minTimestamp()))
                .maxTimestamp(String.valueOf(statistics.maxTimestamp()))
                .partitioner(statistics.partitioner())
                .compression(compressor(metadata.compression()))
                .originatingHostId(text(statistics.originatingHostId()))
                .legacyCounterShards(statistics.hasLegacyCounterShards())
                .header(header(metadata.header()))
                .build();
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
