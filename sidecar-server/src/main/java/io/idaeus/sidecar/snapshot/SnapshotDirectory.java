/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import java.nio.file.Path;

/** @param tableId 32 hex digits */
record SnapshotDirectory(String tag, String keyspace, String table, String tableId, Path path) {}
