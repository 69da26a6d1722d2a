/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.idaeus.api.value.Bounded;

/** The name of a table. */
@Bounded.Fields
public record TableRef(
        @Bounded.Name String keyspace, @Bounded.Name String table) {}
