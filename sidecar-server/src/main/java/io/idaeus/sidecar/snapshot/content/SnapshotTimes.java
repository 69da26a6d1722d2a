/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import io.idaeus.sidecar.problem.ProblemException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * @param createdAt as Cassandra recorded it; on 4.0 when manifest.json was written; null without one
 * @param expiresAt null for never
 */
public record SnapshotTimes(
        @Nullable Instant createdAt, @Nullable Instant expiresAt) {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotTimes.class);

    public static SnapshotTimes of(List<SnapshotDirectory> directories) {
        List<Path> paths = directories.stream().map(SnapshotDirectory::path).toList();
        try {
            return CassandraManifest.find(paths)
                    .map(manifest -> new SnapshotTimes(
                            Optional.ofNullable(manifest.createdAt())
                                    .or(() -> CassandraManifest.completedAt(paths))
                                    .orElse(null),
                            manifest.expiresAt()))
                    .orElse(new SnapshotTimes(null, null));
        } catch (ProblemException e) {
            LOG.debug("times of a snapshot unknown", e);
            return new SnapshotTimes(null, null);
        }
    }
}
