/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.sidecar.ring.Murmur3;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two rings with the same tokens. The first node of one sends to the first node of the other, which owns two of four
 * ranges. The sidecar reads every key that BIG's Index.db holds, and Cassandra those of the others.
 */
@Tag("versions")
class ForeignKeysIT {
    private static final String[] TOKENS = {
        "-6000000000000000000,3000000000000000000", "-3000000000000000000,6000000000000000000"
    };
    private static final TokenRanges OWNED = TokenRanges.of(
            TokenRange.parse("6000000000000000000:-6000000000000000000"),
            TokenRange.parse("-3000000000000000000:3000000000000000000"));
    private static final long ROWS = 2_000;

    private static final boolean WRITES_TRIES = CassandraVersion.selected() == CassandraVersion.V6_0;

    private static Pair pair;

    @BeforeAll
    static void start() {
        pair = Pair.named("foreign")
                .version(CassandraVersion.selected())
                .clusters(ForeignKeysIT::ring)
                .start();
    }

    private static CassandraCluster.Builder ring(CassandraCluster.Builder cluster) {
        CassandraCluster.Builder ring = cluster.nodes(2).initialTokens(TOKENS);
        return WRITES_TRIES ? ring.yaml("sstable.selected_format", "bti") : ring;
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    @Test
    void ownedKeysAreReadOnce() {
        PayloadTable table = new PayloadTable("shop", "owned", ROWS, 100);
        long[] owned = LongStream.range(0, ROWS).filter(ForeignKeysIT::isOwned).toArray();
        load(table, LongStream.of(owned));

        Transfer transfer = pair.transfer(request(table));

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(pair.destination().cql().execute("SELECT id FROM shop.owned"))
                .hasSize(owned.length);
        assertThat(lastImport("owned")).contains("verifyTokens=" + WRITES_TRIES);
    }

    @Test
    void aForeignKeyInTheMiddleIsRefusedAndItsTokenIsNamed() {
        PayloadTable table = new PayloadTable("shop", "mixed", ROWS, 100);
        long foreign =
                LongStream.range(0, ROWS).filter(id -> !isOwned(id)).findFirst().orElseThrow();
        load(table, LongStream.range(0, ROWS).filter(id -> isOwned(id) || id == foreign));

        Transfer transfer = pair.transfer(request(table));

        List<TransferSstable> sstables =
                pair.destinationClient().allTransferSstables(transfer.id()).toList();
        assertThat(sstables).singleElement().satisfies(sstable -> {
            assertThat(sstable.state()).isEqualTo(TransferSstable.State.NOT_IMPORTED);
            if (!WRITES_TRIES) {
                assertThat(sstable.reason()).contains("token " + token(foreign) + ", which this node does not own");
            }
        });
        assertThat(lastImport("mixed")).contains("verifyTokens=true");
        assertThat(pair.destination().cql().execute("SELECT id FROM shop.mixed"))
                .isEmpty();
    }

    /** Two replicas at the destination, one at the source. BTI's index holds no whole keys, so there is no finding. */
    @Test
    void rowsThatTheSourceDoesNotOwnAreCounted() {
        PayloadTable table = new PayloadTable("grown", "mixed", ROWS, 100);
        pair.destination().cql().createKeyspace("grown", 2);
        long[] leftover = LongStream.range(0, ROWS).filter(id -> !isOwned(id)).toArray();
        load(table, LongStream.range(0, ROWS));

        Transfer transfer = pair.transfer(request(table));

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(transfer.sstables().imported()).isEqualTo(1);
        long first = LongStream.of(leftover).map(ForeignKeysIT::token).min().orElseThrow();
        String counted = leftover.length + " keys in 1 SSTable of source ";
        if (WRITES_TRIES) {
            assertThat(transfer.findings()).extracting(Finding::code).doesNotContain("LEFTOVER_ROWS");
        } else {
            assertThat(transfer.findings())
                    .filteredOn(finding -> finding.code().equals("LEFTOVER_ROWS"))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.detail())
                            .startsWith(counted)
                            .endsWith("did not own, for instance " + first));
        }
    }

    /** Nobody owned it: it stays where it is. */
    @Test
    void aForeignKeyIsCutOut() {
        PayloadTable table = new PayloadTable("shop", "cut", ROWS, 100);
        long[] owned = LongStream.range(0, ROWS).filter(ForeignKeysIT::isOwned).toArray();
        load(table, LongStream.range(0, ROWS));

        Transfer transfer = pair.transfer(pair.request(table.ref()));

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(pair.destination().cql().execute("SELECT id FROM shop.cut")).hasSize(owned.length);
    }

    // As it was before SSTables were cut: whole.
    private static TransferRequest request(PayloadTable table) {
        return pair.request(table.ref()).toBuilder()
                .onPartialOverlap(TransferRequest.PartialOverlapPolicy.EXCLUDE)
                .build();
    }

    private static void load(PayloadTable table, LongStream ids) {
        CassandraNode node = pair.source();
        table.create(pair.source().cql());
        table.create(pair.destination().cql());
        table.loadForeign(node, 8, ids);
        if (WRITES_TRIES) {
            node.nodetool("upgradesstables", "--include-all-sstables", table.keyspace(), table.table())
                    .orThrow();
        }
    }

    private static String lastImport(String table) {
        return pair.destination()
                .log()
                .lines()
                .filter(line -> line.contains("Loading new SSTables for shop/" + table))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private static boolean isOwned(long id) {
        return OWNED.contains(token(id));
    }

    private static long token(long id) {
        return Murmur3.token(ByteBuffer.allocate(Long.BYTES).putLong(id).array());
    }
}
