/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

/** Whether the node answers over JMX and CQL. */
public record CassandraHealth(Check jmx, Check cql) {
    public boolean isUp() {
        return jmx.isUp() && cql.isUp();
    }

    /** @param detail operation mode or version, or the failure */
    public record Check(boolean isUp, String detail) {}
}
