/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.node.NodeIdentity;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** Describes the table and the node of a manifest. */
final class ManifestHeaders {
    private static final int LONGEST_SCHEMA = 1 << 20;

    private final SnapshotContents contents;
    private final StoredManifests stored;
    private final Supplier<NodeIdentity> node;

    ManifestHeaders(SnapshotContents contents, StoredManifests stored, Supplier<NodeIdentity> node) {
        this.contents = contents;
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
        Optional<String> schema = schema(located);
        // That of one which this sidecar took is recorded.
        SchemaFile.Read own = contents.isManaged(key.tag(), key.table())
                ? new SchemaFile.Read(null, null)
                : SchemaFile.of(schema.orElse(null));
        ManagedSnapshot.Table declared =
                own.definition() == null || schema.isEmpty() ? contents.declared(key.tag(), key.table()) : null;
        NodeIdentity identity = node.get();
        return new ManifestRecord(
                key.tag(),
                key.table().keyspace(),
                key.table().table(),
                located.get(0).tableId(),
                identity.hostId().toString(),
                identity.version().toString(),
                schema.orElseGet(() -> Objects.requireNonNull(declared).schema()),
                own.definition() == null ? Objects.requireNonNull(declared).definition() : own.definition(),
                own.unknown(),
                completion.createdAt(),
                completion.at(),
                completion.schemaAt(),
                !completion.listed(),
                List.of());
    }

    private static Optional<String> schema(List<SnapshotDirectory> located) {
        return located.stream()
                .map(directory -> directory.path().resolve(SnapshotContents.SCHEMA))
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .findFirst()
                .map(ManifestHeaders::read);
    }

    private static String read(Path file) {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(LONGEST_SCHEMA + 1);
            if (bytes.length > LONGEST_SCHEMA) {
                throw new IOException("it is longer than " + LONGEST_SCHEMA + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ProblemException(
                    ProblemType.SNAPSHOT_INCOMPLETE,
                    file + " cannot be read: " + e.getMessage()
                            + " (expected: the statements that create the table); delete the snapshot and take another",
                    e);
        }
    }
}
