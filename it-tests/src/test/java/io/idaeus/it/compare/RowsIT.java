/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.rows.RowCellsList;
import io.idaeus.api.rows.RowCellsRequest;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.rows.RowDigestPage;
import io.idaeus.api.rows.RowDigestPage.RowBlock;
import io.idaeus.api.rows.RowDigestRequest;
import io.idaeus.api.rows.RowKeyPage;
import io.idaeus.api.rows.RowKeyPage.DigestedRowKey;
import io.idaeus.api.rows.RowKeyRequest;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.client.RowsClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that a sidecar reads for the coordinator of a comparison. */
@Tag("core")
class RowsIT {
    private static final String RING = Long.MIN_VALUE + ":" + Long.MAX_VALUE;
    private static final List<RowColumn> COLUMNS = List.of(new RowColumn("v", true));
    private static final int ROWS = 2_500;

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    private static long now;

    @BeforeAll
    static void twoTablesThatDifferInOneRow() {
        now = Instant.now().plus(Duration.ofMinutes(5)).getEpochSecond();
        CqlClient cql = nodes.first().cql();
        cql.createKeyspace("rows", 1);
        for (String table : List.of("one", "other")) {
            cql.execute("CREATE TABLE rows." + table + " (id int PRIMARY KEY, v text)");
            for (int i = 0; i < ROWS; i++) {
                cql.execute("INSERT INTO rows." + table + " (id, v) VALUES (?, ?) USING TIMESTAMP 1", i, "v" + i);
            }
        }
        cql.execute("UPDATE rows.other USING TIMESTAMP 9 SET v = 'else' WHERE id = 7");
    }

    private static List<RowBlock> digests(RowsClient rows, String table, List<String> ends) {
        List<RowBlock> blocks = new ArrayList<>();
        String after = null;
        do {
            RowDigestPage page = rows.digests(new RowDigestRequest(
                    "rows",
                    table,
                    COLUMNS,
                    RING,
                    now,
                    RowLevel.LOCAL_ONE,
                    ends.isEmpty() ? 1 : null,
                    ends.isEmpty() ? null : ends,
                    null,
                    null,
                    after));
            blocks.addAll(page.blocks());
            after = page.next();
        } while (after != null);
        return blocks;
    }

    private static List<DigestedRowKey> keys(RowsClient rows, String table, String range) {
        RowKeyPage page = rows.keys(
                new RowKeyRequest("rows", table, COLUMNS, range, now, RowLevel.LOCAL_ONE, null, null, null, null));
        assertThat(page.next()).isNull();
        return page.rows();
    }

    @Test
    void theRowThatDiffersIsFoundPageByPage() {
        try (SidecarProcess sidecar = SidecarProcess.beside(nodes.first())
                .set("cassandra.rows.read", "true")
                .start()) {
            SidecarClient client = SidecarClient.of(sidecar.restUri());
            assertThat(client.node().capabilities()).contains(NodeInfo.ROWS);
            RowsClient rows = client.rows();

            List<RowBlock> blocks = digests(rows, "one", List.of());
            assertThat(blocks).hasSize(ROWS);
            List<String> ends = blocks.stream().map(RowBlock::end).toList();
            List<RowBlock> others = digests(rows, "other", ends);

            List<String> differing = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
                if (!blocks.get(i).equals(others.get(i))) {
                    differing.add((i == 0 ? String.valueOf(Long.MIN_VALUE) : ends.get(i - 1)) + ":" + ends.get(i));
                }
            }
            assertThat(differing).hasSize(1);
            DigestedRowKey row = keys(rows, "other", differing.get(0)).get(0);
            assertThat(keys(rows, "one", differing.get(0)))
                    .singleElement()
                    .satisfies(same -> assertThat(same.key()).isEqualTo(row.key()))
                    .isNotEqualTo(row);
            RowCellsList cells = rows.cells(
                    new RowCellsRequest("rows", "other", COLUMNS, List.of(row.key()), now, RowLevel.LOCAL_QUORUM));
            assertThat(cells.rows()).singleElement().satisfies(found -> {
                assertThat(found.key()).isEqualTo("id = 7");
                assertThat(found.cells()).singleElement().satisfies(cell -> assertThat(cell.writtenAt())
                        .isEqualTo("9"));
            });
        }
    }

    @Test
    void noRowsAreReadUnlessAnOperatorLetsThem() {
        try (SidecarProcess sidecar = SidecarProcess.beside(nodes.first()).start()) {
            SidecarClient client = SidecarClient.of(sidecar.restUri());
            assertThat(client.node().capabilities()).doesNotContain(NodeInfo.ROWS);
            assertThatThrownBy(() -> keys(client.rows(), "one", RING))
                    .hasMessageContaining(
                            "this sidecar reads no rows (expected: cassandra.rows.read: true in its configuration)");
        }
    }
}
