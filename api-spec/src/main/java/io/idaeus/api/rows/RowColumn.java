/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.rows;

import io.idaeus.api.value.Bounded;

/**
 * A column of rows that are compared, outside the key.
 *
 * @param times whether its write times and times of expiry count, too. Cassandra has none of counters, and before 5.0
 *     none of collections and user-defined types that are not frozen
 */
@Bounded.Fields
public record RowColumn(@Bounded.Column String name, boolean times) {}
