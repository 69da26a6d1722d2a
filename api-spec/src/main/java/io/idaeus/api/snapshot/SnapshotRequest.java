/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.snapshot;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.TableRef;
import io.idaeus.api.value.Bounded;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request for a snapshot of a keyspace or of some tables.
 *
 * @param tag letters, digits and {@code _ . -}; generated where absent
 * @param keyspace all tables of this keyspace, where {@code tables} is absent
 * @param tables the tables
 * @param ttl for instance {@code 6h}; the sidecar clears the snapshot after that time, once it has no lease
 * @param skipFlush do not flush memtables first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
public record SnapshotRequest(
        @Nullable @Bounded.Tag String tag,
        @Nullable @Bounded.Name String keyspace,
        @Nullable List<TableRef> tables,
        @Nullable @Bounded.Time String ttl,
        @Nullable Boolean skipFlush) {}
