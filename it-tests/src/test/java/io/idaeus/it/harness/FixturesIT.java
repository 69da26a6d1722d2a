/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static io.idaeus.it.harness.CassandraVersion.V5_0;
import static org.assertj.core.api.Assertions.assertThat;

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
    static final CassandraExtension cassandra =
            CassandraExtension.of(CassandraCluster.builder(V5_0).name("fixtures"));

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
        generated.load(cassandra.node("fixtures"), 2);

        assertThat(ComparableRows.of(cql(), "payload", "inserted")
                        .compareWith(ComparableRows.of(cql(), "payload", "generated"))
                        .requireSame())
                .isEqualTo(2_000);
        assertThat(sstables("payload", "generated")).hasSizeGreaterThan(2);
    }

    @ParameterizedTest
    @EnumSource(CassandraVersion.class)
    void everyVersionGeneratesSstables(CassandraVersion version, @TempDir Path scratch) {
        Path directory = new PayloadTable("ks", "t", 100, 1_000).generate(version, scratch, 1);
        assertThat(SstableFiles.in(directory)).isNotEmpty().allSatisfy(sstable -> assertThat(sstable.size())
                .isGreaterThan(100_000));
    }

    private static List<SstableFiles> sstables(String keyspace, String table) {
        return SstableFiles.in(
                cassandra.node("fixtures").tableDirectories(keyspace, table).get(0));
    }

    private static CqlClient cql() {
        return cassandra.node("fixtures").cql();
    }
}
