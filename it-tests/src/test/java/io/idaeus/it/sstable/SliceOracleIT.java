/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.sstable;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.SstableEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cassandra's own classes read slices as they read the partitions of the source. A slice of the whole ring has the
 * indexes that Cassandra wrote.
 */
@Tag("versions")
class SliceOracleIT {
    private static final int SLICES = 400;

    @ParameterizedTest
    @EnumSource
    void everySliceHasTheSourcesPartitionsInItsRanges(OracleFormat format, @TempDir Path directory) throws Exception {
        OracleRun run = OracleRun.write(format, directory, 0, false);
        List<ReadableSstable> sstables = new SstableCatalog(1000)
                .live(run.tables("")).stream()
                        .filter(ReadableSstable.class::isInstance)
                        .map(ReadableSstable.class::cast)
                        .toList();
        for (ReadableSstable sstable : sstables) {
            assertWholeRing(
                    sstable,
                    Files.createDirectories(
                            directory.resolve("whole/" + sstable.directory().getFileName())));
        }
        Random random = new Random(format.name().hashCode());
        List<String> slices = new ArrayList<>();
        for (int i = 0; slices.size() < SLICES; i++) {
            ReadableSstable sstable = sstables.get(i % sstables.size());
            List<TokenRange> ranges = ranges(random, sstable);
            Path slice = Files.createDirectories(directory.resolve(
                    "slices/" + i + "/ks/" + sstable.directory().getFileName()));
            if (LocalSlice.write(sstable, TokenRanges.of(ranges), slice, Runnable::run)) {
                slices.add(String.join(
                        "\t", table(sstable), path(sstable, sstable.directory()), path(sstable, slice), text(ranges)));
            }
        }

        assertThat(run.compare(slices)).containsExactly(SLICES + " right");
    }

    private static void assertWholeRing(ReadableSstable sstable, Path slice) throws Exception {
        LocalSlice.write(sstable, TokenRanges.fullRing(), slice, Runnable::run);
        for (String component : List.of("Index.db", "Summary.db", "Partitions.db", "Rows.db")) {
            if (Files.exists(sstable.path(component))) {
                assertThat(slice.resolve(sstable.descriptor().fileName(component)))
                        .as("%s of %s", component, sstable.directory())
                        .hasSameBinaryContentAs(sstable.path(component));
            }
        }
    }

    private static String table(SstableEntry sstable) {
        String directory = sstable.directory().getFileName().toString();
        String name = directory.substring(0, directory.indexOf('-'));
        // Its schema is that of the table whose SSTable was rewritten.
        return name.endsWith("na") ? name.substring(0, name.length() - 2) : name;
    }

    private static String path(SstableEntry sstable, Path directory) {
        return directory.resolve(sstable.descriptor().toString()).toString();
    }

    private static String text(List<TokenRange> ranges) {
        return ranges.stream().map(TokenRange::toString).collect(Collectors.joining(","));
    }

    // From one to 768, of which some end at the SSTable's ends.
    private static List<TokenRange> ranges(Random random, ReadableSstable sstable) {
        int count =
                switch (random.nextInt(4)) {
                    case 0 -> 1;
                    case 1 -> 768;
                    default -> random.nextInt(2, 20);
                };
        long[] ends = random.longs(2L * count).sorted().toArray();
        if (count < 20) {
            ends[random.nextInt(ends.length)] = sstable.metadata().firstKey().token();
            ends[random.nextInt(ends.length)] = sstable.metadata().lastKey().token();
            ends = Arrays.stream(ends).sorted().toArray();
        }
        // The last one wraps where the first end is skipped.
        int first = random.nextInt(2);
        List<TokenRange> ranges = new ArrayList<>();
        for (int i = first; i < ends.length; i += 2) {
            ranges.add(new TokenRange(ends[i], ends[(i + 1) % ends.length]));
        }
        return ranges;
    }
}
