/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.TableRef;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to take a snapshot, of either a keyspace or some tables.
 *
 * @param tag generated if null
 * @param keyspace all its tables and materialized views
 * @param ttl the sidecar clears the snapshot after this time, once it has no lease; null for never
 * @param skipFlush do not flush memtables first
 * @param requestedBy requester; null without authentication
 */
public record SnapshotOrder(
        @Nullable String tag,
        @Nullable String keyspace,
        @Nullable List<TableRef> tables,
        @Nullable Duration ttl,
        boolean skipFlush,
        @Nullable String requestedBy) {
    /** Without a requester. */
    public SnapshotOrder(
            @Nullable String tag,
            @Nullable String keyspace,
            @Nullable List<TableRef> tables,
            @Nullable Duration ttl,
            boolean skipFlush) {
        this(tag, keyspace, tables, ttl, skipFlush, null);
    }
}
