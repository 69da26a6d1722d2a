/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * How many bytes a node holds of a keyspace, by token range.
 *
 * @param ranges {@code left:right} each
 */
@Schema(example = Examples.SIZES)
public record KeyspaceSizes(String keyspace, List<String> ranges, List<TableSizes> tables) {}
