/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * How far the bytes are.
 *
 * @param bytesFetched bytes proven and on disk, or being written
 * @param bytesResumed the part of them that an earlier run had already staged
 * @param bytesPerSecond over the last seconds
 * @param etaSeconds null while unknown
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TransferProgress(
        long bytesTotal,
        long bytesFetched,
        long bytesResumed,
        int filesTotal,
        int filesFetched,
        long bytesPerSecond,
        @Nullable Long etaSeconds) {}
