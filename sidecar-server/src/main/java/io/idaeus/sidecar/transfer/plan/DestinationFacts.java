/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.plan;

import io.idaeus.api.ProblemType;
import io.idaeus.api.SerializationHeader;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.node.NodeIdentity;
import io.idaeus.sidecar.cassandra.schema.HeaderTypes;
import io.idaeus.sidecar.cassandra.schema.SchemaReader;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.cassandra.schema.TableSchema;
import io.idaeus.sidecar.planning.Destination;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.snapshot.TableDefinitions;
import io.idaeus.sidecar.transfer.waiting.LocalDiskException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongBiFunction;

/** What a plan must know about this node. */
public final class DestinationFacts {
    private final CassandraDoor door;
    private final List<Path> stagingRoots;
    private final double headroom;
    private final ToLongBiFunction<Path, String> reserved;

    /** @param reserved bytes that transfers other than this one will still write below a root */
    public DestinationFacts(
            CassandraDoor door, List<Path> stagingRoots, double headroom, ToLongBiFunction<Path, String> reserved) {
        this.door = door;
        this.stagingRoots = List.copyOf(stagingRoots);
        this.headroom = headroom;
        this.reserved = reserved;
    }

    /** @throws ProblemException PLAN_REFUSED where nothing can be staged; CASSANDRA_UNAVAILABLE */
    Destination gather(List<TableRef> tables, String transferId) {
        requireStaging();
        NodeIdentity node = door.node().identity();
        return new Destination(
                node.hostId().toString(),
                node.version().toString(),
                node.partitioner(),
                door.options().storageCompatibilityMode().orElse(null),
                stagingRoots.stream()
                        .map(root -> root(root, node.dataDirectories(), transferId))
                        .toList(),
                tables.stream().map(this::table).toList());
    }

    void requireStaging() {
        if (stagingRoots.isEmpty()) {
            throw new ProblemException(
                    ProblemType.PLAN_REFUSED,
                    "this sidecar has no staging root (expected: staging.roots with one directory on the file system of"
                            + " each data directory), so its node can be a source but not a destination");
        }
    }

    public Destination.Table table(TableRef ref) {
        TableSchema schema = door.schemas().table(new TableName(ref.keyspace(), ref.table()));
        HeaderTypes types = HeaderTypes.of(schema);
        return new Destination.Table(
                ref,
                SchemaReader.isSystem(ref.keyspace()),
                schema.id().toString().replace("-", ""),
                TableDefinitions.of(schema),
                TokenRanges.of(door.ring().localRanges(ref.keyspace())),
                new SerializationHeader(
                        types.partitionKey(), types.clustering(), types.staticColumns(), types.regularColumns()),
                types.droppedColumns());
    }

    private Destination.StagingRoot root(Path root, List<Path> dataDirectories, String transferId) {
        try {
            Files.createDirectories(root);
            FileStore store = Files.getFileStore(root);
            boolean onData = false;
            for (Path directory : dataDirectories) {
                onData |=
                        Files.exists(directory) && Files.getFileStore(directory).equals(store);
            }
            long free = store.getUsableSpace() - reserved.applyAsLong(root, transferId);
            return new Destination.StagingRoot(root, free, headroom, onData);
        } catch (IOException e) {
            throw LocalDiskException.at(
                    root, "the staging root " + root + " cannot be used; check that it exists and is writable", e);
        }
    }
}
