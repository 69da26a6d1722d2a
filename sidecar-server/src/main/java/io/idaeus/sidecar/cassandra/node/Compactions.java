/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.schema.TableName;

/** Lets Cassandra compact. Over JMX. */
public final class Compactions {
    private final Jmx jmx;
    private final CassandraSettings settings;

    public Compactions(Jmx jmx, CassandraSettings settings) {
        this.jmx = jmx;
        this.settings = settings;
    }

    /**
     * Lets Cassandra look now for what is to be compacted, as it does after a flush. An import alone does not: in a table
     * that nobody writes to, what was imported stays as it is. Does nothing where automatic compaction is disabled.
     *
     * @return whether it is enabled
     * @throws io.idaeus.sidecar.problem.ProblemException CASSANDRA_UNAVAILABLE, CASSANDRA_REFUSED
     */
    public boolean begin(TableName table) {
        return jmx.runOrFail("begin compactions of " + table, settings.timeout(), server -> {
            if ((Boolean) server.getAttribute(Mbeans.table(table), "AutoCompactionDisabled")) {
                return false;
            }
            // Also submits a background compaction; nothing else in the MBeans does without compacting everything.
            server.invoke(
                    Mbeans.STORAGE_SERVICE,
                    "enableAutoCompaction",
                    new Object[] {table.keyspace(), new String[] {table.table()}},
                    new String[] {String.class.getName(), String[].class.getName()});
            return true;
        });
    }
}
