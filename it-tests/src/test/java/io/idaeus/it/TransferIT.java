/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferState;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.ComparableRows;
import io.idaeus.it.harness.TableFixture;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transfers of tables of every shape, on every version and format. Every row is compared with its write times. */
@Tag("core")
class TransferIT {
    private static final String KEYSPACE = "shop";

    // A compaction writes differently than a flush.
    private static final Set<TableFixture> COMPACTED = EnumSet.of(
            TableFixture.WIDE_ROWS, TableFixture.STATIC_COLUMNS, TableFixture.USER_TYPES, TableFixture.TIME_TO_LIVE);

    @ParameterizedTest(name = "{0} {1}, import over {2}")
    @CsvSource({"V5_0, big, nodetool", "V5_0, bti, jmx", "V4_0, big, jmx", "V4_1, big, nodetool", "V6_0, big, nodetool"
    })
    void everyRowOfEveryTableArrives(CassandraVersion version, String format, String importer) {
        try (NodePair pair = NodePair.start(
                configured(version, format).name("source-" + version + format),
                configured(version, format).name("destination-" + version + format),
                sidecar -> importer.equals("jmx") ? sidecar.importOverJmx() : sidecar)) {
            TableRef[] tables = fill(pair);

            Transfer transfer = pair.transfer(pair.request(tables));

            assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.COMPLETED);
            assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
            assertThat(transfer.sstables().imported())
                    .isEqualTo(transfer.sstables().planned())
                    .isPositive();
            assertThat(transfer.progress().bytesFetched())
                    .isEqualTo(transfer.progress().bytesTotal());
            for (TableFixture fixture : TableFixture.values()) {
                compare(pair, fixture);
            }
            assertNothingIsLeftBehind(pair, transfer);
        }
    }

    private static CassandraCluster.Builder configured(CassandraVersion version, String format) {
        CassandraCluster.Builder builder = CassandraCluster.builder(version);
        return format.equals("bti")
                ? builder.yaml("sstable.selected_format", "bti").yaml("storage_compatibility_mode", "NONE")
                : builder;
    }

    private static TableRef[] fill(NodePair pair) {
        CassandraNode source = pair.source().node();
        for (TableFixture fixture : TableFixture.values()) {
            fixture.create(pair.source().cql(), KEYSPACE);
            fixture.create(pair.destination().cql(), KEYSPACE);
            fixture.fill(pair.source().cql(), KEYSPACE);
            if (COMPACTED.contains(fixture)) {
                source.flush(KEYSPACE, fixture.table());
                source.compact(KEYSPACE, fixture.table());
            }
        }
        return Arrays.stream(TableFixture.values())
                .map(fixture -> new TableRef(KEYSPACE, fixture.table()))
                .toArray(TableRef[]::new);
    }

    private static void compare(NodePair pair, TableFixture fixture) {
        ComparableRows there = ComparableRows.of(pair.source().cql(), KEYSPACE, fixture.table());
        ComparableRows here = ComparableRows.of(pair.destination().cql(), KEYSPACE, fixture.table());
        assertThat(there.compareWith(here).requireSame()).as(fixture.table()).isPositive();
    }

    private static void assertNothingIsLeftBehind(NodePair pair, Transfer transfer) {
        pair.awaitReleased(transfer.id());
        assertThat(pair.destinationSidecar().stagingRoot().resolve(transfer.id()))
                .doesNotExist();
    }
}
