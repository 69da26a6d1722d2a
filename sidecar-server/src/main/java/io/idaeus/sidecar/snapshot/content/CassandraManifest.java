/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.disk.RegularFile;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.StateJson;
import java.io.IOException;
import java.io.InputStream;
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
 * The {@code manifest.json} of a table's snapshot, which Cassandra writes last.
 *
 * @param files Data.db files; those of legacy indexes as {@code .index/…}
 * @param createdAt since 4.1
 * @param expiresAt null for never
 * @param ephemeral since 5.0
 */
record CassandraManifest(
        List<String> files,
        @JsonProperty("created_at") @Nullable Instant createdAt,
        @JsonProperty("expires_at") @Nullable Instant expiresAt,
        @Nullable Boolean ephemeral) {
    private static final String NAME = "manifest.json";

    // Far above the files of any snapshot, and read within a small heap.
    private static final long LONGEST = 64L << 20;
    private static final long MOST_TOKENS = 1_000_000;
    private static final ObjectMapper MAPPER = bounded();

    CassandraManifest {
        files = List.copyOf(Objects.requireNonNull(files, "files"));
    }

    private static ObjectMapper bounded() {
        ObjectMapper mapper = StateJson.mapper();
        mapper.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxDocumentLength(LONGEST)
                        .maxTokenCount(MOST_TOKENS)
                        .build());
        return mapper;
    }

    /** @throws ProblemException SNAPSHOT_INCOMPLETE if it is damaged */
    static Optional<CassandraManifest> find(Collection<Path> directories) {
        return located(directories).map(CassandraManifest::read);
    }

    // Tells apart two snapshots of one tag.
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
        try (InputStream in = RegularFile.stream(file)) {
            CassandraManifest manifest = MAPPER.readValue(in, CassandraManifest.class);
            if (manifest == null) {
                throw new IOException("it holds null");
            }
            return manifest;
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static ProblemException unreadable(Path file, IOException e) {
        return new ProblemException(
                ProblemType.SNAPSHOT_INCOMPLETE,
                file + " cannot be read: " + e.getMessage()
                        + " (expected: the list of files that Cassandra writes last); delete the snapshot and take"
                        + " another",
                e);
    }

    // The files of the table itself, not those of its indexes.
    List<String> dataFiles() {
        return files.stream().filter(file -> file.indexOf('/') < 0).toList();
    }
}
