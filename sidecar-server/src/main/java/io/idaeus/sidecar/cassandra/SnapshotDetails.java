/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import io.idaeus.sidecar.cassandra.schema.TableName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One table of a snapshot, as Cassandra lists it. Cassandra gives sizes as text with two decimals ({@code 1.21 KiB}), so
 * they are right to about half a percent.
 *
 * @param bytes of all its files
 * @param trueBytes of those that only the snapshot still holds
 * @param createdAt null on 4.0
 * @param expiresAt null where it has no time to live
 * @param ephemeral whether it goes when the node restarts; known from 5.0 on
 */
public record SnapshotDetails(
        String tag,
        TableName table,
        long bytes,
        long trueBytes,
        @Nullable Instant createdAt,
        @Nullable Instant expiresAt,
        boolean ephemeral) {}
