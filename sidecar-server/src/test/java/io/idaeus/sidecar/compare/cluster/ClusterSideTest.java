/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.rows.RowCellsList;
import io.idaeus.api.rows.RowCellsList.RowCell;
import io.idaeus.api.rows.RowCellsList.RowCells;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.rows.RowDigestPage;
import io.idaeus.api.rows.RowDigestPage.RowBlock;
import io.idaeus.api.rows.RowKey;
import io.idaeus.api.rows.RowKeyPage;
import io.idaeus.api.rows.RowKeyPage.DigestedRowKey;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.compare.MemorySide;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.Block;
import io.idaeus.sidecar.rows.RowId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class ClusterSideTest {
    private static final TokenRange RING = new TokenRange(Long.MIN_VALUE, Long.MAX_VALUE);
    private static final TableName TABLE = new TableName(FakeCluster.KEYSPACE, "t");
    private static final String ZEROS = "0".repeat(32);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final FakeCluster cluster = new FakeCluster("there", 61, 3);
    private final MemorySide rows = cluster.table("t");
    private ClusterSide side;

    @BeforeEach
    void fill() {
        for (int i = 0; i < 300; i++) {
            rows.put(MemorySide.id(Long.MIN_VALUE + (i + 1) * (Long.MAX_VALUE / 151), i, i), i, 5);
        }
        side = ComparedCluster.find(cluster.directory(threads), () -> false)
                .side(TABLE, List.of(new RowColumn("v", true)), RowLevel.ONE, null, () -> {});
    }

    @AfterEach
    void stop() {
        cluster.close();
        threads.shutdownNow();
    }

    private List<Block> everyBlock() {
        List<Block> all = new ArrayList<>();
        long left = RING.left();
        while (left != RING.right()) {
            all.addAll(side.blocksOf(10, new TokenRange(left, RING.right()), 1));
            left = all.get(all.size() - 1).right();
        }
        return all;
    }

    private List<RowId> keys() {
        return rows.ids().stream().limit(20).toList();
    }

    @Test
    void eachSidecarReadsWhatIsNextToIt() {
        List<Block> blocks = everyBlock();

        assertThat(blocks.stream().mapToLong(Block::rows).sum()).isEqualTo(300);
        List<Long> ends = blocks.stream().map(Block::right).toList();
        assertThat(rows.blocksAt(ends, RING, 1)).isEqualTo(blocks);
        assertThat(side.blocksAt(ends, RING, 1)).isEqualTo(blocks);
        assertThat(Stream.of(0, 1, 2).map(cluster::reads)).allMatch(reads -> reads > 2);

        assertThat(side.buckets(7, RING, 1)).isEqualTo(rows.buckets(7, RING, 1));
        BitSet some = new BitSet();
        some.set(2, 4);
        assertThat(side.rows(7, some, RING, 1)).isEqualTo(rows.rows(7, some, RING, 1));
        assertThat(side.cells(keys(), 1)).isEqualTo(rows.cells(keys(), 1));
    }

    @Test
    void anotherSidecarReadsWhereOneIsGone() {
        cluster.stop(1);

        assertThat(everyBlock().stream().mapToLong(Block::rows).sum()).isEqualTo(300);
        assertThat(cluster.reads(1)).isZero();
    }

    @Test
    void whereNoneAnswersItIsSaid() {
        List.of(0, 1, 2).forEach(cluster::stop);

        assertThatThrownBy(this::everyBlock)
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.PEER_UNREACHABLE));
    }

    @Test
    void whatCassandraRefusesIsPassedOn() {
        rows.cannotRead(rows.ids().iterator().next().token());

        assertThatThrownBy(this::everyBlock)
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.CASSANDRA_REFUSED))
                .hasMessageContaining("too many tombstones");
    }

    private static RowDigestPage blocks(String end, long rows, String digest) {
        return new RowDigestPage(List.of(new RowBlock(end, rows, digest)), 1, 1, null);
    }

    static Stream<UnaryOperator<Object>> liesAboutBlocks() {
        return Stream.of(
                page -> blocks("7", 1, ZEROS),
                page -> blocks("seven", 1, ZEROS),
                page -> blocks(String.valueOf(Long.MIN_VALUE), 1, ZEROS),
                page -> blocks(String.valueOf(Long.MAX_VALUE), -1, ZEROS),
                page -> blocks(String.valueOf(Long.MAX_VALUE), 1, "zeros"),
                page -> new RowDigestPage(List.of(), 0, 0, null),
                page -> new RowDigestPage(List.of(), 0, 0, "same"),
                page -> new RowDigestPage(
                        List.of(new RowBlock("7", 1, ZEROS), new RowBlock("7", 1, ZEROS)), 1, 1, "next"));
    }

    private static void assertWrong(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.PEER_FAILED))
                .hasMessageStartingWith("rows of shop.t: a sidecar answered with ");
    }

    @ParameterizedTest
    @MethodSource("liesAboutBlocks")
    void blocksThatDoNotFitTheQuestionAreNotBelieved(UnaryOperator<Object> lie) {
        cluster.lies(lie);

        assertWrong(() -> side.blocksOf(10, RING, 1));
        assertWrong(() -> side.blocksAt(List.of(5L, 10L, RING.right()), RING, 1));
    }

    @Test
    void bucketsThatDoNotFitTheQuestionAreNotBelieved() {
        for (String number : List.of("-1", "7", "9999999999", "one")) {
            cluster.lies(page -> blocks(number, 1, ZEROS));
            assertWrong(() -> side.buckets(7, RING, 1));
        }
    }

    @Test
    void keysThatDoNotFitTheQuestionAreNotBelieved() {
        TokenRange range = new TokenRange(0, 1_000);
        for (RowKey key : List.of(
                new RowKey("1001", List.of("AAAABw=="), List.of()),
                new RowKey("many", List.of("AAAABw=="), List.of()),
                new RowKey("5", List.of("***"), List.of()))) {
            cluster.lies(page -> new RowKeyPage(List.of(new DigestedRowKey(key, ZEROS)), null));
            assertWrong(() -> side.rows(1, new BitSet(), range, 1));
        }
    }

    static Stream<RowCells> liesAboutRows() {
        RowCell sound = new RowCell("v", ZEROS, "5", null);
        return Stream.of(
                new RowCells(null, List.of(sound)),
                new RowCells("id = 7", null),
                new RowCells("x".repeat(601), List.of(sound)),
                new RowCells("id = 7", List.of(new RowCell("w", ZEROS, "5", null))),
                new RowCells("id = 7", List.of(sound, sound)),
                new RowCells("id = 7", List.of(new RowCell("v", "zeros", "5", null))),
                new RowCells("id = 7", List.of(new RowCell("v", ZEROS, "x", null))));
    }

    @ParameterizedTest
    @MethodSource("liesAboutRows")
    void rowsThatDoNotFitTheQuestionAreNotBelieved(RowCells lie) {
        List<RowId> keys = keys().subList(0, 1);
        cluster.lies(page -> new RowCellsList(List.of(lie)));
        assertWrong(() -> side.cells(keys, 1));

        cluster.lies(page -> new RowCellsList(List.of()));
        assertWrong(() -> side.cells(keys, 1));
    }

    // Read by the last node; where that cannot, by the first.
    private List<RowId> behindTheSecond() {
        return rows.ids().stream()
                .filter(id -> id.token() > Long.MAX_VALUE / 2)
                .limit(1)
                .toList();
    }

    /** One of a failing replica: the next one reads the rows. */
    @Test
    void whatOneReplicaCannotReadAnotherOneReads() {
        AtomicInteger asked = new AtomicInteger();
        cluster.beforeRead(table -> {
            if (asked.incrementAndGet() == 1) {
                throw new ProblemException(ProblemType.CASSANDRA_REFUSED, "a corrupt SSTable");
            }
        });

        assertThat(side.cells(behindTheSecond(), 1)).hasSize(1);
        assertThat(asked).hasValue(2);
    }

    /** A failure that passes by itself is reported, although another sidecar failed for good before. */
    @Test
    void aSidecarThatFailsForGoodDoesNotHideThatTheOthersAreDown() {
        AtomicInteger asked = new AtomicInteger();
        cluster.beforeRead(table -> {
            boolean first = asked.incrementAndGet() == 1;
            throw new ProblemException(first ? ProblemType.ILLEGAL_STATE : ProblemType.CASSANDRA_UNAVAILABLE, "no");
        });
        assertThatThrownBy(() -> side.cells(behindTheSecond(), 1))
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.CASSANDRA_UNAVAILABLE));
    }

    @Test
    void aSidecarThatNeverEndsIsLeft() {
        RowKey key = new RowKey("5", List.of("AAAABw=="), List.of());
        AtomicInteger pages = new AtomicInteger();
        cluster.lies(page -> new RowKeyPage(
                Stream.generate(() -> new DigestedRowKey(key, ZEROS))
                        .limit(5_000)
                        .toList(),
                "n" + pages.incrementAndGet()));

        assertThatThrownBy(() -> side.rows(1, new BitSet(), new TokenRange(0, 1_000), 1))
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.CASSANDRA_REFUSED))
                .hasMessageContaining("(expected: at most 20000");
    }
}
