/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.schema;

import io.idaeus.api.ProblemType;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.disk.RegularFile;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot;
import io.idaeus.sidecar.snapshot.content.ManifestKey;
import io.idaeus.sidecar.snapshot.content.SnapshotContents;
import io.idaeus.sidecar.snapshot.content.SnapshotDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a table was defined when its snapshot was taken, where the snapshot tells it. */
public final class SnapshotSchemas {
    private static final int LONGEST = 1 << 20;

    private final SnapshotContents contents;

    public SnapshotSchemas(SnapshotContents contents) {
        this.contents = contents;
    }

    /**
     * @param createStatement CQL that creates the table
     * @param unknown why {@code definition} is the table's now; null where it is that of the snapshot
     */
    public record Schema(
            String createStatement,
            TableDefinition definition,
            @Nullable String unknown) {}

    /**
     * Cassandra must answer where only it knows the definition.
     *
     * @throws ProblemException SNAPSHOT_INCOMPLETE, CASSANDRA_UNAVAILABLE; UNKNOWN_KEYSPACE and UNKNOWN_TABLE where the
     *     table was dropped
     */
    public Schema of(ManifestKey key, List<SnapshotDirectory> located) {
        Optional<String> text = SnapshotContents.scanned(located, () -> text(located));
        // That of one which this sidecar took is recorded.
        SchemaFile.Read own = contents.isManaged(key.tag(), key.table())
                ? new SchemaFile.Read(null, null)
                : SchemaFile.of(text.orElse(null));
        ManagedSnapshot.Table declared =
                own.definition() == null || text.isEmpty() ? contents.declared(key.tag(), key.table()) : null;
        return new Schema(
                text.orElseGet(() -> Objects.requireNonNull(declared).schema()),
                own.definition() == null ? Objects.requireNonNull(declared).definition() : own.definition(),
                own.unknown());
    }

    private static Optional<String> text(List<SnapshotDirectory> located) {
        return located.stream()
                .map(directory -> directory.path().resolve(SnapshotContents.SCHEMA))
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .findFirst()
                .map(SnapshotSchemas::read);
    }

    private static String read(Path file) {
        try (InputStream in = RegularFile.stream(file)) {
            byte[] bytes = in.readNBytes(LONGEST + 1);
            if (bytes.length > LONGEST) {
                throw new IOException("it is longer than " + LONGEST + " bytes");
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
