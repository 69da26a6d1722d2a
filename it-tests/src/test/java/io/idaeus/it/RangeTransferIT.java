/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.RingRange;
import io.idaeus.api.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.PayloadTable;
import io.idaeus.it.harness.SidecarProcess;
import io.idaeus.it.harness.TableRows;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A cluster of two nodes and a range filter, checked row by row. */
class RangeTransferIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "events", 4_000, 200);

    @Test
    void eachNodesRangesArriveAndNothingElse() {
        List<CassandraCluster> clusters = CassandraCluster.startTogether(
                CassandraCluster.builder(CassandraVersion.V5_0)
                        .name("ring")
                        .nodes(2)
                        .evenTokens(),
                CassandraCluster.builder(CassandraVersion.V5_0).name("single"));
        try (CassandraCluster ring = clusters.get(0);
                CassandraCluster single = clusters.get(1);
                SidecarProcess first = SidecarProcess.beside(ring.node(0)).start();
                SidecarProcess second = SidecarProcess.beside(ring.node(1)).start();
                SidecarProcess here = SidecarProcess.beside(single.node())
                        .allowPeers(ring.node(0).address(), ring.node(1).address())
                        .start()) {
            TABLE.create(ring.cql());
            TABLE.create(single.cql());
            TABLE.insert(ring.cql());
            List<RingRange> ranges =
                    SidecarClient.of(first.restUri()).ring("shop").ranges();
            RingRange plain = only(ranges, range -> !wraps(range));
            RingRange around = only(ranges, RangeTransferIT::wraps);

            Transfer one = transfer(here, plain.local() ? first : second, plain.range());

            assertThat(one.outcome()).as("%s", one).isEqualTo(Transfer.Outcome.COMPLETE);
            long left = Long.parseLong(plain.range().split(":", -1)[0]);
            long right = Long.parseLong(plain.range().split(":", -1)[1]);
            long expected =
                    TableRows.between(ring.cql(), "shop", "events", left, right).count();
            assertThat(TableRows.of(single.cql(), "shop", "events").count()).isEqualTo(expected);
            assertThat(TableRows.between(ring.cql(), "shop", "events", left, right)
                            .compareWith(TableRows.of(single.cql(), "shop", "events"))
                            .requireSame())
                    .isEqualTo(expected)
                    .isBetween(1L, TABLE.rows() - 1);

            Transfer two = transfer(here, around.local() ? first : second, around.range());
            assertThat(two.outcome()).as("%s", two).isEqualTo(Transfer.Outcome.COMPLETE);
            assertThat(TableRows.of(ring.cql(), "shop", "events")
                            .compareWith(TableRows.of(single.cql(), "shop", "events"))
                            .requireSame())
                    .isEqualTo(TABLE.rows());
        }
    }

    private static RingRange only(List<RingRange> ranges, Predicate<RingRange> which) {
        List<RingRange> found = ranges.stream().filter(which).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    /** The range of one of the nodes goes around the ring: its SSTables span all of it by their bounds. */
    private static boolean wraps(RingRange range) {
        String[] ends = range.range().split(":", -1);
        return Long.parseLong(ends[0]) >= Long.parseLong(ends[1]);
    }

    private static Transfer transfer(SidecarProcess here, SidecarProcess source, String range) {
        SidecarClient client = SidecarClient.of(here.restUri());
        TransferRequest request = new TransferRequest(
                List.of(new SourceRef(source.restUri().toString(), null, null)),
                List.of(new TableRef("shop", "events")),
                List.of(range),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        String id = client.createTransfer(request, null).id();
        return Awaitility.await("the end of " + id)
                .atMost(Duration.ofMinutes(2))
                .until(() -> client.transfer(id), transfer -> transfer.state().isFinal());
    }
}
