/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slice.out.DataWriter;
import io.idaeus.sidecar.slice.out.SliceFiles;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.RealSstables;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.SstableEntry;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.PartitionKey;
import io.idaeus.sidecar.sstable.index.Run;
import io.idaeus.sidecar.sstable.index.SstableRuns;
import io.idaeus.sidecar.sstable.statistics.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SlicerTest {
    private static final int ROUNDS = 8;

    @TempDir
    private Path directory;

    static List<ReadableSstable> sstables() throws IOException {
        List<ReadableSstable> all = new ArrayList<>();
        for (String version : List.of("nb", "oa", "pa", "da", "ea")) {
            for (SstableEntry entry : new SstableCatalog(1000).live(List.of(RealSstables.directory(version)))) {
                if (entry instanceof ReadableSstable readable) {
                    all.add(readable);
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("sstables")
    void aSliceOfTheWholeRingHasTheBytesOfTheSource(ReadableSstable sstable) throws Exception {
        Path slice = slice(sstable, TokenRanges.fullRing()).orElseThrow();
        for (String component : List.of(
                "Index.db",
                "Summary.db",
                "Partitions.db",
                "Rows.db",
                "Filter.db",
                "CRC.db",
                "CompressionInfo.db",
                "Data.db",
                "Digest.crc32")) {
            Path original = sstable.path(component);
            if (Files.exists(original)) {
                assertThat(slice.resolve(sstable.descriptor().fileName(component)))
                        .as("%s %s", sstable.descriptor(), component)
                        .hasSameBinaryContentAs(original);
            }
        }
        assertThat(readable(slice).metadata().statistics().estimatedPartitions())
                .isEqualTo(sstable.metadata().statistics().estimatedPartitions());
    }

    @ParameterizedTest
    @MethodSource("sstables")
    void aSliceHasThePartitionsOfItsRangesAndNoOthers(ReadableSstable sstable) throws Exception {
        Random random = new Random(sstable.descriptor().toString().hashCode());
        NavigableMap<PartitionKey, String> all = partitions(sstable);
        for (int round = 0; round < ROUNDS; round++) {
            TokenRanges wanted = ranges(random, List.copyOf(all.keySet()));
            Map<PartitionKey, String> expected = all.entrySet().stream()
                    .filter(partition -> wanted.contains(partition.getKey().token()))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
            Optional<Path> slice = slice(sstable, wanted);
            assertThat(slice.isPresent()).as("%s", wanted).isEqualTo(!expected.isEmpty());
            if (slice.isPresent()) {
                ReadableSstable cut = readable(slice.get());
                assertThat(partitions(cut)).as("%s", wanted).isEqualTo(expected);
                assertThat(cut.metadata().statistics().estimatedPartitions()).isEqualTo(expected.size());
                assertThat(cut.metadata().statistics().minTimestamp())
                        .isEqualTo(sstable.metadata().statistics().minTimestamp());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sstables")
    void whatIsDamagedIsRefusedOrMakesNoDifference(ReadableSstable sstable) throws Exception {
        Random random = new Random(sstable.descriptor().toString().hashCode());
        Damage damage = new Damage(random);
        List<PartitionKey> keys = List.copyOf(partitions(sstable).keySet());
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            TokenRanges wanted = ranges(random, keys);
            Optional<Path> slice = slice(sstable, wanted);
            if (slice.isEmpty()) {
                continue;
            }
            Map<PartitionKey, String> right = partitions(readable(slice.get()));
            Path to = Files.createDirectories(directory.resolve("slice"));
            try (FetchedSstable fetched = FetchedSstable.of(sstable, wanted, directory.resolve("fetched"))
                    .orElseThrow()) {
                List<Path> files = new ArrayList<>(List.of(fetched.bytes(), fetched.index()));
                if (fetched.runs().trie() != null) {
                    files.add(fetched.trie());
                }
                Path file = files.get(random.nextInt(files.size()));
                byte[] whole = Files.readAllBytes(file);
                Files.write(file, damage.damage(whole, whole));
                try {
                    Slicer.write(fetched.source(), to, true, Runnable::run, 2);
                    assertThat(partitions(readable(to))).isEqualTo(right);
                } catch (IOException | SliceException | SstableException e) {
                    assertThat(e).hasMessageContaining(".db");
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }

    /** It says nothing about the source's bytes. */
    @Test
    void anErrorOfAWorkerStaysAnError() throws Exception {
        ReadableSstable sstable = sstables().get(0);
        Path to = Files.createDirectories(directory.resolve("slice"));
        try (FetchedSstable fetched = FetchedSstable.of(sstable, TokenRanges.fullRing(), directory.resolve("fetched"))
                .orElseThrow()) {
            SliceSource source = fetched.source();
            SliceSource failing = new SliceSource(
                    source.descriptor(),
                    source.wanted(),
                    source.runs(),
                    new NoMemory(source.data()),
                    source.bytes(),
                    source.index(),
                    source.trie(),
                    source.statistics(),
                    source.filter(),
                    source.minIndexInterval());

            assertThatThrownBy(() -> Slicer.write(failing, to, true, Runnable::run, 2))
                    .isInstanceOf(OutOfMemoryError.class);
        }
    }

    private record NoMemory(SourceData data) implements SourceData {
        @Override
        public int chunkLength() {
            return data.chunkLength();
        }

        @Override
        public long dataLength() {
            return data.dataLength();
        }

        @Override
        public StoredChunk chunk(long index) throws SstableException, SliceException {
            return data.chunk(index);
        }

        @Override
        public long end(StoredChunk chunk) {
            return data.end(chunk);
        }

        @Override
        public Reader reader(StoredBytes bytes) {
            throw new OutOfMemoryError("of the test");
        }

        @Override
        public DataWriter writer(SliceFiles files, long dataLength) throws IOException, SstableException {
            return data.writer(files, dataLength);
        }

        @Override
        public void close() {}
    }

    @ParameterizedTest
    @MethodSource("sstables")
    void aDescriptionThatIsWrongIsRefused(ReadableSstable sstable) throws Exception {
        Random random = new Random(sstable.descriptor().toString().hashCode());
        List<PartitionKey> keys = List.copyOf(partitions(sstable).keySet());
        for (int round = 0; round < ROUNDS; round++) {
            TokenRanges wanted = ranges(random, keys);
            Optional<FetchedSstable> some = FetchedSstable.of(sstable, wanted, directory.resolve("fetched"));
            if (some.isEmpty()) {
                continue;
            }
            Path to = Files.createDirectories(directory.resolve("slice"));
            try (FetchedSstable fetched = some.get()) {
                SstableRuns wrong;
                try {
                    wrong = wrong(random, fetched.runs(), keys);
                } catch (IllegalArgumentException e) {
                    continue;
                }
                try {
                    Slicer.write(fetched.source(wrong), to, true, Runnable::run, 2);
                    assertThat(wrong).as("%s", wanted).isEqualTo(fetched.runs());
                } catch (IOException | SliceException | SstableException e) {
                    assertThat(e).hasMessageContaining(".db");
                }
            }
        }
    }

    private static SstableRuns wrong(Random random, SstableRuns right, List<PartitionKey> keys) {
        List<Run> runs = new ArrayList<>(right.runs());
        int which = random.nextInt(runs.size());
        Run run = runs.get(which);
        PartitionKey key = keys.get(random.nextInt(keys.size()));
        long by = random.nextInt(1, 40);
        Run.Previous previous = run.previous();
        switch (random.nextInt(11)) {
            case 0 -> runs.set(which, changed(run, by, 0, 0, run.next(), previous));
            case 1 -> runs.set(which, changed(run, 0, 0, by, run.next(), previous));
            case 2 -> runs.set(which, changed(run, 0, 0, -by, run.next(), previous));
            case 3 -> runs.set(which, changed(run, 0, by, 0, run.next(), previous));
            case 4 -> runs.set(which, changed(run, 0, 0, 0, key, previous));
            case 5 -> runs.set(which, changed(run, 0, 0, 0, null, previous));
            case 8 -> {
                // Without one, the source has proven it.
                Run.Previous other = previous == null ? null : new Run.Previous(key, previous.position());
                runs.set(which, changed(run, 0, 0, 0, run.next(), other));
            }
            case 9 -> {
                Run.Previous other =
                        previous == null ? null : new Run.Previous(previous.key(), previous.position() + by);
                runs.set(which, changed(run, 0, 0, 0, run.next(), other));
            }
            case 6 -> runs.remove(which);
            case 7 -> {
                return new SstableRuns(
                        runs, right.partitions() + by, right.first(), right.last(), right.index(), right.trie());
            }
            default -> {
                return new SstableRuns(runs, right.partitions(), key, right.last(), right.index(), right.trie());
            }
        }
        return new SstableRuns(runs, right.partitions(), right.first(), right.last(), right.index(), right.trie());
    }

    private static Run changed(
            Run run,
            long indexTo,
            long dataFrom,
            long dataTo,
            @Nullable PartitionKey next,
            Run.@Nullable Previous previous) {
        return new Run(
                run.indexFrom(),
                run.indexTo() + indexTo,
                run.dataFrom() + dataFrom,
                run.dataTo() + dataTo,
                next,
                previous);
    }

    // One to eight, of which some end at a key or beside one.
    private static TokenRanges ranges(Random random, List<PartitionKey> keys) {
        List<TokenRange> ranges = new ArrayList<>();
        for (int i = random.nextInt(8); i >= 0; i--) {
            ranges.add(new TokenRange(token(random, keys), token(random, keys)));
        }
        return TokenRanges.of(ranges);
    }

    private static long token(Random random, List<PartitionKey> keys) {
        long token = keys.get(random.nextInt(keys.size())).token();
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> token - 1;
            case 2 -> token + 1;
            default -> token;
        };
    }

    private Optional<Path> slice(ReadableSstable sstable, TokenRanges wanted) throws Exception {
        Path slice = Files.createDirectories(directory.resolve("slice"));
        Optional<FetchedSstable> some = FetchedSstable.of(sstable, wanted, directory.resolve("fetched"));
        if (some.isEmpty()) {
            return Optional.empty();
        }
        try (FetchedSstable fetched = some.get()) {
            Slicer.write(fetched.source(), slice, true, Runnable::run, 2);
        }
        return Optional.of(slice);
    }

    private static ReadableSstable readable(Path directory) throws IOException {
        List<SstableEntry> entries = new SstableCatalog(10).live(List.of(directory));
        assertThat(entries).singleElement().isInstanceOf(ReadableSstable.class);
        return (ReadableSstable) entries.get(0);
    }

    private NavigableMap<PartitionKey, String> partitions(ReadableSstable sstable) throws Exception {
        NavigableMap<PartitionKey, String> partitions = new TreeMap<>();
        try (FetchedSstable fetched = FetchedSstable.of(sstable, TokenRanges.fullRing(), directory.resolve("read"))
                .orElseThrow()) {
            fetched.partitions().forEach(partitions::put);
        }
        return partitions;
    }
}
