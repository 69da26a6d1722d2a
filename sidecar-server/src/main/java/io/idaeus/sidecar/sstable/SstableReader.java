/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.sstable.file.ChunkCompression;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.CompressionInfoFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import io.idaeus.sidecar.sstable.index.IndexFile;
import io.idaeus.sidecar.sstable.index.KeyRange;
import io.idaeus.sidecar.sstable.index.PartitionsFile;
import io.idaeus.sidecar.sstable.index.SummaryFile;
import io.idaeus.sidecar.sstable.index.TokenProfile;
import io.idaeus.sidecar.sstable.name.SstableFormat;
import io.idaeus.sidecar.sstable.name.SstableVersion;
import io.idaeus.sidecar.sstable.statistics.Statistics;
import io.idaeus.sidecar.sstable.statistics.StatisticsFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads metadata. Refuses missing, damaged or contradicting files. */
final class SstableReader {
    private static final int TOC_LIMIT = 1 << 20;
    private static final double NOT_COMPRESSED = -1;

    private final FoundSstable sstable;

    private SstableReader(FoundSstable sstable) {
        this.sstable = sstable;
    }

    static SstableMetadata read(FoundSstable sstable) throws SstableException {
        return new SstableReader(sstable).read();
    }

    private SstableMetadata read() throws SstableException {
        requireSupported();
        requireComplete();
        StatisticsFile statistics;
        try (ComponentFile file = sstable.open("Statistics.db")) {
            statistics = StatisticsFile.read(file, sstable.descriptor().version());
        }
        ChunkCompression compression = compression(statistics.statistics());
        return sstable.descriptor().format() == SstableFormat.BIG
                ? big(statistics, compression)
                : bti(statistics, compression);
    }

    private void requireSupported() throws SstableException {
        SstableVersion version = sstable.descriptor().version();
        if (!version.isReadable()) {
            throw new SstableException(
                    Code.UNSUPPORTED_VERSION,
                    "version " + version + " of format " + version.format() + " (expected: one of "
                            + SstableVersion.readable(version.format())
                            + "); upgrade an older one with nodetool upgradesstables");
        }
    }

    private void requireComplete() throws SstableException {
        if (!sstable.notFiles().isEmpty()) {
            throw new SstableException(
                    Code.NOT_A_FILE, sstable.notFiles() + " (expected: regular files, no links or directories)");
        }
        List<String> missing = new ArrayList<>(sstable.descriptor().format().required());
        if (sstable.has("TOC.txt")) {
            missing.addAll(toc());
        }
        missing.removeIf(sstable::has);
        if (!missing.isEmpty()) {
            throw missing(missing.stream().distinct().toList());
        }
        if (sstable.size("Data.db") == 0) {
            throw new SstableException(Code.CORRUPT_COMPONENT, "Data.db: 0 bytes (expected: at least one partition)");
        }
    }

    private static SstableException missing(List<String> components) {
        return new SstableException(
                Code.MISSING_COMPONENT,
                components + " missing (expected by the format or by TOC.txt); restore the files or scrub the table");
    }

    // Without index components: an index created after a snapshot writes into its TOC.txt through the hard link.
    private List<String> toc() throws SstableException {
        try (ComponentFile file = sstable.open("TOC.txt")) {
            return new String(file.readAll(TOC_LIMIT), StandardCharsets.ISO_8859_1)
                    .lines()
                    .map(String::strip)
                    .filter(sstable.descriptor().format()::isCore)
                    .toList();
        }
    }

    private @Nullable ChunkCompression compression(Statistics statistics) throws SstableException {
        if (sstable.has("CompressionInfo.db")) {
            try (ComponentFile file = sstable.open("CompressionInfo.db")) {
                return CompressionInfoFile.read(file, sstable.descriptor().version());
            }
        }
        if (statistics.compressionRatio() != NOT_COMPRESSED) {
            throw missing(List.of("CompressionInfo.db"));
        }
        return null;
    }

    private SstableMetadata bti(StatisticsFile statistics, @Nullable ChunkCompression compression)
            throws SstableException {
        try (ComponentFile file = sstable.open("Partitions.db")) {
            KeyRange keys = PartitionsFile.keys(file);
            requireEqual(statistics, keys, file.name());
            TokenProfile profile =
                    TokenProfile.span(keys.first().token(), keys.last().token());
            return metadata(keys, profile, statistics, compression);
        }
    }

    private SstableMetadata big(StatisticsFile statistics, @Nullable ChunkCompression compression)
            throws SstableException {
        if (!sstable.has("Summary.db")) {
            KeyRange keys = keysFromIndex(0);
            requireEqual(statistics, keys, "Index.db");
            TokenProfile profile =
                    TokenProfile.span(keys.first().token(), keys.last().token());
            return metadata(keys, profile, statistics, compression);
        }
        try (ComponentFile file = sstable.open("Summary.db")) {
            SummaryFile summary = SummaryFile.read(file);
            if (statistics.keys() == null) {
                // Summary.db carries no checksum: Index.db has to agree.
                summary.keys().requireEqual(keysFromIndex(summary.lastSamplePosition()), file.name(), "Index.db");
            }
            requireEqual(statistics, summary.keys(), file.name());
            TokenProfile profile = summary.profile(statistics.statistics().estimatedPartitions());
            return metadata(summary.keys(), profile, statistics, compression);
        }
    }

    private static void requireEqual(StatisticsFile statistics, KeyRange keys, String file) throws SstableException {
        KeyRange recorded = statistics.keys();
        if (recorded != null) {
            recorded.requireEqual(keys, "Statistics.db", file);
        }
    }

    private KeyRange keysFromIndex(long lastSample) throws SstableException {
        try (ComponentFile file = sstable.open("Index.db")) {
            IndexFile index = new IndexFile(file);
            return KeyRange.of(file.name(), index.firstKey(), index.lastKey(lastSample));
        }
    }

    private static SstableMetadata metadata(
            KeyRange keys, TokenProfile profile, StatisticsFile statistics, @Nullable ChunkCompression compression) {
        return new SstableMetadata(
                keys.first(), keys.last(), profile, statistics.statistics(), statistics.header(), compression);
    }
}
