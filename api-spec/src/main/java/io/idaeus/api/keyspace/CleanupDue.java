/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.keyspace;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A reminder on a table: rows outside the node's ranges were imported, and {@code nodetool cleanup} is due.
 *
 * @param transferId absent where an import of staged files brought them
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CleanupDue(Instant since, @Nullable String transferId, String reason) {}
