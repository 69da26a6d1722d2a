/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.time.Instant;

/** A reminder on a table: a transfer imported rows outside the node's ranges, and {@code nodetool cleanup} is due. */
public record CleanupDue(Instant since, String transferId, String reason) {}
