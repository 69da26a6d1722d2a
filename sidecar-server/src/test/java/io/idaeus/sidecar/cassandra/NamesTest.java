/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.cassandra.schema.SchemaReader;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.config.Credentials;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.release.ReleaseVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables, tags, versions, addresses and sizes, as text. */
class NamesTest {
    @Test
    void tablesAreReadAndPrinted() {
        assertThat(TableName.parse("ks.T_1")).isEqualTo(new TableName("ks", "T_1"));
        assertThat(new TableName("ks", "t")).hasToString("ks.t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "ks.", ".t", "ks", "a.b.c", "ks.t-1", "ks.*", "ks.t,x=y", "ks./t", "ks.t\n", "ké.t"})
    void namesThatCassandraCannotHaveAreRefused(String text) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> TableName.parse(text))
                .withMessageContaining("expected")
                .satisfies(e -> assertThat(e.type()).isEqualTo(ProblemType.INVALID_REQUEST));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "1700000000000", "truncated-1700000000000-t", "a.b", "..a", "a..", "a+b", "..."})
    void tagsThatCassandraTakesAreTaken(String tag) {
        assertThat(SnapshotTagRule.require(tag)).isEqualTo(tag);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".", "..", "/", "a/b", "../a", "a b", "a\n", "*", "é"})
    void otherTagsNeverReachCassandra(String tag) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> SnapshotTagRule.require(tag))
                .satisfies(e -> assertThat(e.type()).isEqualTo(ProblemType.INVALID_TAG));
    }

    @Test
    void versionsAreCompared() {
        ReleaseVersion version = ReleaseVersion.parse("4.1.10");
        assertThat(version.isAtLeast(4, 0)).isTrue();
        assertThat(version.isAtLeast(4, 1)).isTrue();
        assertThat(version.isAtLeast(5, 0)).isFalse();
        assertThat(ReleaseVersion.parse("6.0-alpha2").isAtLeast(5, 1)).isTrue();
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> ReleaseVersion.parse("trunk"));
    }

    @ParameterizedTest
    @CsvSource({
        "0 bytes, 0",
        "512 bytes, 512",
        "1 KiB, 1024",
        "1.5 KiB, 1536",
        "2.25 MiB, 2359296",
        "'1,5 GiB', 1610612736"
    })
    void sizesAreRead(String text, long bytes) {
        assertThat(SnapshotSizes.bytes(text)).isEqualTo(bytes);
    }

    @Test
    void otherSizesAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> SnapshotSizes.bytes("12 parsecs"));
    }

    @Test
    void addressesAndUsersPrintWithoutPasswords() {
        assertThat(new Endpoint("127.0.0.1", 7199, null)).hasToString("127.0.0.1:7199");
        assertThat(new Endpoint("::1", 7199, new Credentials("joe", "s3cret"))).hasToString("[::1]:7199");
        assertThat(new Credentials("joe", "s3cret")).hasToString("joe:***");
    }

    @Test
    void cassandrasOwnKeyspacesAreKnownByName() {
        assertThat(SchemaReader.isSystem("system")).isTrue();
        assertThat(SchemaReader.isSystem("system_cluster_metadata")).isTrue();
        assertThat(SchemaReader.isSystem("systems")).isFalse();
        assertThat(SchemaReader.isSystem("system_orders")).isFalse();
    }
}
