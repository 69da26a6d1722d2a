/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.keyspace;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.sstable.TableDefinition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A table.
 *
 * @param id table id, a UUID
 * @param createStatement CQL that creates the table
 * @param definition the schema in a form that programs compare
 * @param truncatedAt when the table was last truncated on this node; absent where it never was
 * @param cleanupDue set where a transfer imported rows that the node does not own
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = KeyspaceExamples.TABLE)
public record TableInfo(
        String keyspace,
        String table,
        String id,
        String createStatement,
        TableDefinition definition,
        @Nullable Instant truncatedAt,
        @Nullable CleanupDue cleanupDue) {}
