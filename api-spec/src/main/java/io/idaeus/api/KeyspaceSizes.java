/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/**
 * How many bytes a node holds of a keyspace, by token range.
 *
 * @param ranges {@code left:right} each
 */
public record KeyspaceSizes(String keyspace, List<String> ranges, List<TableSizes> tables) {}
