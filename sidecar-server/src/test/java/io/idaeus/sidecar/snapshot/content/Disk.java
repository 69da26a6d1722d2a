/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.cassandra.node.NodeIdentity;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Data directories as Cassandra lays them out. */
public record Disk(Path root) {
    public static final TableRef TABLE = new TableRef("shop", "orders");
    public static final String ID = "0123456789abcdef0123456789abcdef";
    public static final TableDefinition DEFINITION =
            new TableDefinition(List.of(), List.of(), List.of(), List.of(), 864000, List.of());

    public List<Path> dataDirectories() {
        return List.of(data(0), data(1));
    }

    public Path data(int n) {
        try {
            return Files.createDirectories(root.resolve("data" + n));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path table(int data, String keyspace, String table, String id) {
        return data(data).resolve(keyspace).resolve(table + "-" + id);
    }

    /** The directory of a snapshot of {@link #TABLE}, made. */
    public Path snapshot(int data, String tag) {
        return snapshot(data, TABLE, ID, tag);
    }

    public Path snapshot(int data, TableRef table, String id, String tag) {
        try {
            return Files.createDirectories(table(data, table.keyspace(), table.table(), id)
                    .resolve("snapshots")
                    .resolve(tag));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Cassandra's last file of a snapshot. */
    public static void complete(Path snapshot, String... dataFiles) {
        write(
                snapshot.resolve("manifest.json"),
                "{\"files\":["
                        + String.join(
                                ",",
                                List.of(dataFiles).stream()
                                        .map(f -> '"' + f + '"')
                                        .toList()) + "]}");
    }

    /** As above, of a snapshot that Cassandra is to clear by itself. */
    public static void completeUntil(Path snapshot, Instant expiresAt) {
        write(snapshot.resolve("manifest.json"), "{\"files\":[],\"expires_at\":\"" + expiresAt + "\"}");
    }

    public static Path write(Path file, String content) {
        try {
            return Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static NodeIdentity identity(String version, List<Path> dataDirectories) {
        return new NodeIdentity(
                "cluster",
                new UUID(1, 2),
                ReleaseVersion.parse(version),
                "org.apache.cassandra.dht.Murmur3Partitioner",
                "dc1",
                "r1",
                "NORMAL",
                List.of(1L),
                dataDirectories,
                "127.0.0.1",
                false);
    }

    public static ManagedSnapshot.Table declared(TableRef ref) {
        return new ManagedSnapshot.Table(ref.keyspace(), ref.table(), ID, "CREATE TABLE …", DEFINITION);
    }
}
