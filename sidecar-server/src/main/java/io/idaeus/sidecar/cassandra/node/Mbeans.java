/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** The names of Cassandra's MBeans, the same in 4.0 to 6.0. */
public final class Mbeans {
    public static final ObjectName STORAGE_SERVICE = named("org.apache.cassandra.db:type=StorageService");
    public static final ObjectName ENDPOINT_SNITCH = named("org.apache.cassandra.db:type=EndpointSnitchInfo");
    public static final ObjectName PENDING_COMPACTIONS =
            named("org.apache.cassandra.metrics:type=Compaction,name=PendingTasks");

    static final ObjectName STREAMED_BYTES =
            named("org.apache.cassandra.metrics:type=Streaming,name=TotalIncomingBytes");

    static final ObjectName REPAIRS = named("org.apache.cassandra.db:type=RepairService");

    public static final ObjectName READ_LATENCY =
            named("org.apache.cassandra.metrics:type=ClientRequest,scope=Read,name=Latency");

    // A pattern: one for each kind of message.
    public static final ObjectName DROPPED_MESSAGES =
            named("org.apache.cassandra.metrics:type=DroppedMessage,scope=*,name=Dropped");

    public static final ObjectName STORAGE_PROXY = named("org.apache.cassandra.db:type=StorageProxy");
    public static final ObjectName GOSSIPER = named("org.apache.cassandra.net:type=Gossiper");
    public static final ObjectName RUNTIME = named(ManagementFactory.RUNTIME_MXBEAN_NAME);

    // Since 4.1, registered at the end of the start.
    static final ObjectName AUDIT_LOG = named("org.apache.cassandra.db:type=AuditLogManager");

    // Since 6.0.
    public static final ObjectName CMS = named("org.apache.cassandra.tcm:type=CMSOperations");

    private Mbeans() {}

    static ReleaseVersion version(MBeanServerConnection server) throws Exception {
        return ReleaseVersion.parse((String) attribute(server, "ReleaseVersion"));
    }

    public static ObjectName table(TableName table) {
        return named("org.apache.cassandra.db:type=Tables,keyspace=" + table.keyspace() + ",table=" + table.table());
    }

    // A pattern: one for each table and materialized view.
    static ObjectName tables(String keyspace) {
        return named(
                "org.apache.cassandra.db:type=Tables,keyspace=" + TableName.requireKeyspace(keyspace) + ",table=*");
    }

    public static ObjectName pendingCompactions(TableName table) {
        return tableMetric(table, "PendingCompactions");
    }

    static ObjectName tableMetric(TableName table, String name) {
        return named("org.apache.cassandra.metrics:type=Table,keyspace=" + table.keyspace() + ",scope=" + table.table()
                + ",name=" + name);
    }

    /** @throws ProblemException UNKNOWN_KEYSPACE or UNKNOWN_TABLE */
    public static void requireTables(Jmx jmx, Collection<TableName> tables) {
        for (TableName table : tables) {
            if (!jmx.read("table " + table, server -> server.isRegistered(table(table)))) {
                requireKeyspaces(jmx, List.of(table.keyspace()));
                throw new ProblemException(
                        ProblemType.UNKNOWN_TABLE,
                        "keyspace " + table.keyspace() + " has no table " + table.table()
                                + " on this node; GET /v1/keyspaces lists them");
            }
        }
    }

    /** @throws ProblemException UNKNOWN_KEYSPACE */
    public static void requireKeyspaces(Jmx jmx, Collection<String> keyspaces) {
        Collection<?> known = jmx.read("the keyspaces", server -> (Collection<?>) attribute(server, "Keyspaces"));
        for (String keyspace : keyspaces) {
            if (!known.contains(TableName.requireKeyspace(keyspace))) {
                throw new ProblemException(
                        ProblemType.UNKNOWN_KEYSPACE,
                        "this node has no keyspace " + keyspace + "; GET /v1/keyspaces lists them");
            }
        }
    }

    public static Object attribute(MBeanServerConnection server, String name) throws Exception {
        return server.getAttribute(STORAGE_SERVICE, name);
    }

    private static ObjectName named(String name) {
        try {
            return new ObjectName(name);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(name, e);
        }
    }
}
