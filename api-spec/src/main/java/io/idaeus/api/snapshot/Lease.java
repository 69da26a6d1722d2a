/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.snapshot;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A lease on a snapshot.
 *
 * @param tag the snapshot
 * @param clearOnRelease whether the snapshot is cleared when its last lease ends
 * @param holder who renews and releases it; absent without authentication
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = SnapshotExamples.LEASE)
public record Lease(
        String id,
        String tag,
        Instant expiresAt,
        boolean clearOnRelease,
        @Nullable String holder) {}
