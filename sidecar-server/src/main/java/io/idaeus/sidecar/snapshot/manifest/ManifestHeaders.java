/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.manifest;

import io.idaeus.sidecar.cassandra.node.NodeIdentity;
import io.idaeus.sidecar.snapshot.content.ManifestKey;
import io.idaeus.sidecar.snapshot.content.ManifestRecord;
import io.idaeus.sidecar.snapshot.content.ManifestRecordBuilder;
import io.idaeus.sidecar.snapshot.content.SnapshotContents;
import io.idaeus.sidecar.snapshot.content.SnapshotDirectory;
import io.idaeus.sidecar.snapshot.schema.SnapshotSchemas;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Describes the table and the node of a manifest. */
public final class ManifestHeaders {
    private final SnapshotContents contents;
    private final SnapshotSchemas schemas;
    private final StoredManifests stored;
    private final Supplier<NodeIdentity> node;

    public ManifestHeaders(
            SnapshotContents contents, SnapshotSchemas schemas, StoredManifests stored, Supplier<NodeIdentity> node) {
        this.contents = contents;
        this.schemas = schemas;
        this.stored = stored;
        this.node = node;
    }

    /**
     * Takes the stored header if it is of the same snapshot: Cassandra need not answer then.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException SNAPSHOT_INCOMPLETE, CASSANDRA_UNAVAILABLE
     */
    ManifestRecord header(ManifestKey key, List<SnapshotDirectory> located) {
        SnapshotContents.Completion completion = contents.completion(located);
        Optional<ManifestRecord> earlier = stored.get(key);
        if (earlier.filter(manifest -> isOf(manifest, located)).isPresent()) {
            return earlier.get().with(List.of());
        }
        stored.remove(key);
        return header(key, located, completion);
    }

    private boolean isOf(ManifestRecord manifest, List<SnapshotDirectory> located) {
        return manifest.tableId().equals(located.get(0).tableId()) && contents.isStillThere(located, manifest);
    }

    private ManifestRecord header(
            ManifestKey key, List<SnapshotDirectory> located, SnapshotContents.Completion completion) {
        SnapshotSchemas.Schema schema = schemas.of(key, located);
        NodeIdentity identity = node.get();
        return ManifestRecordBuilder.builder()
                .tag(key.tag())
                .keyspace(key.table().keyspace())
                .table(key.table().table())
                .tableId(located.get(0).tableId())
                .hostId(identity.hostId().toString())
                .cassandraVersion(identity.version().toString())
                .schema(schema.createStatement())
                .definition(schema.definition())
                .definitionUnknown(schema.unknown())
                .createdAt(completion.createdAt())
                .completedAt(completion.at())
                .schemaAt(completion.schemaAt())
                .unlisted(!completion.listed())
                .sstables(List.of())
                .build();
    }
}
