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
 * Asks for the keys and digests of rows.
 *
 * @param range token range {@code left:right}, meaning (left, right]; it does not wrap
 * @param now seconds since 1970, as for digests of blocks
 * @param buckets number of buckets, where only rows of some are wanted
 * @param only those buckets, from 0
 * @param maxRate bytes per second that are read
 * @param after {@code next} of the previous page, with the rest of the request unchanged
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
@RecordBuilder
public record RowKeyRequest(
        @Bounded.Name String keyspace,
        @Bounded.Name String table,
        @RowBounds.RowColumns List<RowColumn> columns,
        @Bounded.Range String range,
        @Bounded.Seconds long now,
        RowLevel level,

        @Nullable @Schema(minimum = "1", maximum = "" + Bounds.MAX_BUCKETS)
        Integer buckets,

        @Nullable @Bounded.Buckets List<Integer> only,
        @Nullable @Bounded.Rate Long maxRate,
        @Nullable @Bounded.RowCursor String after) {}
