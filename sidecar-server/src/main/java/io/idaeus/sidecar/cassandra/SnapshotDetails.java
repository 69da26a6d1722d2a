/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import io.idaeus.sidecar.cassandra.schema.TableName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One table of a snapshot. Sizes are accurate to half a percent.
 *
 * @param trueBytes of files that only the snapshot holds
 * @param createdAt null on 4.0
 * @param ephemeral known since 5.0
 */
public record SnapshotDetails(
        String tag,
        TableName table,
        long bytes,
        long trueBytes,
        @Nullable Instant createdAt,
        @Nullable Instant expiresAt,
        boolean ephemeral) {}
