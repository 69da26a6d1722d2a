/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a snapshot.
 *
 * @param tag letters, digits, {@code _ . -}; generated where null
 * @param keyspace all its tables, where {@code tables} is null
 * @param tables the tables
 * @param ttl for instance {@code 6h}; the sidecar then clears the snapshot, once nobody leases it
 * @param skipFlush leave what is only in memory out
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SnapshotRequest(
        @Nullable String tag,
        @Nullable String keyspace,
        @Nullable List<TableRef> tables,
        @Nullable String ttl,
        @Nullable Boolean skipFlush) {}
