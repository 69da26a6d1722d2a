/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slicing;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.slice.SliceDescription.Extent;
import io.idaeus.api.slice.SliceParts;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slice.SliceException;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.IndexEntries;
import io.idaeus.sidecar.sstable.name.Component;
import io.idaeus.sidecar.sstable.name.SstableFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No byte of an index has a checksum. A changed one is found, or makes no difference. */
class DamagedIndexTest {
    private static final int[] MASKS = {0x10, 0x81};
    // Ranges.
    private static final int MANY = 64;

    @TempDir
    private Path directory;

    static List<ReadableSstable> sstables() throws IOException {
        return DescribedSliceTest.sstables();
    }

    static List<ReadableSstable> bigSstables() throws IOException {
        return sstables().stream()
                .filter(sstable -> sstable.descriptor().format() == SstableFormat.BIG)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("sstables")
    void noByteOfAnIndexLosesARow(ReadableSstable sstable) throws Exception {
        requireFoundOrHarmless(copy(sstable), sstable, List.of("Index.db", "Summary.db", "Partitions.db"));
    }

    /** Cassandra's of a few keys has one sample alone. */
    @ParameterizedTest
    @MethodSource("bigSstables")
    void norDoesOneOfASummaryWithManySamples(ReadableSstable sstable) throws Exception {
        LocalCut local = copy(sstable);
        Files.write(local.file("Summary.db"), denseSummary(local));
        requireFoundOrHarmless(local, sstable, List.of("Summary.db"));
    }

    private void requireFoundOrHarmless(LocalCut local, ReadableSstable sstable, List<String> components)
            throws Exception {
        for (TokenRanges wanted : ranges(local)) {
            SliceDescription right = local.described(wanted);
            if (right.extent() != Extent.PART) {
                continue;
            }
            List<String> expected = rows(local, sstable, wanted, right, directory.resolve("slice"));
            for (String component : components) {
                Path file = local.file(component);
                if (Files.exists(file)) {
                    byte[] whole = Files.readAllBytes(file);
                    for (int at = 0; at < whole.length; at++) {
                        for (int mask : MASKS) {
                            byte[] damaged = whole.clone();
                            damaged[at] ^= (byte) mask;
                            Files.write(file, damaged);
                            requireFoundOrHarmless(
                                    local, sstable, wanted, right, expected, component + " " + at + " ^ " + mask);
                        }
                    }
                    Files.write(file, whole);
                }
            }
        }
    }

    private void requireFoundOrHarmless(
            LocalCut local,
            ReadableSstable sstable,
            TokenRanges wanted,
            SliceDescription right,
            List<String> expected,
            String damage)
            throws Exception {
        SliceDescription found = local.described(wanted);
        if (found.equals(right)) {
            return;
        }
        String what = sstable.descriptor() + " " + damage + " " + wanted + " " + found;
        if (found.extent() == Extent.UNKNOWN) {
            assertThat(Objects.requireNonNull(found.problem()).detail())
                    .as(what)
                    .contains(".db");
            return;
        }
        if (found.extent() == Extent.WHOLE) {
            // It moves as it is, and loses nothing.
            return;
        }
        assertThat(found.extent()).as(what).isEqualTo(Extent.PART);
        List<String> rows;
        try {
            rows = rows(local, sstable, wanted, found, directory.resolve("slice"));
        } catch (IOException | SliceException | SstableException e) {
            assertThat(e).as(what).hasMessageMatching("(?s).*(\\.db|description).*");
            return;
        }
        assertThat(rows).as(what).isEqualTo(expected);
    }

    // The bytes of Data.db, and where the index says that its partitions are.
    static List<String> rows(
            LocalCut local, ReadableSstable sstable, TokenRanges wanted, SliceDescription description, Path slice)
            throws Exception {
        local.cut(wanted, Objects.requireNonNull(description.parts()), slice, false);
        List<String> rows = new ArrayList<>();
        rows.add("Data.db " + LocalCut.contents(slice).get("Data.db"));
        Path index = slice.resolve(sstable.descriptor().fileName("Index.db"));
        if (!Files.exists(index)) {
            rows.add("Partitions.db " + LocalCut.contents(slice).get("Partitions.db"));
            return rows;
        }
        try (ComponentFile file = ComponentFile.open(index)) {
            IndexEntries entries = new IndexEntries(file, 1000);
            while (entries.next()) {
                rows.add(HexFormat.of().formatHex(entries.key()) + " at " + entries.position());
            }
        }
        return rows;
    }

    private LocalCut copy(ReadableSstable sstable) throws IOException {
        Path source = Files.createDirectories(directory.resolve("source"));
        for (Component component : sstable.components()) {
            Files.copy(
                    sstable.path(component.name()),
                    source.resolve(sstable.descriptor().fileName(component.name())));
        }
        return new LocalCut(sstable, source, directory.resolve("raw"));
    }

    // A sample of each entry.
    private static byte[] denseSummary(LocalCut local) throws IOException, SstableException {
        ByteBuffer offsets = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> keys = new ArrayList<>();
        List<Long> positions = new ArrayList<>();
        try (ComponentFile file = ComponentFile.open(local.file("Index.db"))) {
            IndexEntries entries = new IndexEntries(file, 1000);
            while (entries.next()) {
                keys.add(entries.key());
                positions.add(entries.start());
            }
        }
        ByteBuffer samples = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < keys.size(); i++) {
            offsets.putInt(Integer.BYTES * keys.size() + samples.position());
            samples.put(keys.get(i)).putLong(positions.get(i));
        }
        byte[] first = keys.get(0);
        byte[] last = keys.get(keys.size() - 1);
        int size = offsets.position() + samples.position();
        ByteBuffer summary = ByteBuffer.allocate(24 + size + 8 + first.length + last.length);
        summary.putInt(1).putInt(keys.size()).putLong(size).putInt(128).putInt(keys.size());
        summary.put(offsets.flip()).put(samples.flip());
        summary.putInt(first.length).put(first).putInt(last.length).put(last);
        return summary.array();
    }

    private static List<TokenRanges> ranges(LocalCut local) throws IOException, SliceException {
        List<Long> tokens = tokens(local);
        List<TokenRanges> all = new ArrayList<>();
        // A key and what is before it, of each second one; then of the others.
        all.add(TokenRanges.of(before(tokens, 0)));
        all.add(TokenRanges.of(before(tokens, 1)));
        List<TokenRange> small = new ArrayList<>();
        long apart = Long.MAX_VALUE / MANY * 2;
        IntStream.range(0, MANY).forEach(i -> {
            long left = Long.MIN_VALUE + 1 + i * apart;
            small.add(new TokenRange(left, left + apart / 2));
        });
        all.add(TokenRanges.of(small));
        return all;
    }

    private static List<TokenRange> before(List<Long> tokens, int first) {
        List<TokenRange> ranges = new ArrayList<>();
        for (int i = first; i < tokens.size(); i += 2) {
            long left = i == 0 ? Long.MIN_VALUE : tokens.get(i - 1);
            ranges.add(new TokenRange(left, tokens.get(i)));
        }
        return ranges;
    }

    private static List<Long> tokens(LocalCut local) throws IOException, SliceException {
        List<Long> tokens = new ArrayList<>();
        for (long left = Long.MIN_VALUE; ; left = tokens.get(tokens.size() - 1)) {
            SliceParts rest = local.described(TokenRanges.of(new TokenRange(left, Long.MAX_VALUE)))
                    .parts();
            if (rest == null) {
                return tokens;
            }
            tokens.add(DescribedSlice.token(rest.firstKey()));
        }
    }
}
