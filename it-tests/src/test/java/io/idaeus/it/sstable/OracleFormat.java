/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.sstable;

import io.idaeus.it.harness.cassandra.CassandraVersion;
import java.util.Set;

/** A Cassandra version and the SSTable format it is configured to write. */
public enum OracleFormat {
    // 4.0 and 4.1 write nb only; their own serializer rewrites nb as na.
    NB_BY_4_0(CassandraVersion.V4_0, "", "na,nb"),
    NB_BY_4_1(CassandraVersion.V4_1, "uuid_sstable_identifiers_enabled: true", "na,nb"),
    NB_BY_5_0(CassandraVersion.V5_0, "", "na,nb"),
    OA_BY_5_0(CassandraVersion.V5_0, "storage_compatibility_mode: NONE", "oa"),
    DA_BY_5_0(CassandraVersion.V5_0, "storage_compatibility_mode: NONE\nsstable: {selected_format: bti}", "da"),
    OA_BY_6_0(CassandraVersion.V6_0, "storage_compatibility_mode: CASSANDRA_5", "oa"),
    PA_BY_6_0(CassandraVersion.V6_0, "storage_compatibility_mode: NONE", "pa"),
    EA_BY_6_0(CassandraVersion.V6_0, "storage_compatibility_mode: NONE\nsstable: {selected_format: bti}", "ea");

    private final CassandraVersion version;
    private final String yaml;
    private final String formats;

    OracleFormat(CassandraVersion version, String yaml, String formats) {
        this.version = version;
        this.yaml = yaml;
        this.formats = formats;
    }

    CassandraVersion version() {
        return version;
    }

    String yaml() {
        return yaml;
    }

    /** The SSTable versions that it writes. */
    public Set<String> formats() {
        return Set.of(formats.split(",", -1));
    }
}
