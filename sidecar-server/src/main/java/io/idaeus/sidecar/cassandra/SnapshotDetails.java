/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import io.idaeus.sidecar.cassandra.schema.TableName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One table of a snapshot, as Cassandra lists it. Sizes are accurate to about half a percent, since Cassandra prints them
 * with two decimals ({@code 1.21 KiB}).
 *
 * @param trueBytes of the files that only the snapshot still holds
 * @param createdAt null on 4.0
 * @param expiresAt null without a time to live
 * @param ephemeral whether it goes at the node's next start; known since 5.0
 */
public record SnapshotDetails(
        String tag,
        TableName table,
        long bytes,
        long trueBytes,
        @Nullable Instant createdAt,
        @Nullable Instant expiresAt,
        boolean ephemeral) {}
