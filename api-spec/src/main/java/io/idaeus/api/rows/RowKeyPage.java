/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.rows;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys and digests of rows.
 *
 * @param rows in the order of their tokens
 * @param next where the next page begins; absent on the last one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = RowExamples.ROW_KEYS)
public record RowKeyPage(
        List<DigestedRowKey> rows, @Nullable String next) {
    /**
     * A row.
     *
     * @param digest of its key and its columns, in hex
     */
    public record DigestedRowKey(RowKey key, String digest) {}
}
