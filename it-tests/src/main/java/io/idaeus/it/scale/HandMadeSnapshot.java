/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.NodeSstables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A snapshot that Cassandra did not take: renumbered copies of SSTables that it wrote. */
final class HandMadeSnapshot {
    private static final String TAG = "made-by-hand";

    private final Path directory;
    private final List<String> dataFiles = new ArrayList<>();

    private HandMadeSnapshot(Path directory) {
        this.directory = directory;
    }

    static HandMadeSnapshot of(CassandraNode node, String keyspace, String table) {
        Path directory = node.tableDirectories(keyspace, table)
                .get(0)
                .resolve("snapshots")
                .resolve(TAG);
        try {
            return new HandMadeSnapshot(Files.createDirectories(directory));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The transfer, but from such a snapshot. Cassandra has written no schema.cql for it. */
    static TransferRequest.Builder named(TransferRequest request) {
        return request.toBuilder().snapshot(TAG).accept(List.of("SNAPSHOT_SCHEMA_UNKNOWN"));
    }

    // Copies, not links: a checksum is computed once for all links to a file.
    NodeSstables add(NodeSstables sstable, int number) {
        String[] parts = sstable.name().split("-", 3);
        NodeSstables copy = new NodeSstables(directory, parts[0] + "-" + number + "-" + parts[2]);
        try {
            for (Path file : sstable.files()) {
                String component =
                        file.getFileName().toString().substring(sstable.name().length() + 1);
                Files.copy(file, copy.component(component));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        dataFiles.add(copy.component("Data.db").getFileName().toString());
        return copy;
    }

    /** Writes the manifest.json that Cassandra writes last. */
    void complete() {
        String files = dataFiles.stream().map(name -> '"' + name + '"').collect(Collectors.joining(","));
        String manifest = "{\"files\":[%s],\"created_at\":\"%s\",\"expires_at\":null,\"ephemeral\":false}"
                .formatted(files, Instant.now());
        try {
            Files.writeString(directory.resolve("manifest.json"), manifest);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
