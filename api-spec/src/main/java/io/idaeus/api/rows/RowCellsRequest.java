/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.rows;

import io.idaeus.api.value.Bounded;
import java.util.List;

/**
 * Asks for single rows.
 *
 * @param keys of the rows
 * @param now seconds since 1970, as for digests of blocks
 */
@Bounded.Fields
public record RowCellsRequest(
        @Bounded.Name String keyspace,
        @Bounded.Name String table,
        @RowBounds.RowColumns List<RowColumn> columns,
        @RowBounds.RowKeys List<RowKey> keys,
        @Bounded.Seconds long now,
        RowLevel level) {}
