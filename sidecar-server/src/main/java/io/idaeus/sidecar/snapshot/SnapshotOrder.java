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
 * Asks for a snapshot, of either a keyspace or some tables.
 *
 * @param tag generated where null
 * @param keyspace all its tables and materialized views
 * @param ttl after which it is cleared; null for never. Cassandra does it from 4.1 on, even of a snapshot that is leased;
 *     before, the sidecar does, once it is not leased
 * @param skipFlush leave out what is only in memory
 */
public record SnapshotOrder(
        @Nullable String tag,
        @Nullable String keyspace,
        @Nullable List<TableRef> tables,
        @Nullable Duration ttl,
        boolean skipFlush) {}
