/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.Finding;
import io.idaeus.api.TableRef;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.cassandra.SstableDamage;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import io.idaeus.it.plans.DeadRing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A two-node source and a token range filter, compared row by row. */
@Tag("faults")
class RangeTransferIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "events", 4_000, 200);

    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final int HALF = 300;

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    private static CassandraCluster ring;
    private static CassandraNode single;
    private static SidecarProcess first;
    private static SidecarProcess second;
    private static SidecarProcess here;

    private final String twice = "twice" + COUNTER.incrementAndGet();

    @BeforeAll
    static void start() {
        ring = CassandraCluster.builder(CassandraVersion.V5_0)
                .name("ring")
                .nodes(2)
                .evenTokens()
                .start();
        single = nodes.first();
        first = SidecarProcess.beside(ring.node(0)).build();
        second = SidecarProcess.beside(ring.node(1)).build();
        here = SidecarProcess.beside(single)
                .allowPeers(ring.node(0).address(), ring.node(1).address())
                .build();
        SidecarProcess.startTogether(first, second, here);
    }

    @AfterAll
    static void stop() {
        Stream.of(here, second, first).filter(Objects::nonNull).forEach(SidecarProcess::close);
        if (ring != null) {
            ring.close();
        }
    }

    @Test
    void eachNodesRangesArriveAndNothingElse() {
        TABLE.create(ring.cql());
        TABLE.create(single.cql());
        TABLE.insert(ring.cql());
        List<RingRange> ranges = SidecarClient.of(first.restUri()).ring("shop").ranges();
        RingRange plain = only(ranges, range -> !wraps(range));
        RingRange around = only(ranges, RangeTransferIT::wraps);

        Transfer one = transfer(plain.local() ? first : second, plain.range());

        assertThat(one.outcome()).as("%s", one).isEqualTo(Transfer.Outcome.COMPLETE);
        long left = Long.parseLong(plain.range().split(":", -1)[0]);
        long right = Long.parseLong(plain.range().split(":", -1)[1]);
        long expected = ComparableRows.between(ring.cql(), "shop", "events", left, right)
                .count();
        assertThat(ComparableRows.of(single.cql(), "shop", "events").count()).isEqualTo(expected);
        assertThat(ComparableRows.between(ring.cql(), "shop", "events", left, right)
                        .compareWith(ComparableRows.of(single.cql(), "shop", "events"))
                        .requireSame())
                .isEqualTo(expected)
                .isBetween(1L, TABLE.rows() - 1);

        Transfer two = transfer(around.local() ? first : second, around.range());
        assertThat(two.outcome()).as("%s", two).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(ComparableRows.of(ring.cql(), "shop", "events")
                        .compareWith(ComparableRows.of(single.cql(), "shop", "events"))
                        .requireSame())
                .isEqualTo(TABLE.rows());
    }

    @Test
    void aRangeThatItsSourceDoesNotOwnIsNamedAsMissing() {
        PayloadTable table = new PayloadTable("shop", "missing", 200, 100);
        table.create(ring.cql());
        table.create(single.cql());
        table.insert(ring.cql());
        RingRange elsewhere =
                only(SidecarClient.of(first.restUri()).ring("shop").ranges(), range -> !range.local());

        Transfer transfer = transfer(
                table.ref(), List.of(new SourceRef(first.restUri().toString(), null, List.of(elsewhere.range()))));

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.PARTIAL);
        assertThat(transfer.reason()).contains("some requested ranges have no source");
        assertThat(transfer.findings()).extracting(Finding::code).contains("RANGES_WITHOUT_SOURCE");
        assertThat(ComparableRows.of(single.cql(), "shop", "missing").count()).isZero();
    }

    /**
     * Both nodes hold all rows and each is asked for one half. In the half of one node Data.db differs from its digest, or
     * Filter.db was truncated before the manifest was made.
     */
    @ParameterizedTest
    @ValueSource(strings = {"Data.db", "Filter.db"})
    void sstablesCorruptAtOneNodeComeFromAnotherThatWasAskedForOtherRanges(String component) {
        String table = "CREATE TABLE " + twice + ".t (id int PRIMARY KEY, v text)";
        ring.cql().createKeyspace(twice, 2);
        ring.cql().execute(table);
        single.cql().createKeyspace(twice, 1);
        single.cql().execute(table);
        List<Integer> ids = idsByToken();
        insert(ids.subList(0, HALF));
        Path lower = NodeSstables.in(ring.node(0).tableDirectories(twice, "t").get(0))
                .get(0)
                .component(component);
        insert(ids.subList(HALF, 2 * HALF));
        ComparableRows before = ComparableRows.of(ring.cql(), twice, "t").snapshot();
        // Cassandra has mapped the file: it keeps the whole one.
        SstableDamage.detach(lower);
        if (component.equals("Data.db")) {
            SstableDamage.flipByte(lower, 20);
        } else {
            SstableDamage.cut(lower, lower.toFile().length() / 2);
        }
        long middle = token(ids.get(HALF - 1));

        Transfer transfer = transfer(
                new TableRef(twice, "t"),
                List.of(
                        new SourceRef(first.restUri().toString(), null, List.of(Long.MIN_VALUE + ":" + middle)),
                        new SourceRef(second.restUri().toString(), null, List.of(middle + ":" + Long.MIN_VALUE))));

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.PARTIAL);
        assertThat(transfer.sstables().imported()).as("%s", transfer).isEqualTo(2);
        assertThat(transfer.sstables().heldBack()).isZero();
        assertThat(before.compareWith(ComparableRows.of(single.cql(), twice, "t"))
                        .requireSame())
                .isEqualTo(2L * HALF);
    }

    private List<Integer> idsByToken() {
        CqlClient cql = ring.cql();
        cql.execute("CREATE TABLE " + twice + ".ids (id int PRIMARY KEY)");
        IntStream.range(0, 2 * HALF).forEach(id -> everywhere("INSERT INTO " + twice + ".ids (id) VALUES (?)", id));
        return cql.execute("SELECT id FROM " + twice + ".ids").stream()
                .map(row -> row.getInt(0))
                .toList();
    }

    private long token(int id) {
        return ring.cql()
                .execute("SELECT token(id) FROM " + twice + ".ids WHERE id = ?", id)
                .get(0)
                .getLong(0);
    }

    /** Writes one SSTable on each node. */
    private void insert(List<Integer> ids) {
        ids.forEach(id -> everywhere("INSERT INTO " + twice + ".t (id, v) VALUES (?, 'some text')", id));
        ring.nodes().forEach(node -> node.flush(twice, "t"));
    }

    // Both replicas have it before one of them is flushed or read.
    private static void everywhere(String statement, int id) {
        SimpleStatement everywhere =
                SimpleStatement.newInstance(statement, id).setConsistencyLevel(ConsistencyLevel.ALL);
        DeadRing.patiently(() -> ring.cql().session().execute(everywhere));
    }

    private static RingRange only(List<RingRange> ranges, Predicate<RingRange> which) {
        List<RingRange> found = ranges.stream().filter(which).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    // The bounds of such SSTables span the whole ring.
    private static boolean wraps(RingRange range) {
        String[] ends = range.range().split(":", -1);
        return Long.parseLong(ends[0]) >= Long.parseLong(ends[1]);
    }

    private static Transfer transfer(SidecarProcess source, String range) {
        return transfer(
                new TableRef("shop", "events"),
                List.of(new SourceRef(source.restUri().toString(), null, List.of(range))));
    }

    private static Transfer transfer(TableRef table, List<SourceRef> sources) {
        SidecarClient client = SidecarClient.of(here.restUri());
        TransferRequest request =
                TransferRequest.builder(sources, List.of(table)).build();
        return client.awaitTransfer(client.createTransfer(request, null).id(), Duration.ofMinutes(2));
    }
}
