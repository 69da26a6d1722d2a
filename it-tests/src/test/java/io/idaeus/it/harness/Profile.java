/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraVersion;

/** The configuration of the nodes of {@link SharedNodes}. */
public enum Profile {
    /** One data directory; tables may have materialized views and CDC. */
    PLAIN {
        @Override
        void apply(CassandraCluster.Builder builder, CassandraVersion version) {
            builder.yaml(views(version), true).yaml("cdc_enabled", true);
        }
    },
    /** JMX wants {@link #JMX_USER} and {@link #JMX_PASSWORD}. */
    JMX_LOGIN {
        @Override
        void apply(CassandraCluster.Builder builder, CassandraVersion version) {
            builder.jmxCredentials(JMX_USER, JMX_PASSWORD);
        }
    },
    /** Two data directories; tables may have materialized views, and transactions on 6.0. */
    TWO_DISKS {
        @Override
        void apply(CassandraCluster.Builder builder, CassandraVersion version) {
            builder.dataDirectories(2).yaml(views(version), true);
            if (version == CassandraVersion.V6_0) {
                builder.yaml("accord.enabled", true);
            }
        }
    };

    public static final String JMX_USER = "joe";
    public static final String JMX_PASSWORD = "s3-cr+t";

    abstract void apply(CassandraCluster.Builder builder, CassandraVersion version);

    private static String views(CassandraVersion version) {
        return version == CassandraVersion.V4_0 ? "enable_materialized_views" : "materialized_views_enabled";
    }
}
