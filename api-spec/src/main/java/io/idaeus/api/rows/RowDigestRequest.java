/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.rows;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import io.idaeus.api.value.Bounds;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for digests of blocks of rows. One of {@code rowsPerBlock}, {@code ends} and {@code buckets} says how they are cut.
 *
 * @param range token range {@code left:right}, meaning (left, right]; it does not wrap
 * @param now seconds since 1970: rows that expire by then are left out. Use a time after the end of the call
 * @param rowsPerBlock a block ends with the first partition with which it has so many
 * @param ends last tokens of the blocks, ascending; the last is that of the range
 * @param buckets rows are told apart by a digest of their key, into so many: for partitions that are large
 * @param maxRate bytes per second that are read
 * @param after {@code next} of the previous page, with the rest of the request unchanged
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
@RecordBuilder
public record RowDigestRequest(
        @Bounded.Name String keyspace,
        @Bounded.Name String table,
        @RowBounds.RowColumns List<RowColumn> columns,
        @Bounded.Range String range,
        @Bounded.Seconds long now,
        RowLevel level,

        @Nullable @Schema(minimum = "1", maximum = "" + Bounds.MAX_BLOCK_ROWS)
        Integer rowsPerBlock,

        @Nullable @Bounded.Tokens List<String> ends,

        @Nullable @Schema(minimum = "1", maximum = "" + Bounds.MAX_BUCKETS)
        Integer buckets,

        @Nullable @Bounded.Rate Long maxRate,
        @Nullable @Bounded.RowCursor String after) {}
