/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.operations;

import io.idaeus.api.keyspace.CleanupDue;

/** A table on which {@code nodetool cleanup} is due. */
public record TableCleanup(String keyspace, String table, CleanupDue due) {}
