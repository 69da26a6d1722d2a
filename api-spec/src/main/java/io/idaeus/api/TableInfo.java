/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A table: its identity and its schema.
 *
 * @param id the table id, a UUID
 * @param createStatement CQL that creates the table
 * @param cleanupDue why {@code nodetool cleanup} is due, when a transfer imported rows that the node does not own
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TableInfo(
        String keyspace,
        String table,
        String id,
        String createStatement,
        TableDefinition definition,
        @Nullable CleanupDue cleanupDue) {}
