/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.sstable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.SstableEntry;
import io.idaeus.sidecar.sstable.SstableMetadata;
import io.idaeus.sidecar.sstable.UnreadableSstable;
import io.idaeus.sidecar.sstable.file.ChunkCompression;
import io.idaeus.sidecar.sstable.file.UnreadableReason;
import io.idaeus.sidecar.sstable.statistics.HeaderSection;
import io.idaeus.sidecar.sstable.statistics.Statistics;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sidecar reads from an SSTable what the Cassandra that wrote it reads. */
@Tag("versions")
class SstableOracleIT {
    private static final int MILLION = 1_000_000;

    @ParameterizedTest
    @EnumSource
    void everyPropertyEqualsCassandras(OracleFormat format, @TempDir Path directory) throws Exception {
        OracleRun run = OracleRun.write(format, directory, millionIn(format) ? MILLION : 0, false);

        Map<String, SstableEntry> entries = new SstableCatalog(1000)
                .live(run.tables("")).stream().collect(Collectors.toMap(SstableOracleIT::id, Function.identity()));
        for (Map<String, String> answer : run.answers()) {
            SstableEntry entry = entries.remove(answer.get("directory") + "/" + answer.get("name"));
            assertThat(entry).as("%s", answer).isInstanceOf(ReadableSstable.class);
            assertThat(told((ReadableSstable) entry)).containsExactlyEntriesOf(expected(answer));
            assertShares(((ReadableSstable) entry).metadata(), answer);
        }

        assertThat(run.answers()).hasSizeGreaterThan(20);
        assertThat(run.answers().stream().map(answer -> answer.get("name").substring(0, 2)))
                .hasSameElementsAs(format.formats());
        assertThat(entries.values())
                .as("RandomPartitioner, ByteOrderedPartitioner")
                .hasSize(2)
                .allSatisfy(entry -> assertThat(
                                ((UnreadableSstable) entry).problem().code())
                        .isEqualTo(UnreadableReason.Code.UNSUPPORTED_PARTITIONER));
        System.out.printf("%s: %d SSTables%n", format, run.answers().size());
    }

    private static boolean millionIn(OracleFormat format) {
        return switch (format) {
            case NB_BY_4_0, DA_BY_5_0 -> true;
            default -> false;
        };
    }

    private static String id(SstableEntry entry) {
        return entry.directory().getFileName() + "/" + entry.descriptor();
    }

    private static Map<String, String> told(ReadableSstable sstable) {
        SstableMetadata metadata = sstable.metadata();
        Statistics statistics = metadata.statistics();
        HeaderSection header = metadata.header();
        ChunkCompression compression = metadata.compression();
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("firstToken", metadata.bounds().first());
        told.put("lastToken", metadata.bounds().last());
        told.put("scannedFirstToken", metadata.firstKey().token());
        told.put("scannedLastToken", metadata.lastKey().token());
        told.put("firstKey", metadata.firstKey().hex());
        told.put("lastKey", metadata.lastKey().hex());
        told.put("partitions", statistics.estimatedPartitions());
        told.put("partitioner", statistics.partitioner());
        told.put("fpChance", statistics.bloomFilterFpChance());
        told.put("sstableLevel", statistics.level());
        told.put("repairedAt", statistics.repairedAt());
        told.put("pendingRepair", statistics.pendingRepair());
        told.put("isTransient", statistics.isTransient());
        told.put("minTimestamp", statistics.minTimestamp());
        told.put("maxTimestamp", statistics.maxTimestamp());
        told.put("minLocalDeletionTime", statistics.minLocalDeletionTime());
        told.put("maxLocalDeletionTime", statistics.maxLocalDeletionTime());
        told.put("minTTL", statistics.minTtl());
        told.put("maxTTL", statistics.maxTtl());
        told.put("compressionRatio", statistics.compressionRatio());
        told.put("totalColumnsSet", statistics.totalCells());
        told.put("totalRows", statistics.totalRows());
        told.put("hasLegacyCounterShards", statistics.hasLegacyCounterShards());
        told.put("originatingHostId", statistics.originatingHostId());
        told.put("keyType", header.partitionKeyType());
        told.put("clusteringTypes", String.join(";", header.clusteringTypes()));
        told.put("staticColumns", columns(header.staticColumns()));
        told.put("regularColumns", columns(header.regularColumns()));
        told.put("compressor", compression == null ? "none" : compression.compressor());
        if (compression != null) {
            told.put("chunkLength", compression.chunkLength());
            told.put("dataLength", compression.dataLength());
        }
        Map<String, String> texts = new LinkedHashMap<>();
        told.forEach((name, value) -> texts.put(name, String.valueOf(value)));
        return texts;
    }

    private static String columns(List<HeaderSection.Column> columns) {
        return columns.stream()
                .map(column -> column.name() + " " + column.type())
                .collect(Collectors.joining(";"));
    }

    /** Cassandra's answer with the order and fields of {@link #told}. */
    private static Map<String, String> expected(Map<String, String> answer) {
        Map<String, String> expected = new LinkedHashMap<>();
        for (String name : FIELDS) {
            if (answer.containsKey(name)) {
                expected.put(name, answer.get(name));
            }
        }
        // 4.x stores deletion times as an int; the largest value means none.
        expected.replaceAll((name, value) -> name.endsWith("LocalDeletionTime") && value.equals("2147483647")
                ? String.valueOf(Statistics.NO_DELETION_TIME)
                : value);
        return expected;
    }

    private static final List<String> FIELDS = List.of(
            "firstToken",
            "lastToken",
            "scannedFirstToken",
            "scannedLastToken",
            "firstKey",
            "lastKey",
            "partitions",
            "partitioner",
            "fpChance",
            "sstableLevel",
            "repairedAt",
            "pendingRepair",
            "isTransient",
            "minTimestamp",
            "maxTimestamp",
            "minLocalDeletionTime",
            "maxLocalDeletionTime",
            "minTTL",
            "maxTTL",
            "compressionRatio",
            "totalColumnsSet",
            "totalRows",
            "hasLegacyCounterShards",
            "originatingHostId",
            "keyType",
            "clusteringTypes",
            "staticColumns",
            "regularColumns",
            "compressor",
            "chunkLength",
            "dataLength");

    /** Compares the estimate with a count of the partitions; for large SSTables within 1 %. */
    private static void assertShares(SstableMetadata metadata, Map<String, String> answer) {
        long partitions = Long.parseLong(answer.get("partitions"));
        double tolerance = partitions >= 100_000 ? 0.01 : partitions >= 1000 ? 0.06 : 1;
        assertThat(metadata.profile().share(TokenRanges.of(new TokenRange(Long.MIN_VALUE, 0))))
                .isCloseTo(Double.parseDouble(answer.get("inLowerHalf")) / partitions, within(tolerance));
        assertThat(metadata.profile().share(TokenRanges.of(new TokenRange(-1L << 60, 1L << 61))))
                .isCloseTo(Double.parseDouble(answer.get("inRange")) / partitions, within(tolerance));
    }
}
