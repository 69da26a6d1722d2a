/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A server-sent event of a transfer, named {@code state} or {@code progress}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TransferEvent(
        String id,
        TransferState state,
        @Nullable String reason,
        @Nullable TransferWait waiting,
        TransferProgress progress,
        Transfer.SstableCounts sstables,
        Instant at) {}
