/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.rows.RowDigestRequest;
import io.idaeus.api.rows.RowKey;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.Block;
import io.idaeus.sidecar.rows.BlockCutter;
import io.idaeus.sidecar.rows.DigestSum;
import io.idaeus.sidecar.rows.RowId;
import io.idaeus.sidecar.rows.RowKeys;
import io.idaeus.sidecar.rows.ScanCursor;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowRequestsTest {
    private static RowDigestRequest digests(
            String range, @Nullable Integer rows, @Nullable List<String> ends, @Nullable Integer buckets) {
        return new RowDigestRequest(
                "shop", "users", List.of(), range, 1, RowLevel.ONE, rows, ends, buckets, null, null);
    }

    private static void refuse(ProblemType type, ThrowingCallable call, String... words) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(type))
                .hasMessageContainingAll(words);
    }

    private static void contradicts(ThrowingCallable call, String... words) {
        refuse(ProblemType.UNPROCESSABLE, call, words);
    }

    private static RowCut cut(RowDigestRequest request) {
        RowCut cut = RowCut.of(request);
        cut.requireWithin(RowRequests.range(request.range()), ScanCursor.START);
        return cut;
    }

    private static void refuse(ThrowingCallable call, String... words) {
        refuse(ProblemType.INVALID_REQUEST, call, words);
    }

    @ParameterizedTest
    @CsvSource({"5:5, wraps", "6:5, wraps", "5, one colon", "a:5, left token", "0:9223372036854775808, right token"})
    void onlyRangesThatDoNotWrapAreRead(String range, String found) {
        refuse(ProblemType.INVALID_RANGE, () -> RowRequests.range(range), "range: ", found);
    }

    @Test
    void theWholeRingIsARangeThatDoesNotWrap() {
        assertThat(RowRequests.range(Long.MIN_VALUE + ":" + Long.MAX_VALUE))
                .isEqualTo(new TokenRange(Long.MIN_VALUE, Long.MAX_VALUE));
    }

    @Test
    void numbersHaveBounds() {
        refuse(() -> RowRequests.now(0), "now: 0", "1 to " + Integer.MAX_VALUE);
        refuse(() -> RowRequests.now(Integer.MAX_VALUE + 1L), "now: ");
        assertThat(RowRequests.now(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
        refuse(() -> RowRequests.reading("0:1", RowLevel.ONE, 1, 1L), "maxRate: 1", "bytes per second");
        assertThat(RowRequests.reading("0:1", RowLevel.ONE, 1, null).bytesPerSecond())
                .isZero();
    }

    @Test
    void blocksAreCutInOneWay() {
        contradicts(() -> cut(digests("0:9", null, null, null)), "0 of them (expected: one)");
        contradicts(() -> cut(digests("0:9", 1, List.of("9"), null)), "2 of them (expected: one)");
        refuse(() -> cut(digests("0:9", 0, null, null)), "rowsPerBlock: 0");
        refuse(() -> cut(digests("0:9", Bounds.MAX_BLOCK_ROWS + 1, null, null)), "rowsPerBlock: ");
        refuse(() -> cut(digests("0:9", null, null, 0)), "buckets: 0");
        refuse(() -> cut(digests("0:9", null, null, Bounds.MAX_BUCKETS + 1)), "buckets: ");
        assertThat(cut(digests("0:9", null, List.of("1", "5", "9"), null)).ends())
                .containsExactly(1L, 5L, 9L);
    }

    @Test
    void endsOfBlocksAscendToTheEndOfTheRange() {
        refuse(() -> cut(digests("0:9", null, List.of(), null)), "ends: 0 entries");
        refuse(
                () -> cut(digests("0:9", null, Collections.nCopies(Bounds.MAX_BLOCKS + 1, "9"), null)),
                "ends: 4097 entries");
        contradicts(() -> cut(digests("0:9", null, List.of("0", "9"), null)), "ends: 0 after 0");
        contradicts(() -> cut(digests("0:9", null, List.of("5", "5", "9"), null)), "ends: 5 after 5");
        contradicts(() -> cut(digests("0:9", null, List.of("5", "8"), null)), "the last is 8", "9)");
        contradicts(() -> cut(digests("0:9", null, List.of("5", "10"), null)), "the last is 10");
        refuse(() -> cut(digests("0:9", null, List.of("five", "9"), null)), "ends: \"five\"", "a token");
    }

    @Test
    void aCursorGoesOnWithTheSameEnds() {
        RowCut cut = RowCut.of(digests("0:9", null, List.of("5", "9"), null));
        ScanCursor beyond = new ScanCursor(
                ByteBuffer.allocate(1), List.of(), new BlockCutter.Open(2, new Block(9, 0, DigestSum.ZERO)));

        contradicts(() -> cut.requireWithin(RowRequests.range("0:9"), beyond), "after: of another request");
    }

    @Test
    void bucketsAreThoseThatThereAre() {
        BitSet all = new BitSet();
        all.set(0, 4);
        assertThat(RowRequests.only(null, 4)).isEqualTo(all);
        assertThat(RowRequests.only(List.of(3, 0, 3), 4).cardinality()).isEqualTo(2);
        refuse(() -> RowRequests.only(List.of(), 4), "only: 0 entries");
        contradicts(() -> RowRequests.only(List.of(4), 4), "only: 4 of 4 buckets", "0 to 3");
        refuse(() -> RowRequests.only(List.of(-1), 4), "only: -1");
    }

    @Test
    void keysAreReadAsTheyWereWritten() {
        RowId row = new RowId(-7, List.of(ByteBuffer.wrap(new byte[] {0, -1})), List.of(ByteBuffer.allocate(0)));
        RowId statics = RowId.ofStatics(7, List.of(ByteBuffer.wrap(new byte[] {1})));

        assertThat(RowKeys.of(row)).isEqualTo(new RowKey("-7", List.of("AP8="), List.of("")));
        assertThat(RowRequests.id(RowKeys.of(row))).isEqualTo(row);
        assertThat(RowRequests.id(RowKeys.of(statics))).isEqualTo(statics);
        refuse(() -> RowRequests.id(new RowKey("x", List.of("AP8="), null)), "token: \"x\"");
        refuse(() -> RowRequests.id(new RowKey("1", List.of("AP8="), List.of("*"))), "clustering: \"*\"");
        contradicts(() -> RowRequests.id(new RowKey("1", List.of(), null)), "partition: no values");
        refuse(() -> RowRequests.id(new RowKey("1", List.of(""), Collections.nCopies(1_001, ""))), "clustering: 1001");
    }

    @Test
    void columnsHaveNames() {
        RowRequests.columns(List.of());
        refuse(() -> RowRequests.columns(List.of(new RowColumn("", true))), "name: 0 characters");
        refuse(
                () -> RowRequests.columns(Collections.nCopies(Bounds.MAX_COLUMNS + 1, new RowColumn("a", true))),
                "columns: 10001");
    }

    @Test
    void aCursorIsThatOfAPage() {
        refuse(() -> RowRequests.cursor("a/b"), "after: \"a/b\"");
        assertThat(RowRequests.cursor(null)).isEqualTo(ScanCursor.START);
        contradicts(() -> RowRequests.cursor("AAAA"), "after: no cursor of a scan");
    }
}
