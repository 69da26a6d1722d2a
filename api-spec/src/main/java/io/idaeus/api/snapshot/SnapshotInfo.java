/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.snapshot;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.TableRef;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of one or more tables.
 *
 * @param managed whether this sidecar took the snapshot
 * @param bytes size of all its files
 * @param trueBytes bytes that clearing the snapshot frees: files that nothing else links to
 * @param requestedBy who asked for it; absent without authentication, or where this sidecar did not take it
 * @param expiresAt when the sidecar clears it, unless it is leased
 * @param leases ids of its leases
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = SnapshotExamples.SNAPSHOT)
@RecordBuilder
public record SnapshotInfo(
        String tag,
        List<TableRef> tables,
        boolean managed,
        long bytes,
        long trueBytes,
        @Nullable Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable String requestedBy,
        List<String> leases) {}
