/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a transfer.
 *
 * @param bytesTotal bytes that the plan moves
 * @param bytesFetched bytes fetched and proven, {@code bytesResumed} included
 * @param bytesResumed bytes that an earlier attempt had already staged
 * @param bytesPerSecond average over the last seconds
 * @param etaSeconds absent while unknown
 * @param bytesCompressed bytes of files that arrived compressed in this attempt; absent for none
 * @param bytesCompressedTo what those took on the network; absent for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record TransferProgress(
        long bytesTotal,
        long bytesFetched,
        long bytesResumed,
        int filesTotal,
        int filesFetched,
        long bytesPerSecond,
        @Nullable Long etaSeconds,
        @Nullable Long bytesCompressed,
        @Nullable Long bytesCompressedTo) {}
