/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

/** Whether the node answers over JMX and over CQL. */
public record CassandraHealth(Check jmx, Check cql) {
    public boolean isUp() {
        return jmx.isUp() && cql.isUp();
    }

    /** @param detail Cassandra's operation mode or version, or why there is no answer */
    public record Check(boolean isUp, String detail) {}
}
