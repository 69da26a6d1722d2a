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
            String ofFirst =
                    only(ranges.stream().filter(RingRange::local).toList()).range();

            Transfer one = transfer(here, first, ofFirst);

            assertThat(one.outcome()).as("%s", one).isEqualTo(Transfer.Outcome.COMPLETE);
            long left = Long.parseLong(ofFirst.split(":", -1)[0]);
            long right = Long.parseLong(ofFirst.split(":", -1)[1]);
            long expected =
                    TableRows.between(ring.cql(), "shop", "events", left, right).count();
            assertThat(TableRows.of(single.cql(), "shop", "events").count()).isEqualTo(expected);
            assertThat(TableRows.between(ring.cql(), "shop", "events", left, right)
                            .compareWith(TableRows.of(single.cql(), "shop", "events"))
                            .requireSame())
                    .isEqualTo(expected)
                    .isBetween(1L, TABLE.rows() - 1);

            String ofSecond = only(ranges.stream()
                            .filter(range -> !range.local())
                            .toList())
                    .range();
            Transfer two = transfer(here, second, ofSecond);
            assertThat(two.outcome()).as("%s", two).isEqualTo(Transfer.Outcome.COMPLETE);
            assertThat(TableRows.of(ring.cql(), "shop", "events")
                            .compareWith(TableRows.of(single.cql(), "shop", "events"))
                            .requireSame())
                    .isEqualTo(TABLE.rows());
        }
    }

    private static RingRange only(List<RingRange> ranges) {
        assertThat(ranges).hasSize(1);
        return ranges.get(0);
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
                null);
        String id = client.createTransfer(request, null).id();
        return Awaitility.await("the end of " + id)
                .atMost(Duration.ofMinutes(2))
                .until(() -> client.transfer(id), transfer -> transfer.state().isFinal());
    }
}
