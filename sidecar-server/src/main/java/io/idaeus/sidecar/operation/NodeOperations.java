/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.contract.Permission;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.KeyspaceList;
import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.NodeInfoBuilder;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.Ring;
import io.idaeus.api.node.RingRange;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.node.NodeIdentity;
import io.idaeus.sidecar.cassandra.node.ReplicatedRange;
import io.idaeus.sidecar.cassandra.node.RingMember;
import io.idaeus.sidecar.cassandra.schema.KeyspaceSchema;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.cassandra.schema.TableSchema;
import io.idaeus.sidecar.description.TableDefinitions;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import java.util.List;

/** The node, its schema, and who owns its ring. */
public final class NodeOperations {
    private final CassandraDoor door;
    private final CleanupMarks marks;
    private final DataDirectories directories;
    private final SidecarFacts sidecar;

    NodeOperations(CassandraDoor door, CleanupMarks marks, DataDirectories directories, SidecarFacts sidecar) {
        this.door = door;
        this.marks = marks;
        this.directories = directories;
        this.sidecar = sidecar;
    }

    public NodeInfo node(Call call) {
        call.require(Permission.OBSERVE);
        NodeIdentity node = door.node().identity();
        return NodeInfoBuilder.builder()
                .cluster(node.clusterName())
                .hostId(node.hostId().toString())
                .cassandraVersion(node.version().toString())
                .partitioner(node.partitioner())
                .datacenter(node.datacenter())
                .rack(node.rack())
                .mode(node.operationMode())
                .tokens(node.tokens().stream().map(String::valueOf).toList())
                .dataDirectories(node.dataDirectories().stream()
                        .map(directories::describe)
                        .toList())
                .dataPlane(sidecar.dataPlane())
                .sidecarVersion(sidecar.version())
                .apiVersions(List.of("v1"))
                .dataPlaneVersions(List.of("v1"))
                .capabilities(sidecar.capabilities())
                .insecure(sidecar.insecure())
                .build();
    }

    public KeyspaceList keyspaces(Call call, Paging paging) {
        call.require(Permission.OBSERVE);
        List<KeyspaceInfo> all = door.schemas().keyspaces().stream()
                .map(NodeOperations::keyspace)
                .toList();
        var page = paging.page(all, KeyspaceInfo::name);
        return new KeyspaceList(page.items(), page.next());
    }

    public TableInfo table(Call call, String keyspace, String table) {
        call.require(Permission.OBSERVE, keyspace);
        TableSchema schema = door.schemas().table(new TableName(keyspace, table));
        return new TableInfo(
                keyspace,
                table,
                schema.id().toString(),
                schema.createStatement(),
                TableDefinitions.of(schema),
                door.schemas().truncatedAt(schema.id()).orElse(null),
                marks.of(keyspace, table).orElse(null));
    }

    public KeyspaceStatements statements(Call call, String keyspace) {
        call.require(Permission.OBSERVE, keyspace);
        return door.schemas().statements(TableName.requireKeyspace(keyspace));
    }

    public void acknowledgeCleanup(Call call, String keyspace, String table) {
        call.require(Permission.OPERATE, keyspace);
        TableName name = new TableName(keyspace, table);
        marks.acknowledge(name.keyspace(), name.table());
    }

    public Ring ring(Call call, String keyspace) {
        call.require(Permission.OBSERVE, keyspace);
        TableName.requireKeyspace(keyspace);
        return new Ring(
                keyspace,
                door.ring().ranges(keyspace).stream().map(NodeOperations::range).toList());
    }

    private static KeyspaceInfo keyspace(KeyspaceSchema schema) {
        return new KeyspaceInfo(schema.name(), schema.system(), schema.replication(), schema.tables());
    }

    private static RingRange range(ReplicatedRange range) {
        return new RingRange(
                range.range().toString(),
                range.replicas().stream().map(NodeOperations::replica).toList(),
                range.local());
    }

    private static Replica replica(RingMember member) {
        String moving = member.movement() == RingMember.Movement.NORMAL ? "" : ", " + member.movement();
        return new Replica(
                member.hostId().toString(),
                member.address(),
                member.datacenter(),
                member.rack(),
                member.liveness() + moving);
    }
}
