/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

/** Whether the node answers, by each way to reach it. */
public record CassandraHealth(Check jmx, Check cql) {
    public boolean isUp() {
        return jmx.isUp() && cql.isUp();
    }

    /**
     * One way to reach it.
     *
     * @param detail what was seen: Cassandra's operation mode or version, or why there is no answer
     */
    public record Check(boolean isUp, String detail) {}
}
