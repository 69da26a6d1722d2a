/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.time.Instant;

/** A lasting mark on a table: rows beyond the node's ranges were imported and stay until {@code nodetool cleanup}. */
public record CleanupDue(Instant since, String transferId, String reason) {}
