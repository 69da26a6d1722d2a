/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of one or more tables.
 *
 * @param managed whether this sidecar took it
 * @param bytes of all its files
 * @param trueBytes of the files that only the snapshot still holds: what clearing it would free
 * @param leases the ids of the leases that keep it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SnapshotInfo(
        String tag,
        List<TableRef> tables,
        boolean managed,
        long bytes,
        long trueBytes,
        @Nullable Instant createdAt,
        @Nullable Instant expiresAt,
        List<String> leases) {}
