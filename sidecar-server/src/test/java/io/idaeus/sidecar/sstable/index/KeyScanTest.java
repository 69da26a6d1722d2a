/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.RealSstables;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyScanTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"na", "nb", "oa", "pa"})
    void everyKeyThatCassandraWroteIsRead(String version) throws Exception {
        for (Map<String, String> answer : RealSstables.answers(version)) {
            Path index = RealSstables.directory(version).resolve(answer.get("name") + "-Index.db");

            KeyScan scan = KeyScan.of(index, TokenRanges.fullRing(), TokenRanges.fullRing());

            assertThat(scan.keys()).as("%s", index).isEqualTo(Long.parseLong(value(answer, "histogramCount")));
            assertThat(scan.bounds())
                    .isEqualTo(new TokenBounds(
                            Long.parseLong(value(answer, "firstToken")), Long.parseLong(value(answer, "lastToken"))));
            assertThat(scan.foreign()).isEqualTo(KeyScan.Others.NONE);
        }
    }

    @Test
    void aForeignKeyIsFoundWhereverItIs() throws Exception {
        List<PartitionKey> keys = keys(100_000);
        Path index = write(keys);
        for (int at : new int[] {0, 1, 49_999, 99_998, 99_999}) {
            PartitionKey foreign = keys.get(at);
            TokenRanges others = TokenRanges.of(new TokenRange(foreign.token(), foreign.token() - 1));

            KeyScan scan = KeyScan.of(index, others, TokenRanges.fullRing());

            assertThat(scan.keys()).isEqualTo(100_000);
            assertThat(scan.foreign()).isEqualTo(new KeyScan.Others(1, foreign));
            assertThat(scan.leftover()).isEqualTo(KeyScan.Others.NONE);
        }
    }

    @Test
    void manyRangesAreOwnedToTheirLastToken() throws Exception {
        List<PartitionKey> keys = keys(1_000);
        List<TokenRange> ranges = new ArrayList<>();
        for (PartitionKey key : keys) {
            ranges.add(new TokenRange(key.token() - 1, key.token()));
        }

        assertThat(foreign(keys, TokenRanges.of(ranges))).isEqualTo(KeyScan.Others.NONE);
        TokenRanges oneLess = TokenRanges.of(ranges.subList(0, 999));
        assertThat(foreign(keys, oneLess)).isEqualTo(new KeyScan.Others(1, keys.get(999)));
        assertThat(foreign(keys, TokenRanges.of())).isEqualTo(new KeyScan.Others(1_000, keys.get(0)));
    }

    private KeyScan.Others foreign(List<PartitionKey> keys, TokenRanges owned) throws Exception {
        return KeyScan.of(write(keys), owned, TokenRanges.fullRing()).foreign();
    }

    @Test
    void whatTheSourceDoesNotOwnIsCountedByItself() throws Exception {
        List<PartitionKey> keys = keys(1_000);
        TokenRanges ofSource = TokenRanges.of(
                new TokenRange(Long.MIN_VALUE, keys.get(99).token()),
                new TokenRange(keys.get(199).token(), keys.get(899).token()));

        KeyScan scan = KeyScan.of(write(keys), TokenRanges.fullRing(), ofSource);

        assertThat(scan.foreign()).isEqualTo(KeyScan.Others.NONE);
        assertThat(scan.leftover()).isEqualTo(new KeyScan.Others(200, keys.get(100)));
    }

    @Test
    void keysOutOfOrderAreCorrupt() throws Exception {
        List<PartitionKey> keys = keys(50_000);
        Collections.swap(keys, 30_000, 30_001);

        isCorrupt(write(keys), "comes after", "each once");
    }

    @Test
    void aKeyTwiceIsCorrupt() throws Exception {
        List<PartitionKey> keys = keys(10);
        keys.set(5, keys.get(4));

        isCorrupt(write(keys), "comes after");
    }

    @Test
    void whatBreaksOffIsCorrupt() throws Exception {
        Path index = write(keys(50_000));
        byte[] whole = Files.readAllBytes(index);
        for (int cut : new int[] {1, 4, 7}) {
            Files.write(index, Arrays.copyOf(whole, whole.length - cut));
            isCorrupt(index, "Index.db");
        }
        Files.write(index, new byte[0]);
        isCorrupt(index, "no key");
    }

    private void isCorrupt(Path index, String... said) {
        assertThatThrownBy(() -> KeyScan.of(index, TokenRanges.fullRing(), TokenRanges.fullRing()))
                .isInstanceOfSatisfying(
                        SstableException.class, e -> assertThat(e.code()).isEqualTo(Code.CORRUPT_COMPONENT))
                .hasMessageContainingAll(said);
    }

    private static String value(Map<String, String> answer, String name) {
        return Objects.requireNonNull(answer.get(name));
    }

    /** In an SSTable's order. */
    private static List<PartitionKey> keys(int count) {
        TreeSet<PartitionKey> keys = new TreeSet<>();
        IntStream.range(0, count)
                .forEach(i -> keys.add(PartitionKey.of(
                        ByteBuffer.allocate(4 + i % 40).putInt(i).array())));
        return new ArrayList<>(keys);
    }

    private Path write(List<PartitionKey> keys) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (PartitionKey key : keys) {
            byte[] raw = HexFormat.of().parseHex(key.hex());
            out.writeShort(raw.length);
            out.write(raw);
            out.writeByte(5); // position in Data.db
            if (raw[3] != 7) {
                out.writeByte(0);
                continue;
            }
            out.writeByte(11); // a row index
            out.writeByte(2 + raw.length + 1); // of the partition's header
            out.writeByte(0x80); // no deletion
            out.writeByte(1); // blocks
            out.writeInt(0x01020304); // the block
            out.writeInt(0); // its offset
        }
        return Files.write(directory.resolve("nb-1-big-Index.db"), bytes.toByteArray());
    }
}
