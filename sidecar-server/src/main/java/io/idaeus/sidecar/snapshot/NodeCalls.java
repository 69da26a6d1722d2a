/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.TableRef;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.SnapshotOptions;
import io.idaeus.sidecar.cassandra.node.NodeIdentity;
import io.idaeus.sidecar.cassandra.schema.KeyspaceSchema;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.cassandra.schema.TableSchema;
import io.idaeus.sidecar.description.TableDefinitions;
import io.idaeus.sidecar.description.TableIds;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** The calls of this package on Cassandra. Each throws the problems of {@link CassandraDoor}. */
public record NodeCalls(
        Supplier<NodeIdentity> identity,
        Supplier<List<KeyspaceSchema>> keyspaces,
        Function<TableRef, ManagedSnapshot.Table> declared,
        Take take,
        Clear clear) {
    public interface Take {
        void take(String tag, List<TableName> tables, SnapshotOptions options);
    }

    public interface Clear {
        void clear(String tag, List<String> keyspaces);
    }

    static NodeCalls of(CassandraDoor door) {
        return new NodeCalls(
                door.node()::identity,
                door.schemas()::keyspaces,
                ref -> table(door.schemas().table(new TableName(ref.keyspace(), ref.table()))),
                door.snapshots()::takeTables,
                door.snapshots()::clear);
    }

    private static ManagedSnapshot.Table table(TableSchema schema) {
        return new ManagedSnapshot.Table(
                schema.name().keyspace(),
                schema.name().table(),
                TableIds.hex(schema.id()),
                schema.createStatement(),
                TableDefinitions.of(schema));
    }
}
