/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.KeyspaceInfo;
import io.idaeus.api.KeyspaceList;
import io.idaeus.api.NodeApi;
import io.idaeus.api.NodeInfo;
import io.idaeus.api.Replica;
import io.idaeus.api.Ring;
import io.idaeus.api.RingRange;
import io.idaeus.api.TableInfo;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.node.NodeIdentity;
import io.idaeus.sidecar.cassandra.node.ReplicatedRange;
import io.idaeus.sidecar.cassandra.node.RingMember;
import io.idaeus.sidecar.cassandra.schema.KeyspaceSchema;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.cassandra.schema.TableSchema;
import io.idaeus.sidecar.snapshot.TableDefinitions;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The node, its keyspaces and its ring. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class NodeController implements NodeApi {
    private final CassandraDoor door;
    private final CleanupMarks marks;
    private final DataDirectories directories;
    private final SidecarFacts sidecar;

    NodeController(CassandraDoor door, CleanupMarks marks, DataDirectories directories, SidecarFacts sidecar) {
        this.door = door;
        this.marks = marks;
        this.directories = directories;
        this.sidecar = sidecar;
    }

    @Override
    public NodeInfo node() {
        NodeIdentity node = door.node().identity();
        return new NodeInfo(
                node.clusterName(),
                node.hostId().toString(),
                node.version().toString(),
                node.partitioner(),
                node.datacenter(),
                node.rack(),
                node.operationMode(),
                node.tokens().stream().map(String::valueOf).toList(),
                node.dataDirectories().stream().map(directories::describe).toList(),
                sidecar.dataPlane(),
                sidecar.version(),
                List.of("v1"),
                List.of("v1"),
                sidecar.capabilities(),
                sidecar.insecure());
    }

    @Override
    public KeyspaceList keyspaces(@Nullable Integer limit, @Nullable String after) {
        Paging paging = Paging.of(limit, after);
        List<KeyspaceInfo> all = door.schemas().keyspaces().stream()
                .map(NodeController::keyspace)
                .toList();
        var page = paging.page(all, KeyspaceInfo::name);
        return new KeyspaceList(page.items(), page.next());
    }

    @Override
    public TableInfo table(String keyspace, String table) {
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

    @Override
    public HttpResponse<Void> acknowledgeCleanup(String keyspace, String table) {
        TableName name = new TableName(keyspace, table);
        marks.acknowledge(name.keyspace(), name.table());
        return HttpResponse.noContent();
    }

    @Override
    public Ring ring(String keyspace) {
        TableName.requireKeyspace(keyspace);
        return new Ring(
                keyspace,
                door.ring().ranges(keyspace).stream().map(NodeController::range).toList());
    }

    private static KeyspaceInfo keyspace(KeyspaceSchema schema) {
        return new KeyspaceInfo(schema.name(), schema.system(), schema.replication(), schema.tables());
    }

    private static RingRange range(ReplicatedRange range) {
        return new RingRange(
                range.range().toString(),
                range.replicas().stream().map(NodeController::replica).toList(),
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
