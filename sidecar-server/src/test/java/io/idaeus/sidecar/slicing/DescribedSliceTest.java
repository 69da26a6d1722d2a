/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slicing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.slice.SliceDescription.Extent;
import io.idaeus.api.slice.SliceParts;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slice.SliceException;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.RealSstables;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.SstableEntry;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.PartitionKey;
import io.idaeus.sidecar.sstable.name.ComponentName;
import io.idaeus.sidecar.sstable.name.Descriptor;
import io.idaeus.sidecar.store.StateJson;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A source describes, and a destination fetches and cuts what is described. */
class DescribedSliceTest {
    private static final int ROUNDS = 6;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

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
    void whatIsDescribedIsEnoughToCutIt(ReadableSstable sstable) throws Exception {
        Random random = new Random(sstable.descriptor().toString().hashCode());
        for (int round = 0; round < ROUNDS; round++) {
            TokenRanges wanted = ranges(random, sstable);
            SliceDescription described = described(sstable, wanted);
            if (described.extent() != Extent.PART) {
                continue;
            }
            Path slice = cut(sstable, wanted, described.parts(), "slice");

            ReadableSstable cut = (ReadableSstable)
                    new SstableCatalog(10).live(List.of(slice)).get(0);
            assertThat(cut.metadata().statistics().estimatedPartitions())
                    .isEqualTo(described.parts().partitions());
            assertThat(cut.metadata().firstKey().hex())
                    .isEqualTo(described.parts().firstKey());
            assertThat(cut.metadata().lastKey().hex())
                    .isEqualTo(described.parts().lastKey());
        }
    }

    @ParameterizedTest
    @MethodSource("sstables")
    void allOfItAndNothingOfItAreSaidToBe(ReadableSstable sstable) throws Exception {
        long first = sstable.metadata().bounds().first();
        long last = sstable.metadata().bounds().last();
        Extent all = isInRepair(sstable) ? Extent.PART : Extent.WHOLE;

        assertThat(described(sstable, TokenRanges.fullRing()).extent()).isEqualTo(all);
        assertThat(described(sstable, TokenRanges.of(List.of(new TokenRange(first - 1, last))))
                        .extent())
                .isEqualTo(all);
        assertThat(described(sstable, TokenRanges.of(List.of(new TokenRange(last, first - 1)))))
                .isEqualTo(new SliceDescription(sstable.descriptor().toString(), Extent.NONE, null, null));
    }

    private static boolean isInRepair(ReadableSstable sstable) {
        return sstable.metadata().statistics().pendingRepair() != null;
    }

    @Test
    void anSstableInARepairIsCutEvenWhereAllOfItIsWanted() throws Exception {
        ReadableSstable sstable = sstables().stream()
                .filter(DescribedSliceTest::isInRepair)
                .findFirst()
                .orElseThrow();
        SliceDescription described = described(sstable, TokenRanges.fullRing());

        Path slice = cut(sstable, TokenRanges.fullRing(), described.parts(), "slice");

        ReadableSstable cut =
                (ReadableSstable) new SstableCatalog(10).live(List.of(slice)).get(0);
        assertThat(isInRepair(cut)).isFalse();
        assertThat(cut.metadata().bounds()).isEqualTo(sstable.metadata().bounds());
    }

    /** A sound SSTable that cannot be cut is not called corrupt. */
    @ParameterizedTest
    @CsvSource({
        "com.example.LZ4Compressor, 16384, LZ4Compressor",
        "LZ4Compressor, 33554432, chunks of 33554432 bytes",
        "OwnCompressor, 16384, OwnCompressor"
    })
    void whatCannotBeCutIsSaidToBe(String compressor, int chunkLength, String why) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream info = new DataOutputStream(bytes);
        info.writeUTF(compressor);
        info.writeInt(0);
        info.writeInt(chunkLength);
        info.writeInt(Integer.MAX_VALUE);
        info.writeLong(127);
        info.writeInt(1);
        info.writeLong(0);
        Files.write(directory.resolve("nb-1-big-CompressionInfo.db"), bytes.toByteArray());
        Descriptor descriptor =
                ComponentName.parse("nb-1-big-Data.db").orElseThrow().descriptor();

        SliceDescription described = SliceDescriber.describe(
                new SstableFiles(directory, descriptor, Set.of("Data.db", "Index.db", "CompressionInfo.db"), 127),
                TokenRanges.fullRing());

        assertThat(described.extent()).isEqualTo(Extent.UNKNOWN);
        assertThat(described.problem().code()).isEqualTo("SLICE_IMPOSSIBLE");
        assertThat(described.problem().detail()).contains(why);
    }

    /** Another replica is asked then. */
    @Test
    void anIndexWithPositionsThatDescendIsCorrupt() throws Exception {
        List<PartitionKey> keys = Stream.of("a", "b", "c", "d")
                .map(key -> PartitionKey.of(key.getBytes(StandardCharsets.US_ASCII)))
                .sorted(Comparator.comparing(PartitionKey::token))
                .toList();
        byte[] positions = {0, 100, 50, 120};
        byte[] data = new byte[127];
        ByteArrayOutputStream index = new ByteArrayOutputStream();
        for (int i = 0; i < positions.length; i++) {
            byte key = keys.get(i).bytes()[0];
            index.writeBytes(new byte[] {0, 1, key, positions[i], 0});
            data[positions[i] + 1] = 1;
            data[positions[i] + 2] = key;
        }
        CRC32 crc = new CRC32();
        crc.update(data);
        Descriptor descriptor =
                ComponentName.parse("nb-1-big-Data.db").orElseThrow().descriptor();
        Files.write(directory.resolve("nb-1-big-Index.db"), index.toByteArray());
        Files.write(directory.resolve("nb-1-big-Data.db"), data);
        ByteBuffer checksums = ByteBuffer.allocate(8).putInt(64 << 10).putInt((int) crc.getValue());
        Files.write(directory.resolve("nb-1-big-CRC.db"), checksums.array());

        SliceDescription described = SliceDescriber.describe(
                new SstableFiles(directory, descriptor, Set.of("Data.db", "Index.db", "CRC.db"), data.length),
                TokenRanges.of(Stream.of(keys.get(0), keys.get(2))
                        .map(key -> new TokenRange(key.token() - 1, key.token()))
                        .toList()));

        assertThat(described.extent()).isEqualTo(Extent.UNKNOWN);
        assertThat(described.problem().code()).isEqualTo("CORRUPT_COMPONENT");
        assertThat(described.problem().detail()).contains("nb-1-big-Index.db", "positions that ascend");
    }

    /** Another value in each of its fields. */
    @ParameterizedTest
    @MethodSource("sstables")
    void aWrongDescriptionIsRefusedOrMakesNoDifference(ReadableSstable sstable) throws Exception {
        Random random = new Random(sstable.descriptor().toString().hashCode());
        int tried = 0;
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            TokenRanges wanted = ranges(random, sstable);
            SliceDescription described = described(sstable, wanted);
            if (described.extent() != Extent.PART) {
                continue;
            }
            tried++;
            Map<String, Crc32> right = LocalCut.contents(cut(sstable, wanted, described.parts(), "right"));
            for (ObjectNode wrong : mutations(random, described.parts())) {
                try {
                    // As the client reads it: nothing is null that may not be.
                    SliceParts parts = StateJson.readComplete(JSON.writeValueAsBytes(wrong), SliceParts.class);
                    Map<String, Crc32> found = LocalCut.contents(cut(sstable, wanted, parts, "wrong"));
                    // Cassandra sizes its next summary by the one and filters less well by the other.
                    found.keySet().removeAll(List.of("Filter.db", "Summary.db"));
                    assertThat(right).as("%s", wrong).containsAllEntriesOf(found);
                } catch (IOException | SliceException | SstableException e) {
                    assertThat(e).hasMessageMatching("(?s).*(\\.db|description|missing).*");
                    refused++;
                }
            }
        }
        assertThat(refused).isGreaterThanOrEqualTo(tried);
    }

    private static List<ObjectNode> mutations(Random random, SliceParts parts) {
        List<ObjectNode> all = new ArrayList<>();
        List<List<Object>> leaves = new ArrayList<>();
        leaves(JSON.valueToTree(parts), List.of(), leaves);
        for (List<Object> path : leaves) {
            ObjectNode copy = JSON.valueToTree(parts);
            JsonNode parent = copy;
            for (Object step : path.subList(0, path.size() - 1)) {
                parent = step instanceof Integer index ? parent.get(index) : parent.get((String) step);
            }
            String name = (String) path.get(path.size() - 1);
            ObjectNode object = (ObjectNode) parent;
            JsonNode value = object.get(name);
            switch (random.nextInt(4)) {
                case 0 -> object.remove(name);
                case 1 -> {
                    if (path.size() > 1) {
                        removeSelf(copy, path);
                    }
                }
                default -> {
                    if (value.isNumber()) {
                        object.put(name, value.longValue() + random.nextInt(-3, 4) * random.nextLong(1, 5000));
                    } else {
                        object.put(name, changed(random, value.textValue()));
                    }
                }
            }
            all.add(copy);
        }
        return all;
    }

    // The run or the range that the leaf is in.
    private static void removeSelf(ObjectNode copy, List<Object> path) {
        JsonNode list = copy;
        for (Object step : path) {
            if (step instanceof Integer index) {
                ((ArrayNode) list).remove(index);
                return;
            }
            list = list.get((String) step);
        }
    }

    private static String changed(Random random, String hex) {
        int at = random.nextInt(hex.length());
        return hex.substring(0, at) + Integer.toHexString(random.nextInt(16)) + hex.substring(at + 1);
    }

    private static void leaves(JsonNode node, List<Object> path, List<List<Object>> into) {
        if (node.isObject()) {
            node.properties().forEach(field -> leaves(field.getValue(), with(path, field.getKey()), into));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                leaves(node.get(i), with(path, i), into);
            }
        } else {
            into.add(path);
        }
    }

    private static List<Object> with(List<Object> path, Object step) {
        List<Object> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    private SliceDescription described(ReadableSstable sstable, TokenRanges wanted) throws IOException {
        return local(sstable).described(wanted);
    }

    private Path cut(ReadableSstable sstable, TokenRanges wanted, SliceParts parts, String name)
            throws IOException, SliceException, SstableException, InterruptedException {
        Path slice = directory.resolve(name);
        local(sstable).cut(wanted, parts, slice, true);
        return slice;
    }

    private LocalCut local(ReadableSstable sstable) {
        return new LocalCut(sstable, sstable.directory(), directory.resolve("raw"));
    }

    // One to eight.
    private static TokenRanges ranges(Random random, ReadableSstable sstable) {
        List<TokenRange> ranges = new ArrayList<>();
        for (int i = random.nextInt(8); i >= 0; i--) {
            long end = random.nextInt(3) == 0 ? sstable.metadata().bounds().last() : random.nextLong();
            ranges.add(new TokenRange(random.nextLong(), end));
        }
        return TokenRanges.of(ranges);
    }
}
