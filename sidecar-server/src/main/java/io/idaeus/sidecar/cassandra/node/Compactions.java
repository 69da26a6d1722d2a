/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.schema.TableName;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.management.MBeanServerConnection;

/** Lets Cassandra compact, or wait with it. Over JMX. */
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
            invoke(server, "enableAutoCompaction", List.of(table));
            return true;
        });
    }

    /**
     * Those of the tables that Cassandra compacts automatically. One that is gone is not among them.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException CASSANDRA_UNAVAILABLE, CASSANDRA_REFUSED
     */
    public Set<TableName> automatic(Collection<TableName> tables) {
        return jmx.runOrFail(
                "which tables are compacted automatically", settings.timeout(), server -> known(server, tables, false));
    }

    /**
     * Has no automatic compaction of these tables begin any more, until the node restarts or {@link #enable} is called.
     * Running ones end. Idempotent; tables that are gone are left out.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException CASSANDRA_UNAVAILABLE, CASSANDRA_REFUSED
     */
    public void disable(Collection<TableName> tables) {
        jmx.runOrFail("disable automatic compaction", settings.timeout(), server -> {
            invoke(server, "disableAutoCompaction", known(server, tables, false));
            return true;
        });
    }

    /**
     * Lets Cassandra compact these tables automatically, and begin at once. Idempotent; tables that are gone are left out.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException CASSANDRA_UNAVAILABLE, CASSANDRA_REFUSED
     */
    public void enable(Collection<TableName> tables) {
        jmx.runOrFail("enable automatic compaction", settings.timeout(), server -> {
            invoke(server, "enableAutoCompaction", known(server, tables, true));
            return true;
        });
    }

    private static Set<TableName> known(MBeanServerConnection server, Collection<TableName> tables, boolean disabled)
            throws Exception {
        Set<TableName> found = new LinkedHashSet<>();
        for (TableName table : tables) {
            if (server.isRegistered(Mbeans.table(table))
                    && disabled == (Boolean) server.getAttribute(Mbeans.table(table), "AutoCompactionDisabled")) {
                found.add(table);
            }
        }
        return found;
    }

    private static void invoke(MBeanServerConnection server, String operation, Collection<TableName> tables)
            throws Exception {
        Map<String, List<String>> byKeyspace = tables.stream()
                .collect(Collectors.groupingBy(
                        TableName::keyspace, TreeMap::new, Collectors.mapping(TableName::table, Collectors.toList())));
        for (Map.Entry<String, List<String>> keyspace : byKeyspace.entrySet()) {
            server.invoke(
                    Mbeans.STORAGE_SERVICE,
                    operation,
                    new Object[] {keyspace.getKey(), keyspace.getValue().toArray(String[]::new)},
                    new String[] {String.class.getName(), String[].class.getName()});
        }
    }
}
