/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.rows;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names a row: the values of its key columns, as Cassandra serializes them, in Base64.
 *
 * @param token of its partition
 * @param clustering empty where the table has no clustering columns; absent for the static columns of the partition, which
 *     count as a row
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
public record RowKey(
        @Bounded.Token String token,
        @Bounded.Base64Values List<String> partition,
        @Nullable @Bounded.Base64Values List<String> clustering) {}
