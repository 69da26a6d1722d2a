/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.idaeus.api.ProblemType;
import io.idaeus.api.rows.RowCellsList.RowCell;
import io.idaeus.api.rows.RowCellsList.RowCells;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.tiers.EachVersion;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.cassandra.connection.CqlPages;
import io.idaeus.sidecar.cassandra.rows.RowStatement;
import io.idaeus.sidecar.cassandra.rows.TableRows;
import io.idaeus.sidecar.cassandra.rows.TableRows.Blocks;
import io.idaeus.sidecar.cassandra.rows.TableRows.Buckets;
import io.idaeus.sidecar.cassandra.rows.TableRows.Keys;
import io.idaeus.sidecar.cassandra.rows.TableRows.Reading;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.Block;
import io.idaeus.sidecar.rows.Bucket;
import io.idaeus.sidecar.rows.DigestSum;
import io.idaeus.sidecar.rows.DigestedRow;
import io.idaeus.sidecar.rows.RowId;
import io.idaeus.sidecar.rows.ScanCursor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two copies of tables, read by token range as comparisons read them. */
@Tag("core")
@EachVersion
class TableRowsIT {
    private static final TokenRange RING = new TokenRange(Long.MIN_VALUE, Long.MAX_VALUE);
    private static final int WRITES_AT_ONCE = 200;
    private static final RowLevel LEVEL = RowLevel.LOCAL_ONE;

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    private static CassandraDoor door;
    private static CqlPages pages;
    private static CqlClient cql;
    private static int tables;
    private static int now;

    private final String one = "a" + tables;
    private final String other = "b" + tables++;

    @BeforeAll
    static void open() {
        // Nothing expires by itself meanwhile.
        now = Math.toIntExact(Instant.now().plus(Duration.ofMinutes(1)).getEpochSecond());
        CassandraNode node = nodes.first();
        Endpoint endpoint = new Endpoint(node.address(), CassandraNode.NATIVE_PORT, null);
        door = new CassandraDoor(CassandraSettings.of(new Endpoint("127.0.0.1", node.jmxPort(), null), endpoint, null));
        pages = new CqlPages(endpoint);
        cql = node.cql();
        cql.createKeyspace("compared", 1);
        cql.execute("CREATE TYPE compared.pair (a int, b text)");
    }

    @AfterAll
    static void close() {
        pages.close();
        door.close();
    }

    private static TableRows rows(String table, RowColumn... columns) {
        return new TableRows(
                pages, RowStatement.of(door.schemas().table(new TableName("compared", table)), List.of(columns)));
    }

    private static RowColumn timed(String name) {
        return new RowColumn(name, true);
    }

    private static RowColumn plain(String name) {
        return new RowColumn(name, false);
    }

    private static Reading reading(TokenRange range) {
        return new Reading(range, LEVEL, now, 0);
    }

    // Creates both copies.
    private void create(String columns) {
        cql.execute("CREATE TABLE compared." + one + " (" + columns + ")");
        cql.execute("CREATE TABLE compared." + other + " (" + columns + ")");
    }

    private void write(String statement) {
        cql.execute(statement.replace("TABLE", "compared." + one));
        cql.execute(statement.replace("TABLE", "compared." + other));
    }

    private static List<Block> blocksOf(TableRows rows, int each) {
        return blocks(from -> rows.blocksOf(each, reading(RING), from));
    }

    private static List<Block> blocksAt(TableRows rows, List<Long> ends) {
        return blocks(from -> rows.blocksAt(ends, reading(RING), from));
    }

    private static List<Block> blocks(Function<ScanCursor, Blocks> read) {
        List<Block> blocks = new ArrayList<>();
        ScanCursor next = ScanCursor.START;
        while (next != null) {
            Blocks page = read.apply(next);
            blocks.addAll(page.blocks());
            next = again(page.next());
        }
        return blocks;
    }

    private static @Nullable ScanCursor again(@Nullable ScanCursor cursor) {
        return cursor == null ? null : ScanCursor.parse(cursor.toString());
    }

    private static List<DigestedRow> keys(TableRows rows, TokenRange range) {
        return keys(rows, range, 1, 0);
    }

    private static List<DigestedRow> keys(TableRows rows, TokenRange range, int buckets, int only) {
        BitSet wanted = new BitSet();
        wanted.set(only);
        List<DigestedRow> found = new ArrayList<>();
        ScanCursor next = ScanCursor.START;
        while (next != null) {
            Keys page = rows.keys(buckets, wanted, reading(range), next);
            found.addAll(page.rows());
            next = again(page.next());
        }
        return found;
    }

    private static void load(String table, int partitions, int rows) {
        PreparedStatement insert = cql.session()
                .prepare("INSERT INTO compared." + table + " (p, c, v) VALUES (?, ?, ?) USING TIMESTAMP 1");
        writeAll(partitions * rows, i -> cql.session().executeAsync(insert.bind(i / rows, i % rows, "v" + i)));
    }

    private static void writeAll(int count, IntFunction<CompletionStage<?>> write) {
        List<CompletionStage<?>> writes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            writes.add(write.apply(i));
            if (writes.size() == WRITES_AT_ONCE || i == count - 1) {
                writes.forEach(each -> each.toCompletableFuture().join());
                writes.clear();
            }
        }
    }

    @Test
    void copiesHaveTheSameBlocksInWhateverOrderTheyWereWrittenAndAreClustered() throws Exception {
        String columns = "p int, c int, v text, PRIMARY KEY (p, c)";
        cql.execute("CREATE TABLE compared." + one + " (" + columns + ")");
        cql.execute("CREATE TABLE compared." + other + " (" + columns + ") WITH CLUSTERING ORDER BY (c DESC)");
        load(one, 600, 5);
        nodes.first().flush("compared", one);
        load(other, 600, 5);

        for (int each : new int[] {1, 7, 1_000, 1_000_000}) {
            List<Block> blocks = blocksOf(rows(one, timed("v")), each);
            assertThat(blocks.stream().mapToLong(Block::rows).sum()).isEqualTo(3_000);
            assertThat(blocks.stream().limit(blocks.size() - 1)).allMatch(block -> block.rows() >= each);
            assertThat(blocksAt(
                            rows(other, timed("v")),
                            blocks.stream().map(Block::right).toList()))
                    .isEqualTo(blocks);
        }
    }

    @Test
    void theBlockWithAnotherRowIsFoundAndTheRowInIt() {
        create("p int, c int, v text, PRIMARY KEY (p, c)");
        load(one, 100, 10);
        load(other, 100, 10);
        cql.execute("INSERT INTO compared." + other + " (p, c, v) VALUES (42, 3, 'else') USING TIMESTAMP 2");

        List<Block> blocks = blocksOf(rows(one, timed("v")), 20);
        List<Block> others = blocksAt(
                rows(other, timed("v")), blocks.stream().map(Block::right).toList());

        List<Integer> differing = Stream.iterate(0, i -> i < blocks.size(), i -> i + 1)
                .filter(i -> !blocks.get(i).equals(others.get(i)))
                .toList();
        assertThat(differing).hasSize(1);
        int index = differing.get(0);
        TokenRange range = new TokenRange(
                index == 0 ? Long.MIN_VALUE : blocks.get(index - 1).right(),
                blocks.get(index).right());
        List<DigestedRow> here = keys(rows(one, timed("v")), range);
        List<DigestedRow> there = new ArrayList<>(keys(rows(other, timed("v")), range));
        there.removeAll(here);
        assertThat(there).hasSize(1);
        RowId key = there.get(0).row();
        RowCells cells = rows(other, timed("v")).cells(List.of(key), LEVEL, now).get(0);
        assertThat(cells.key()).isEqualTo("p = 42, c = 3");
        assertThat(cells.cells()).singleElement().satisfies(cell -> {
            assertThat(cell.column()).isEqualTo("v");
            assertThat(cell.writtenAt()).isEqualTo("2");
            assertThat(cell.expiresAt()).isNull();
        });
        assertThat(rows(one, timed("v")).cells(List.of(key), LEVEL, now).get(0).cells())
                .isNotEqualTo(cells.cells());
    }

    @Test
    void staticColumnsAreARowOfTheirOwn() {
        create("p int, c int, s text static, v text, PRIMARY KEY (p, c)");
        write("INSERT INTO TABLE (p, s) VALUES (1, 'alone') USING TIMESTAMP 1");
        write("INSERT INTO TABLE (p, c, s, v) VALUES (2, 1, 's', 'v') USING TIMESTAMP 1");
        write("INSERT INTO TABLE (p, c, v) VALUES (2, 2, 'v') USING TIMESTAMP 1");
        write("INSERT INTO TABLE (p, c) VALUES (3, 1) USING TIMESTAMP 1");

        List<DigestedRow> all = keys(rows(one, timed("s"), timed("v")), RING);
        assertThat(all).hasSize(5).filteredOn(each -> each.row().isStatic()).hasSize(2);
        assertThat(all).isEqualTo(keys(rows(other, timed("s"), timed("v")), RING));
        // Without their columns only rows remain.
        assertThat(keys(rows(one, timed("v")), RING)).hasSize(3);

        List<RowId> statics =
                all.stream().map(DigestedRow::row).filter(RowId::isStatic).toList();
        assertThat(rows(one, timed("s"), timed("v")).cells(statics, LEVEL, now))
                .extracting(RowCells::key)
                .containsExactlyInAnyOrder("p = 1", "p = 2");
        cql.execute("UPDATE compared." + other + " SET s = 'else' WHERE p = 2");
        List<DigestedRow> changed = new ArrayList<>(keys(rows(other, timed("s"), timed("v")), RING));
        changed.removeAll(all);
        assertThat(changed)
                .singleElement()
                .satisfies(each -> assertThat(each.row().isStatic()).isTrue());
    }

    @Test
    void timesOfExpiryAreExactAndWhatHasExpiredByThenIsGone() {
        create("p int PRIMARY KEY, v text");
        long expiry = now + 1_000L;
        for (String table : List.of(one, other)) {
            long ttl = expiry - Instant.now().getEpochSecond();
            // Where the second changes between the two lines, the other copy expires a second later.
            cql.execute("INSERT INTO compared." + table + " (p, v) VALUES (1, 'v') USING TIMESTAMP 1 AND TTL " + ttl);
        }
        RowId key = keys(rows(one, timed("v")), RING).get(0).row();
        RowCells cells = rows(one, timed("v")).cells(List.of(key), LEVEL, now).get(0);
        RowCell cell = Objects.requireNonNull(cells.cells()).get(0);

        assertThat(cell.expiresAt()).isBetween(expiry - 1, expiry + 1);
        assertThat(rows(one, timed("v"))
                        .cells(List.of(key), LEVEL, now + 500)
                        .get(0)
                        .cells())
                .singleElement()
                .extracting(RowCell::expiresAt)
                .isEqualTo(cell.expiresAt());
        assertThat(rows(one, timed("v"))
                        .cells(List.of(key), LEVEL, now + 1_002)
                        .get(0)
                        .cells())
                .isNull();
        Reading later = new Reading(RING, LEVEL, now + 1_002, 0);
        assertThat(rows(one, timed("v")).blocksOf(10, later, ScanCursor.START).blocks())
                .containsExactly(new Block(Long.MAX_VALUE, 0, DigestSum.ZERO));
    }

    @Test
    void collectionsAndUserTypesHaveTimesSinceCassandra5() {
        create("p int PRIMARY KEY, l list<int>, m map<int, text>, s set<int>, u pair, f frozen<list<int>>");
        write("INSERT INTO TABLE (p, l, m, s, u, f) VALUES (1, [1, 2], {1: 'a'}, {2}, {a: 1, b: 'x'}, [3])"
                + " USING TIMESTAMP 5");
        write("UPDATE TABLE USING TIMESTAMP 9 SET m[2] = 'b' WHERE p = 1");
        boolean times = CassandraVersion.selected().compareTo(CassandraVersion.V5_0) >= 0;
        RowColumn[] columns = Stream.concat(
                        Stream.of("l", "m", "s", "u").map(name -> new RowColumn(name, times)), Stream.of(timed("f")))
                .toArray(RowColumn[]::new);

        List<DigestedRow> here = keys(rows(one, columns), RING);
        assertThat(here).hasSize(1);
        assertThat(keys(rows(other, columns), RING))
                .extracting(DigestedRow::row)
                .containsExactly(here.get(0).row());
        List<RowCell> cells = Objects.requireNonNull(rows(one, columns)
                .cells(List.of(here.get(0).row()), LEVEL, now)
                .get(0)
                .cells());
        assertThat(cells).extracting(RowCell::column).containsExactly("l", "m", "s", "u", "f");
        assertThat(cells)
                .extracting(RowCell::writtenAt)
                .containsExactly(times ? "5" : null, times ? "9" : null, times ? "5" : null, times ? "5" : null, "5");
        if (!times) {
            assertThatThrownBy(() -> keys(rows(one, timed("m")), RING))
                    .isInstanceOfSatisfying(
                            ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.UNPROCESSABLE));
        }
    }

    @Test
    void countersAndTablesOfKeysAreRead() {
        create("p int PRIMARY KEY, n counter");
        write("UPDATE TABLE SET n = n + 3 WHERE p = 1");
        List<DigestedRow> counted = keys(rows(one, plain("n")), RING);
        assertThat(counted).hasSize(1).isEqualTo(keys(rows(other, plain("n")), RING));
        cql.execute("UPDATE compared." + other + " SET n = n + 1 WHERE p = 1");
        assertThat(keys(rows(other, plain("n")), RING)).isNotEqualTo(counted);

        String keysOnly = one + "k";
        cql.execute("CREATE TABLE compared." + keysOnly + " (\"P q\" text, c int, PRIMARY KEY (\"P q\", c))");
        cql.execute("INSERT INTO compared." + keysOnly + " (\"P q\", c) VALUES ('it''s', 1)");
        List<DigestedRow> found = keys(rows(keysOnly), RING);
        assertThat(rows(keysOnly).cells(List.of(found.get(0).row()), LEVEL, now))
                .containsExactly(new RowCells("\"P q\" = 'it''s', c = 1", List.of()));
        cql.execute("TRUNCATE compared." + keysOnly);
        assertThat(rows(keysOnly).cells(List.of(found.get(0).row()), LEVEL, now))
                .containsExactly(new RowCells(null, null));
    }

    /** In buckets, since tokens cannot divide it. */
    @Test
    void oneLargePartitionIsTakenApartByItsKeys() {
        create("p int, c int, v text, PRIMARY KEY (p, c)");
        load(one, 1, 12_000);
        load(other, 1, 12_000);
        cql.execute("DELETE FROM compared." + other + " WHERE p = 0 AND c = 7777");

        Buckets here = rows(one, timed("v")).buckets(64, reading(RING), ScanCursor.START);
        Buckets there = rows(other, timed("v")).buckets(64, reading(RING), ScanCursor.START);
        assertThat(here.next()).isNull();
        assertThat(here.rows()).isEqualTo(12_000);
        List<Bucket> differing = new ArrayList<>(here.buckets());
        differing.removeAll(there.buckets());
        assertThat(differing).hasSize(1);
        int number = differing.get(0).number();
        List<DigestedRow> missing = new ArrayList<>(keys(rows(one, timed("v")), RING, 64, number));
        assertThat(missing).hasSize((int) differing.get(0).rows());
        missing.removeAll(keys(rows(other, timed("v")), RING, 64, number));
        assertThat(missing).singleElement().satisfies(each -> assertThat(rows(one, timed("v"))
                        .cells(List.of(each.row()), LEVEL, now)
                        .get(0)
                        .key())
                .isEqualTo("p = 0, c = 7777"));
    }

    /** It ends in the middle of a partition, and the next call goes on there. */
    @Test
    void aCallReadsNoFasterThanItsRateAndEndsInTime() {
        create("p int, c int, v text, PRIMARY KEY (p, c)");
        load(one, 1, 40_000);
        long rate = 64 << 10;

        TableRows rows = rows(one, timed("v"));
        Buckets first = rows.buckets(1, new Reading(RING, LEVEL, now, rate), ScanCursor.START);

        assertThat(first.next()).isNotNull();
        // Five seconds of a call, and a page.
        assertThat(first.bytes()).isLessThan(7 * rate);
        Buckets rest =
                rows.buckets(1, reading(RING), ScanCursor.parse(first.next().toString()));
        assertThat(rest.next()).isNull();
        assertThat(first.rows() + rest.rows()).isEqualTo(40_000);
        assertThat(first.buckets().get(0).plus(rest.buckets().get(0)))
                .isEqualTo(rows.buckets(1, reading(RING), ScanCursor.START)
                        .buckets()
                        .get(0));
    }

    @Test
    void whatCassandraCannotReadIsSaid() {
        create("p int, c int, v text, PRIMARY KEY (p, c)");
        PreparedStatement delete = cql.session().prepare("DELETE FROM compared." + one + " WHERE p = ? AND c = ?");
        writeAll(100_100, i -> cql.session().executeAsync(delete.bind(1, i)));

        assertThatThrownBy(() -> blocksOf(rows(one, timed("v")), 10))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.CASSANDRA_REFUSED))
                .hasMessageContaining("rows of compared." + one);
        assertThatThrownBy(() -> rows(other, timed("v")).cells(List.of(new RowId(1, List.of(), List.of())), LEVEL, now))
                .hasMessageContaining("keys: 0 and 0 values (expected: as many as compared." + other
                        + " has columns in its partition key and its clustering, 1 and 1)");
        assertThatThrownBy(() -> rows(other, timed("none")))
                .hasMessageContaining("has no column \"none\" outside its key");
        assertThatThrownBy(() -> rows(other, timed("c"))).hasMessageContaining("\"c\"");
    }
}
