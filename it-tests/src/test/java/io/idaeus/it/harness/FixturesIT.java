/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.TableFixture;
import io.idaeus.it.tiers.EachVersion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("core")
class FixturesIT {
    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    @ParameterizedTest
    @EnumSource(TableFixture.class)
    void everyFixtureHoldsRows(TableFixture fixture) {
        CqlClient cql = cql();
        cql.createKeyspace("shapes", 1);
        fixture.create(cql, "shapes");
        fixture.fill(cql, "shapes");
        assertThat(ComparableRows.withWriteTimes(cql, "shapes", fixture.table()).count())
                .isGreaterThan(20);
    }

    @Test
    void generatedRowsAreTheInsertedRows() {
        PayloadTable inserted = new PayloadTable("payload", "inserted", 2_000, 4_096);
        PayloadTable generated = new PayloadTable("payload", "generated", 2_000, 4_096);
        inserted.create(cql());
        inserted.insert(cql());
        generated.load(nodes.first(), 2);

        assertThat(ComparableRows.of(cql(), "payload", "inserted")
                        .compareWith(ComparableRows.of(cql(), "payload", "generated"))
                        .requireSame())
                .isEqualTo(2_000);
        assertThat(sstables("payload", "generated")).hasSizeGreaterThan(2);
    }

    @Test
    @EachVersion
    void everyVersionGeneratesSstables(@TempDir Path scratch) {
        Path directory = new PayloadTable("ks", "t", 100, 1_000).generate(CassandraVersion.selected(), scratch, 1);
        assertThat(NodeSstables.in(directory)).isNotEmpty().allSatisfy(sstable -> assertThat(sstable.size())
                .isGreaterThan(100_000));
    }

    private static List<NodeSstables> sstables(String keyspace, String table) {
        return NodeSstables.in(nodes.first().tableDirectories(keyspace, table).get(0));
    }

    private static CqlClient cql() {
        return nodes.first().cql();
    }
}
