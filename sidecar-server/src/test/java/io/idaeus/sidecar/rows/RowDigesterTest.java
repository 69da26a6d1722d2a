/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowDigesterTest {
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

    private final RowDigester digester = new RowDigester();

    private static @Nullable ByteBuffer bytes(@Nullable String text) {
        return text == null ? null : ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static ReadRow row(List<String> partition, @Nullable List<String> clustering, @Nullable String... cells) {
        return new ReadRow(
                new RowId(
                        7,
                        partition.stream().map(RowDigesterTest::bytes).toList(),
                        clustering == null
                                ? null
                                : clustering.stream()
                                        .map(RowDigesterTest::bytes)
                                        .toList()),
                Arrays.stream(cells).map(RowDigesterTest::bytes).collect(Collectors.toList()));
    }

    /** Whatever is moved between two values, or between the key and the cells. */
    @Test
    void eachOtherRowHasAnotherDigest() {
        List<ReadRow> rows = List.of(
                row(List.of("ab"), List.of("c"), "d", "e"),
                row(List.of("a"), List.of("bc"), "d", "e"),
                row(List.of("ab", "c"), List.of(), "d", "e"),
                row(List.of("ab"), List.of(), "c", "d", "e"),
                row(List.of("ab"), null, "c", "d", "e"),
                row(List.of("ab"), List.of("c"), "de", ""),
                row(List.of("ab"), List.of("c"), "de", null),
                row(List.of("ab"), List.of("c"), null, "de"),
                row(List.of("ab"), List.of("c"), "e", "d"),
                row(List.of("ab"), List.of("c"), "d"));
        Set<DigestSum> digests = rows.stream().map(digester::of).collect(Collectors.toSet());

        assertThat(digests).hasSameSizeAs(rows);
        assertThat(digests).isEqualTo(rows.stream().map(new RowDigester()::of).collect(Collectors.toSet()));
    }

    @Test
    void readingAValueLeavesIt() {
        ReadRow row = row(List.of("a"), List.of(), "d");

        assertThat(digester.of(row)).isEqualTo(digester.of(row));
    }

    /** By its key alone: a row with other values on the other side is in the same one. */
    @Test
    void aRowIsInTheBucketOfItsKey() {
        int[] counts = new int[16];
        for (int i = 0; i < 16_000; i++) {
            int bucket = digester.bucket(row(List.of("p"), List.of("c" + i)).key(), 16);
            counts[bucket]++;
        }

        assertThat(IntStream.of(counts)).allMatch(count -> count > 800 && count < 1_200);
        assertThat(digester.bucket(row(List.of("p"), List.of("c")).key(), 1)).isZero();
    }

    @Test
    void sumsAreModulo2To128InWhateverOrder() {
        Random random = new Random(1);
        BigInteger expected = BigInteger.ZERO;
        DigestSum sum = DigestSum.ZERO;
        DigestSum backwards = DigestSum.ZERO;
        for (int i = 0; i < 1_000; i++) {
            DigestSum next = new DigestSum(random.nextLong(), random.nextLong());
            expected = expected.add(new BigInteger(next.toString(), 16)).mod(MODULUS);
            sum = sum.plus(next);
            backwards = next.plus(backwards);
        }

        assertThat(new BigInteger(sum.toString(), 16)).isEqualTo(expected);
        assertThat(backwards).isEqualTo(sum);
        assertThat(DigestSum.parse(sum.toString())).isEqualTo(sum);
        assertThat(DigestSum.parse("0".repeat(32))).isEqualTo(DigestSum.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0000000000000000000000000000000G", "000000000000000000000000000000000", "-1"})
    void otherTextIsNoDigest(String text) {
        assertThatThrownBy(() -> DigestSum.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no digest of rows (expected: 32 lower-case hex digits)");
    }
}
