/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.StateJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The {@code manifest.json} that Cassandra writes into a table's snapshot after all links are made, in one of the data
 * directories: where it stands, the snapshot is complete.
 *
 * @param files the Data.db of each SSTable; those of legacy indexes below their directory, {@code .index/…}
 * @param createdAt from 4.1 on
 * @param expiresAt when Cassandra clears the snapshot; null for never
 * @param ephemeral whether it goes when Cassandra restarts; from 5.0 on
 */
record CassandraManifest(
        List<String> files,
        @JsonProperty("created_at") @Nullable Instant createdAt,
        @JsonProperty("expires_at") @Nullable Instant expiresAt,
        @Nullable Boolean ephemeral) {
    private static final String NAME = "manifest.json";

    CassandraManifest {
        files = List.copyOf(Objects.requireNonNull(files, "files"));
    }

    /**
     * The manifest that stands in one of the directories.
     *
     * @return empty where none has one
     * @throws ProblemException SNAPSHOT_INCOMPLETE where it is not whole
     */
    static Optional<CassandraManifest> find(Collection<Path> directories) {
        return located(directories).map(CassandraManifest::read);
    }

    /** When the snapshot was complete: the time of its manifest.json. It tells one snapshot of a tag from the next. */
    static Optional<Instant> completedAt(Collection<Path> directories) {
        return located(directories).map(CassandraManifest::modified);
    }

    private static Optional<Path> located(Collection<Path> directories) {
        return directories.stream()
                .map(directory -> directory.resolve(NAME))
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .findFirst();
    }

    private static Instant modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static CassandraManifest read(Path file) {
        try {
            return StateJson.read(file, CassandraManifest.class);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static ProblemException unreadable(Path file, IOException e) {
        return new ProblemException(
                ProblemType.SNAPSHOT_INCOMPLETE,
                file + " cannot be read (expected: the list of files that Cassandra writes last): " + e.getMessage(),
                e);
    }

    /** The Data.db files of the table itself. */
    List<String> dataFiles() {
        return files.stream().filter(file -> file.indexOf('/') < 0).toList();
    }
}
