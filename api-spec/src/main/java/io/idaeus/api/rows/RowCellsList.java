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
 * Single rows, without their values.
 *
 * @param rows in the order of the keys that were asked for
 */
@Schema(example = RowExamples.ROW_CELLS)
public record RowCellsList(List<RowCells> rows) {
    /**
     * A row.
     *
     * @param key for people, for instance {@code id = 7}; absent where there is no such row
     * @param cells by column, those that have a value; absent where there is no such row
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record RowCells(@Nullable String key, @Nullable List<RowCell> cells) {}

    /**
     * A cell.
     *
     * @param digest of its value, its write times and its times of expiry, in hex
     * @param writtenAt microseconds since 1970, in decimal, of the youngest part; absent where Cassandra does not tell
     * @param expiresAt seconds since 1970, of the part that expires first; absent where none does, or Cassandra does not tell
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record RowCell(
            String column,
            String digest,
            @Nullable String writtenAt,
            @Nullable Long expiresAt) {}
}
