/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.schema.TableName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** The tables that the node has, over JMX only. */
public final class LocalTables {
    private final Jmx jmx;
    private final CassandraSettings settings;

    public LocalTables(Jmx jmx, CassandraSettings settings) {
        this.jmx = jmx;
        this.settings = settings;
    }

    /**
     * By name.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException UNKNOWN_KEYSPACE
     */
    public List<LocalTable> of(String keyspace) {
        Mbeans.requireKeyspaces(jmx, List.of(keyspace));
        return jmx.runOrFail("the tables of " + keyspace, settings.timeout(), server -> {
            List<LocalTable> tables = new ArrayList<>();
            for (ObjectName name : server.queryNames(Mbeans.tables(keyspace), null)) {
                tables.add(table(server, new TableName(keyspace, name.getKeyProperty("table"))));
            }
            tables.sort(Comparator.comparing(table -> table.name().table()));
            return List.copyOf(tables);
        });
    }

    /**
     * Where Cassandra keeps a table's SSTables: one for each data directory, which may be missing. Their names have the
     * table's id, but for those made before 2.1.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException CASSANDRA_UNAVAILABLE; CASSANDRA_REFUSED if the table is gone
     */
    public List<Path> directories(TableName table) {
        return jmx.read("where the SSTables of " + table + " are", server -> directories(server, Mbeans.table(table)));
    }

    private static List<Path> directories(MBeanServerConnection server, ObjectName table) throws Exception {
        return ((Collection<?>) server.getAttribute(table, "DataPaths"))
                .stream().map(path -> Path.of((String) path)).toList();
    }

    /**
     * Whether a table has neither an SSTable nor rows in memory.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException CASSANDRA_UNAVAILABLE; CASSANDRA_REFUSED if the table is gone
     */
    public boolean isEmpty(TableName table) {
        return jmx.read(
                "whether " + table + " is empty",
                server -> isZero(server.getAttribute(Mbeans.tableMetric(table, "LiveSSTableCount"), "Value"))
                        && isZero(server.getAttribute(Mbeans.tableMetric(table, "MemtableColumnsCount"), "Value")));
    }

    private static boolean isZero(Object value) {
        return ((Number) value).longValue() == 0;
    }

    private static LocalTable table(MBeanServerConnection server, TableName name) throws Exception {
        ObjectName table = Mbeans.table(name);
        Map<?, ?> compaction = (Map<?, ?>) server.getAttribute(table, "CompactionParameters");
        String strategy = String.valueOf(compaction.get("class"));
        return new LocalTable(name, directories(server, table), strategy.substring(strategy.lastIndexOf('.') + 1));
    }
}
