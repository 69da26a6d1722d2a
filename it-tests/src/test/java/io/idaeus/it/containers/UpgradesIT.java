/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferPlan;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.TableFixture;
import io.idaeus.testing.CassandraNodeContainer;
import io.idaeus.testing.SidecarContainer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;

/** Transfers from each release to the next; an older release refuses a format that it cannot read. */
@Tag("containers")
@ExtendWith(NeedsContainers.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class UpgradesIT {
    private static final List<String> RELEASES = List.of("4.0", "4.1", "5.0", "6.0");
    private static final List<TableFixture> TABLES =
            List.of(TableFixture.COMPOUND_KEYS, TableFixture.COLLECTIONS, TableFixture.COUNTERS, TableFixture.DELETES);

    private static final Map<String, CassandraNodeContainer> NODES = new LinkedHashMap<>();
    private static final Map<String, SidecarContainer> SIDECARS = new LinkedHashMap<>();
    private static Network network;

    @BeforeAll
    static void start() {
        network = Network.newNetwork();
        for (String release : RELEASES) {
            CassandraNodeContainer node =
                    CassandraNodeContainer.of(release, name(release)).withNetwork(network);
            if (release.equals("5.0")) {
                node.withYaml("storage_compatibility_mode: NONE"); // else it writes what 4.1 writes
            }
            NODES.put(release, node);
            SIDECARS.put(
                    release,
                    SidecarContainer.beside(node)
                            .allowPeers(RELEASES.stream().map(UpgradesIT::name).toArray(String[]::new)));
        }
        Startables.deepStart(SIDECARS.values()).join();
        for (String release : RELEASES) {
            try (CqlClient cql = cql(release)) {
                cql.createKeyspace("shop", 1);
            }
        }
    }

    @AfterAll
    static void stop() {
        List<GenericContainer<?>> all = new ArrayList<>(SIDECARS.values());
        all.addAll(NODES.values());
        all.forEach(GenericContainer::stop);
        if (network != null) {
            network.close();
        }
    }

    @Test
    void tablesClimbFromReleaseToRelease() {
        try (CqlClient first = cql(RELEASES.get(0))) {
            for (TableFixture table : TABLES) {
                table.create(first, "shop");
                table.fill(first, "shop");
            }
        }
        for (int i = 1; i < RELEASES.size(); i++) {
            climb(RELEASES.get(i - 1), RELEASES.get(i));
        }
    }

    private static void climb(String from, String to) {
        try (CqlClient source = cql(from);
                CqlClient destination = cql(to)) {
            TABLES.forEach(table -> table.create(destination, "shop"));
            String[] names = TABLES.stream().map(TableFixture::table).toArray(String[]::new);

            Transfer transfer = new Puller(SIDECARS.get(to)).run(Puller.request(List.of(SIDECARS.get(from)), names));

            assertThat(transfer.outcome())
                    .as("%s to %s: %s", from, to, transfer)
                    .isEqualTo(Transfer.Outcome.COMPLETE);
            for (String table : names) {
                assertThat(ComparableRows.of(source, "shop", table)
                                .compareWith(ComparableRows.of(destination, "shop", table))
                                .requireSame())
                        .as("%s from %s to %s", table, from, to)
                        .isPositive();
            }
            // This release writes the SSTables for the next one.
            NODES.get(to).nodetool("compact", "shop");
        }
    }

    @ParameterizedTest(name = "{0} to {1}: {2} is not read")
    @CsvSource({"6.0, 5.0, pa", "6.0, 4.1, pa", "6.0, 4.0, pa", "5.0, 4.1, oa", "5.0, 4.0, oa"})
    void aFormatThatTheOlderReleaseDoesNotReadIsRefused(String from, String to, String format) {
        TransferPlan plan = planDown(from, to);

        assertThat(plan.refused()).as("%s", plan).isTrue();
        assertThat(plan.findings()).anySatisfy(finding -> {
            assertThat(finding.code()).isEqualTo("FORMAT_UNREADABLE");
            assertThat(finding.severity()).isEqualTo(Finding.Severity.REFUSE);
            assertThat(finding.detail()).contains("format " + format, "Cassandra " + to);
        });
    }

    @Test
    void theFormatOfFourOneIsThatOfFourZero() {
        TransferPlan plan = planDown("4.1", "4.0");

        assertThat(plan.refused()).as("%s", plan).isFalse();
        assertThat(plan.sstables()).hasSize(1);
    }

    private static TransferPlan planDown(String from, String to) {
        String table = "down_" + (name(from) + name(to)).replace('-', '_');
        for (String release : List.of(from, to)) {
            try (CqlClient cql = cql(release)) {
                cql.execute("CREATE TABLE shop." + table + " (id int PRIMARY KEY, v text)");
                cql.execute("INSERT INTO shop." + table + " (id, v) VALUES (1, 'one')");
            }
        }
        NODES.get(from).nodetool("flush", "shop", table);
        return SIDECARS.get(to).client().planTransfer(Puller.request(List.of(SIDECARS.get(from)), table));
    }

    private static CqlClient cql(String release) {
        return CqlClient.connect(NODES.get(release).cql());
    }

    private static String name(String release) {
        return "v" + release.replace('.', '-');
    }
}
