/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event of a transfer.
 *
 * @param plan the plan that the transfer belongs to; absent for none
 * @param outcome absent until the transfer ends
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record TransferEvent(
        String id,
        @Nullable String plan,
        TransferState state,
        @Nullable String reason,
        @Nullable TransferWait waiting,
        Transfer.@Nullable Outcome outcome,
        TransferProgress progress,
        Transfer.SstableCounts sstables,
        Instant at) {}
