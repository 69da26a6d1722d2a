/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.slice;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Partitions of an SSTable that follow each other. The ends are exclusive.
 *
 * @param indexFrom position in {@code Index.db}; for BTI in {@code Rows.db}
 * @param indexTo as {@code indexFrom}; equal where {@code Rows.db} has no entry of any of them
 * @param dataFrom position in the uncompressed {@code Data.db}
 * @param dataTo as {@code dataFrom}
 * @param next key of the partition after them, hexadecimal; absent at the end of the SSTable
 * @param previous the partition before them, which the cut proves; absent where the source has proven it, and at the
 *     beginning of the SSTable
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SliceRun(
        long indexFrom,
        long indexTo,
        long dataFrom,
        long dataTo,
        @Nullable String next,
        @Nullable SlicePartition previous) {}
