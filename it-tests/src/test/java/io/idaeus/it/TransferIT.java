/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.TableFixture;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import io.idaeus.it.tiers.EachVersion;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transfers of tables of every shape, on every version and format. Every row is compared. */
class TransferIT {
    private static final String KEYSPACE = "shop";

    // A compaction writes differently than a flush.
    private static final Set<TableFixture> COMPACTED = EnumSet.of(
            TableFixture.WIDE_ROWS, TableFixture.STATIC_COLUMNS, TableFixture.USER_TYPES, TableFixture.TIME_TO_LIVE);

    private static final Set<TableFixture> ALL = EnumSet.allOf(TableFixture.class);
    private static final Set<TableFixture> FEW = EnumSet.of(TableFixture.WIDE_ROWS, TableFixture.COUNTERS);

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.PLAIN);

    @Test
    @Tag("core")
    @EachVersion
    void everyRowOfEveryTableArrives() {
        try (Pair pair = Pair.between(nodes.first(), nodes.second()).start()) {
            assertArrive(ALL, pair);
        }
    }

    @Test
    @Tag("versions")
    void everyRowOfEveryTableArrivesInTries() {
        CassandraVersion version = CassandraVersion.selected();
        assumeTrue(version.compareTo(CassandraVersion.V5_0) >= 0, "not on Cassandra " + version);
        try (Pair pair = Pair.named("tries")
                .version(version)
                .clusters(cluster ->
                        cluster.yaml("sstable.selected_format", "bti").yaml("storage_compatibility_mode", "NONE"))
                .destinationSidecar(SidecarProcess.Builder::importOverJmx)
                .start()) {
            assertArrive(ALL, pair);
        }
    }

    // The test above moves the others there, in a tier of its own.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "V5_0")
    @Tag("core")
    void aFewTablesArriveOnEachOtherVersion(CassandraVersion version) {
        try (Pair pair = Pair.named("arriving-" + version)
                .version(version)
                .destinationSidecar(SidecarProcess.Builder::importOverJmx)
                .start()) {
            assertArrive(FEW, pair);
        }
    }

    private static void assertArrive(Set<TableFixture> fixtures, Pair pair) {
        TableRef[] tables = fixtures.stream()
                .map(fixture -> new TableRef(KEYSPACE, fixture.table()))
                .toArray(TableRef[]::new);
        fixtures.forEach(fixture -> fill(pair, fixture));

        Transfer transfer = pair.transfer(pair.request(tables));

        assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.COMPLETED);
        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(transfer.sstables().imported())
                .isEqualTo(transfer.sstables().planned())
                .isPositive();
        assertThat(transfer.progress().bytesFetched())
                .isEqualTo(transfer.progress().bytesTotal());
        for (TableRef table : tables) {
            assertThat(pair.compare(table).requireSame()).as(table.table()).isPositive();
        }
        pair.awaitReleased(transfer.id());
        assertThat(pair.destinationSidecar().stagingRoot().resolve(transfer.id()))
                .doesNotExist();
    }

    private static void fill(Pair pair, TableFixture fixture) {
        fixture.create(pair.source().cql(), KEYSPACE);
        fixture.create(pair.destination().cql(), KEYSPACE);
        fixture.fill(pair.source().cql(), KEYSPACE);
        if (COMPACTED.contains(fixture)) {
            pair.source().flush(KEYSPACE, fixture.table());
            pair.source().compact(KEYSPACE, fixture.table());
        }
    }
}
