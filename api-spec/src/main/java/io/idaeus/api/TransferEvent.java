/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One server-sent event of a transfer. The event's name is {@code state} or {@code progress}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TransferEvent(
        String id,
        TransferState state,
        @Nullable String reason,
        TransferProgress progress,
        Transfer.SstableCounts sstables,
        Instant at) {}
