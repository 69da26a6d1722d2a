/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.sstable.ComponentInfo;
import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.SstableFinding;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableProblem;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveSstablesTest {
    private static final SerializationHeader HEADER = header("UTF8Type");

    private final LiveSstables looked =
            new LiveSstables(HEADER, Map.of("gone", "Int32Type"), ReleaseVersion.parse("5.0.9"));

    @Test
    void nothingRefusesSoundSstables() {
        looked.add(readable("nb-1-big", 0, 9, HEADER, "LZ4Compressor", false));
        // A transfer notes it, and goes on.
        looked.add(repaired("nb-2-big"));

        assertThat(looked.findings()).isEmpty();
    }

    @Test
    void thoseThatCannotBeReadMayHoldAnyToken() {
        looked.add(unreadable("nb-1-big", "nb-1-big-Statistics.db: 12 bytes"));
        looked.add(unreadable("nb-2-big", "nb-2-big-Statistics.db: 12 bytes"));

        assertThat(looked.findings())
                .containsExactly(new SstableFinding(
                        "SSTABLE_UNREADABLE",
                        "CORRUPT_COMPONENT: Statistics.db: 12 bytes",
                        2,
                        List.of("nb-1-big", "nb-2-big"),
                        null));
        assertThat(LiveSstables.worded(looked.findings().get(0)))
                .isEqualTo("CORRUPT_COMPONENT: Statistics.db: 12 bytes (2 SSTables: nb-1-big, nb-2-big)");
    }

    @Test
    void othersSpanRanges() {
        looked.add(readable("nb-1-big", 0, 9, header("Int32Type"), "LZ4Compressor", false));
        looked.add(readable("nb-2-big", 5, 20, header("Int32Type"), "LZ4Compressor", false));
        looked.add(readable("nb-3-big", 100, 100, header("Int32Type"), "LZ4Compressor", false));

        assertThat(looked.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("HEADER_MISMATCH");
            assertThat(finding.detail()).contains("column v was written as Int32Type");
            assertThat(finding.sstables()).isEqualTo(3);
            assertThat(finding.ranges()).containsExactly("-1:20", "99:100");
        });
    }

    @Test
    void acceptableOnesAreFoundAsWell() {
        looked.add(readable("nb-1-big", 0, 9, HEADER, "OwnCompressor", true));

        assertThat(looked.findings())
                .extracting(SstableFinding::code)
                .containsExactly("LEGACY_COUNTER_SHARDS", "UNKNOWN_COMPRESSOR", "SLICE_IMPOSSIBLE");
    }

    @Test
    void ofManyOnlyAFewAreKept() {
        IntStream.range(0, 20_000)
                .forEach(i -> looked.add(unreadable("nb-" + i + "-big", "Statistics.db: " + i % 1000 + " bytes")));
        IntStream.range(0, 20_000)
                .forEach(i -> looked.add(readable(
                        "nb-" + i + "-big", i * 10L, i * 10L + 1, header("Int32Type"), "LZ4Compressor", false)));

        assertThat(looked.findings()).hasSize(12).allSatisfy(finding -> {
            assertThat(finding.names()).hasSizeLessThanOrEqualTo(3);
            assertThat(finding.ranges()).isNull();
        });
        assertThat(looked.findings().stream().mapToInt(SstableFinding::sstables).sum())
                .isEqualTo(40_000);
    }

    /** SSTables that Cassandra wrote without compression, and without their CRC32s. */
    @Test
    void whatCannotBeCutIsFound() {
        SstableInfo sound = info("nb-1-big", statistics(0, 9, null, "LZ4Compressor", false, HEADER));
        SstableInfo plain = info("nb-2-big", statistics(0, 9, null, null, false, HEADER));

        looked.add(sound);
        looked.add(plain);

        assertThat(looked.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("SLICE_IMPOSSIBLE");
            assertThat(LiveSstables.worded(finding))
                    .isEqualTo("cannot be cut: it has no CRC.db (1 SSTables: nb-2-big)");
        });
    }

    private static SerializationHeader header(String type) {
        return new SerializationHeader("Int32Type", List.of(), Map.of(), Map.of("v", type));
    }

    private static SstableInfo unreadable(String name, String detail) {
        return new SstableInfo(
                name,
                "nb",
                "big",
                "/data",
                10,
                List.of(),
                null,
                null,
                null,
                new SstableProblem("CORRUPT_COMPONENT", detail));
    }

    private static SstableInfo repaired(String name) {
        return info(name, statistics(0, 9, Instant.EPOCH, "LZ4Compressor", false, HEADER));
    }

    private static SstableInfo readable(
            String name, long first, long last, SerializationHeader header, String compressor, boolean legacy) {
        return info(name, statistics(first, last, null, compressor, legacy, header));
    }

    private static SstableInfo info(String name, SstableStatistics statistics) {
        List<ComponentInfo> components = Stream.of("Data.db", "Index.db", "Statistics.db", "CompressionInfo.db")
                .map(component -> new ComponentInfo(component, 1))
                .toList();
        return new SstableInfo(name, "nb", "big", "/data", 10, components, null, null, statistics, null);
    }

    private static SstableStatistics statistics(
            long first,
            long last,
            @Nullable Instant repairedAt,
            String compressor,
            boolean legacy,
            SerializationHeader header) {
        return new SstableStatistics(
                Long.toString(first),
                Long.toString(last),
                "00",
                "01",
                10,
                0,
                repairedAt,
                null,
                false,
                "0",
                "0",
                "org.apache.cassandra.dht.Murmur3Partitioner",
                compressor,
                null,
                legacy,
                header);
    }
}
